import { createBalance, prices } from './balance.ts';
import { createCampaigns } from './campaigns.ts';
import type { Clock } from './clock.ts';
import { createContacts } from './contacts.ts';
import { createMessages, recipientsOf } from './messages.ts';
import type { Message, Outgoing } from './messages.ts';
import { Refusal } from './refusal.ts';
import type { LoggedRequest } from './requestLog.ts';
import { createSuppression } from './suppression.ts';

const costOf = ({ channel, parts }: Outgoing) =>
	channel === 'sms' ? prices.smsPart * parts.length : prices[channel];

/** All that the service remembers. The clock and the source of ids are handed in. */
export function createStore(clock: Clock, newId: () => string) {
	const balance = createBalance();
	const messages = createMessages();
	const contacts = createContacts(clock, newId);
	const suppression = createSuppression(clock);

	function accept(outgoing: Outgoing, sentAt: number, refusedWith?: string): Message {
		const messageId = newId();
		const partIds = outgoing.parts.map(() => newId());
		const message: Message = { ...outgoing, messageId, partIds, sentAt, refusedWith };
		if (refusedWith === undefined) balance.charge(costOf(outgoing));
		messages.add(message);
		return message;
	}

	const suppressionCode = ({ to }: Outgoing) => (suppression.has(to) ? 'SUPPRESSED' : undefined);

	/** Accepts all of these or, when the balance does not cover them, none. Notes with the request to whom they go. */
	function send(batch: Outgoing[], asked?: LoggedRequest): Message[] {
		const paid = batch.filter((outgoing) => suppressionCode(outgoing) === undefined);
		const cost = paid.reduce((sum, outgoing) => sum + costOf(outgoing), 0);
		if (!balance.canPay(cost)) {
			const [{ amount }] = balance.entries();
			const message = `The balance of ${amount} EUR does not cover ${cost / 100} EUR`;
			throw new Refusal(402, 'insufficient_balance', message);
		}
		const now = clock.now();
		if (asked) asked.accepted = batch.flatMap(recipientsOf);
		return batch.map((outgoing) => accept(outgoing, now, suppressionCode(outgoing)));
	}

	const campaigns = createCampaigns(clock, newId, (outgoing, sentAt) => {
		const unpaid = balance.canPay(costOf(outgoing)) ? undefined : 'BALANCE';
		return accept(outgoing, sentAt, suppressionCode(outgoing) ?? unpaid);
	});

	const clear = () =>
		[balance, messages, contacts, suppression, campaigns].forEach((part) => part.clear());

	return { clock, balance, messages, contacts, suppression, campaigns, send, clear };
}

export type Store = ReturnType<typeof createStore>;
