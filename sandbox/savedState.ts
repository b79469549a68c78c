import type { SavedState } from './contract/savedState.ts';
import type { Dialect } from './dialect.ts';
import type { Message } from './messages.ts';
import { invalid } from './refusal.ts';
import type { Sandbox } from './sandbox.ts';

/** How the service behaves at the moment, as the controls set it. */
export const settings = ({ store, faults, traffic, dialect }: Sandbox) => ({
	balance: store.balance.get(),
	...traffic.get(),
	dialect: dialect.get(),
	faults: faults.all(),
});

/** All that the sandbox holds, except the requests. */
export const savedState = (sandbox: Sandbox) => ({
	clockAheadMs: sandbox.clock.ahead(),
	...settings(sandbox),
	messages: sandbox.store.messages.after(0),
	campaigns: sandbox.store.campaigns.saved(),
	contacts: sandbox.store.contacts.all(),
	suppression: sandbox.store.suppression.all(),
});

/** Refuses a second entry of the same name. */
function requireUnique<Entry>(list: string, name: keyof Entry & string, entries: Entry[]): void {
	const seen = new Set<unknown>();
	entries.forEach((entry, place) => {
		const value = entry[name];
		if (value !== undefined && seen.has(value)) {
			throw invalid(`${list}[${place}].${name} is there twice: ${String(value)}`);
		}
		seen.add(value);
	});
}

function byCampaign(messages: Message[]): Map<string | undefined, Message[]> {
	const found = new Map<string | undefined, Message[]>();
	for (const message of messages) {
		const others = found.get(message.campaignId);
		if (others) others.push(message);
		else found.set(message.campaignId, [message]);
	}
	return found;
}

function requireSense({
	messages = [],
	campaigns = [],
	contacts = [],
	suppression = [],
}: SavedState) {
	requireUnique('messages', 'messageId', messages);
	requireUnique('campaigns', 'campaignId', campaigns);
	requireUnique('contacts', 'contactId', contacts);
	requireUnique('contacts', 'phoneNumber', contacts);
	requireUnique('suppression', 'phoneNumber', suppression);
	messages.forEach(({ parts, partIds }, place) => {
		if (parts.length !== partIds.length) {
			throw invalid(`messages[${place}] has ${parts.length} parts and ${partIds.length} partIds`);
		}
	});
	const own = byCampaign(messages);
	campaigns.forEach(({ campaignId, recipients }, place) => {
		const sent = own.get(campaignId)?.length ?? 0;
		if (sent > recipients.length) {
			throw invalid(`campaigns[${place}] has ${recipients.length} recipients and ${sent} messages`);
		}
	});
}

/** Forgets everything, and holds what was saved; refuses what does not make sense, and then changes nothing. */
export function restore(sandbox: Sandbox, saved: SavedState): void {
	requireSense(saved);
	const { messages = [], campaigns = [], contacts = [], suppression = [] } = saved;
	const { clock, store, dialect, faults, traffic } = sandbox;
	sandbox.reset();
	clock.advance(Math.max(0, (saved.clockAheadMs ?? 0) - clock.ahead()));
	store.balance.set(saved.balance ?? {});
	if (saved.dialect) dialect.set(saved.dialect as Dialect);
	traffic.setLatency(saved.latencyMs ?? 0);
	traffic.setRateLimit(saved.requestsPerSecond ?? null);
	saved.faults?.forEach(faults.add);
	messages.forEach(store.messages.add);
	const own = byCampaign(messages);
	for (const one of campaigns) store.campaigns.restore(one, own.get(one.campaignId) ?? []);
	contacts.forEach(store.contacts.restore);
	suppression.forEach(store.suppression.restore);
	dialect.takeIds([
		...messages.flatMap(({ messageId, partIds }) => [messageId, ...partIds]),
		...campaigns.map(({ campaignId }) => campaignId),
		...store.contacts.all().map(({ contactId }) => contactId),
	]);
	sandbox.beginRehearsal();
}
