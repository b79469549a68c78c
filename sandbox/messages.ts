import { noteChange } from './changes.ts';
import { delivered, deliveryOfPart, stateNames } from './delivery.ts';
import type { Step } from './delivery.ts';

export type Channel = 'sms' | 'viber' | 'email';

export interface Outgoing {
	channel: Channel;
	to: string;
	from: string;
	/** One text per part: what it costs and how many partIds it gets follow from it. */
	parts: string[];
	fields: Record<string, unknown>;
	campaignId?: string;
}

export interface Message {
	messageId: string;
	channel: Channel;
	to: string;
	from: string;
	/** The texts of the parts; Viber and email have one. */
	parts: string[];
	partIds: string[];
	sentAt: number;
	campaignId?: string;
	/** Error code of a message that was accepted but is not sent on, and so costs nothing. */
	refusedWith?: string;
	/** Everything else the request held. */
	fields: Record<string, unknown>;
}

const iso = (at: number) => new Date(at).toISOString();

/** The messages accepted so far, in the order they came. */
export function createMessages() {
	const inOrder: Message[] = [];
	const byId = new Map<string, Message>();
	const perRecipient = new Map<string, number>();
	return {
		clear() {
			inOrder.length = 0;
			byId.clear();
			perRecipient.clear();
		},
		add(message: Message) {
			inOrder.push(noteChange(message));
			byId.set(message.messageId, message);
			if (message.channel === 'email') return;
			perRecipient.set(message.to, (perRecipient.get(message.to) ?? 0) + 1);
		},
		get: (messageId: string) => byId.get(messageId),
		count: () => inOrder.length,
		all: (channel: Channel) => inOrder.filter((message) => message.channel === channel),
		latest: (count: number) => inOrder.slice(-count),
		perRecipient: () => Object.fromEntries(perRecipient),
	};
}

const deliveryFields = ({ at, state, errorCode }: Step) => ({
	state,
	...(state === delivered ? { delivered: iso(at) } : {}),
	...(errorCode === undefined ? {} : { errorCode }),
});

/** The answer to a send request. */
export const sendResponse = ({ messageId, sentAt, partIds }: Message) => ({
	messageId,
	sent: iso(sentAt),
	partIds,
});

/** The delivery report: one entry per part, `to` as a number, as the specification has it. */
export const deliveryReport = (message: Message, now: number) =>
	message.partIds.map((partId, index) => ({
		messageId: message.messageId,
		to: Number(message.to),
		partId,
		...deliveryFields(deliveryOfPart(message, index, now)),
	}));

/** A message with all that the sandbox knows about it, for the controls and the page. */
export const messageInFull = (message: Message, now: number) => ({
	...message.fields,
	messageId: message.messageId,
	channel: message.channel,
	to: message.to,
	from: message.from,
	sent: iso(message.sentAt),
	campaignId: message.campaignId,
	parts: message.parts.map((text, index) => {
		const delivery = deliveryFields(deliveryOfPart(message, index, now));
		const stateName = stateNames[delivery.state];
		return { partId: message.partIds[index], text, stateName, ...delivery };
	}),
});
