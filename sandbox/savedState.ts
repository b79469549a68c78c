import type { SavedState } from './contract/savedState.ts';
import type { Dialect } from './dialect.ts';
import { invalid } from './refusal.ts';
import type { Sandbox } from './sandbox.ts';

/** How the service behaves at the moment, as the controls set it. */
export const settings = ({ store, faults, traffic, dialect }: Sandbox) => ({
	...{ balance: store.balance.get(), ...traffic.get() },
	...{ dialect: dialect.get(), faults: faults.all() },
});

/** All that the sandbox holds, except the requests. */
export const savedState = (sandbox: Sandbox) => ({
	clockAheadMs: sandbox.clock.ahead(),
	...settings(sandbox),
	messages: sandbox.store.messages.latest(Infinity),
	campaigns: sandbox.store.campaigns.saved(),
	contacts: sandbox.store.contacts.all(),
	suppression: sandbox.store.suppression.all(),
});

function requireUnique<Entry>(list: string, name: keyof Entry & string, entries: Entry[]): void {
	const seen = new Set<unknown>();
	entries.forEach(({ [name]: value }, place) => {
		if (value !== undefined && seen.has(value)) {
			throw invalid(`${list}[${place}].${name} is there twice: ${String(value)}`);
		}
		seen.add(value);
	});
}

/** Forgets everything, and holds what was saved; refuses what does not make sense, and then changes nothing. */
export function restore(sandbox: Sandbox, saved: SavedState): void {
	const { messages = [], campaigns = [], contacts = [], suppression = [] } = saved;
	requireUnique('messages', 'messageId', messages);
	requireUnique('campaigns', 'campaignId', campaigns);
	requireUnique('contacts', 'contactId', contacts);
	requireUnique('contacts', 'phoneNumber', contacts);
	messages.forEach(({ parts, partIds }, place) => {
		if (parts.length === partIds.length) return;
		throw invalid(`messages[${place}] has ${parts.length} parts and ${partIds.length} partIds`);
	});

	const { clock, store, dialect, faults, traffic } = sandbox;
	sandbox.reset();
	clock.advance(Math.max(0, (saved.clockAheadMs ?? 0) - clock.ahead()));
	store.balance.set(saved.balance ?? {});
	traffic.setLatency(saved.latencyMs ?? 0);
	traffic.setRateLimit(saved.requestsPerSecond ?? null);
	if (saved.dialect) dialect.set(saved.dialect as Dialect);
	saved.faults?.forEach(faults.add);
	contacts.forEach(store.contacts.restore);
	for (const { phoneNumber, reason, added } of suppression) {
		store.suppression.add(phoneNumber, reason, added);
	}
	const sent = new Map(campaigns.map((one) => [one.campaignId, store.campaigns.restore(one)]));
	for (const message of messages) {
		store.messages.add(message);
		sent.get(message.campaignId ?? '')?.push(message);
	}
	dialect.takeIds([
		...messages.flatMap(({ messageId, partIds }) => [messageId, ...partIds]),
		...campaigns.map(({ campaignId }) => campaignId),
		...store.contacts.all().map(({ contactId }) => contactId),
	]);
	sandbox.beginRehearsal();
}
