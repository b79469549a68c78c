import { canPay, charge, prices } from './account/balance.ts';
import type { Balance } from './account/balance.ts';
import { createCampaigns } from './messages/campaigns.ts';
import { iso } from './clock.ts';
import type { Clock } from './clock.ts';
import { createContacts } from './contacts.ts';
import { createMessages, recipientsOf } from './messages/messages.ts';
import type { Message, Outgoing } from './messages/messages.ts';
import { Refusal } from './traffic/refusal.ts';
import type { LoggedRequest } from './traffic/requestLog.ts';

const costOf = ({ channel, parts }: Outgoing) =>
	channel === 'sms' ? prices.smsPart * parts.length : prices[channel];

interface SuppressionEntry {
	phoneNumber: string;
	reason?: string;
	added: string;
}

/** The numbers that messages are not sent to. */
function createSuppression(clock: Clock) {
	const byNumber = new Map<string, SuppressionEntry>();
	return {
		has: (phoneNumber: string) => byNumber.has(phoneNumber),
		/** Adds a number; one that is there already keeps its first entry. */
		add(phoneNumber: string, reason?: string, added = iso(clock.now())) {
			const entry = byNumber.get(phoneNumber) ?? { phoneNumber, reason, added };
			byNumber.set(phoneNumber, entry);
			return entry;
		},
		remove: (phoneNumber: string) => byNumber.delete(phoneNumber),
		all: () => [...byNumber.values()],
	};
}

/** All that the service remembers. The clock, the source of ids, and the balance are handed in. */
export function createStore(clock: Clock, newId: () => string, balance: () => Balance) {
	const messages = createMessages();
	const contacts = createContacts(clock, newId);
	const suppression = createSuppression(clock);
	/** What messages came with; those of campaigns and files have none. */
	const requests = new WeakMap<Message, LoggedRequest>();

	function accept(outgoing: Outgoing, sentAt: number, refusedWith?: string): Message {
		const messageId = newId();
		const partIds = outgoing.parts.map(() => newId());
		const message: Message = { ...outgoing, messageId, partIds, sentAt, refusedWith };
		if (refusedWith === undefined) charge(balance(), costOf(outgoing));
		messages.add(message);
		return message;
	}

	const suppressionCode = ({ to }: Outgoing) => (suppression.has(to) ? 'SUPPRESSED' : undefined);

	/** Accepts all of these or, when the balance does not cover them, none. Notes with the request to whom they go. */
	function send(batch: Outgoing[], asked?: LoggedRequest): Message[] {
		const paid = batch.filter((outgoing) => suppressionCode(outgoing) === undefined);
		const cost = paid.reduce((sum, outgoing) => sum + costOf(outgoing), 0);
		if (!canPay(balance(), cost)) {
			const message = `The balance of ${balance().EUR} EUR does not cover ${cost / 100} EUR`;
			throw new Refusal(402, 'insufficient_balance', message);
		}
		const now = clock.now();
		if (asked) asked.accepted = batch.flatMap(recipientsOf);
		const sent = batch.map((outgoing) => accept(outgoing, now, suppressionCode(outgoing)));
		if (asked) sent.forEach((message) => requests.set(message, asked));
		return sent;
	}

	const campaigns = createCampaigns(clock, newId, (outgoing, sentAt) => {
		const unpaid = canPay(balance(), costOf(outgoing)) ? undefined : 'BALANCE';
		return accept(outgoing, sentAt, suppressionCode(outgoing) ?? unpaid);
	});

	const requestOf = (message: Message) => requests.get(message);
	return { messages, contacts, suppression, campaigns, send, requestOf };
}
