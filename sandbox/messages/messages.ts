import type { FromSchema } from 'json-schema-to-ts';
import { noteChange } from '../changes.ts';
import { iso } from '../clock.ts';
import { anyText, channel, filled, matching, moment, object, text } from '../contract/values.ts';
import { delivered, deliveryOfPart, stateNames } from './delivery.ts';
import type { Step } from './delivery.ts';

/** A message, as the sandbox keeps and saves it. */
export const savedMessage = object(
	{
		/** Whole characters, which an address can hold. */
		messageId: matching('^[^\\s\\p{Cs}]+$', 'a string without spaces'),
		channel,
		to: text,
		from: text,
		/** One text per part, Viber and email have one: what it costs and how many partIds it gets follow from it. */
		parts: filled(anyText),
		partIds: filled(text),
		sentAt: moment,
		/** All that the request held. */
		fields: object({}),
	},
	{
		campaignId: text,
		/** Error code of a message that was accepted but is not sent on, and so costs nothing. */
		refusedWith: text,
	},
);

export type Message = FromSchema<typeof savedMessage>;
export type Channel = Message['channel'];
export type Outgoing = Pick<Message, 'channel' | 'to' | 'from' | 'parts' | 'fields' | 'campaignId'>;

/** The people that a message goes to: a phone number, or the addresses of an email without their names. */
export function recipientsOf({ channel, to }: { channel: Channel; to: string }): string[] {
	if (channel !== 'email') return [to];
	const addresses = to.replace(/"[^"]*"/g, '').split(',');
	return addresses
		.filter((one) => one.includes('@'))
		.map((one) => (/<([^<>]*)>/.exec(one)?.[1] ?? one).trim().toLowerCase());
}

/** A number as people write it, or an address, as messages are compared by. */
const asRecipient = (to: string) =>
	to.includes('@') ? to.trim().toLowerCase() : to.replace(/[\s+()./-]/g, '').replace(/^00/, '');

/** The messages accepted so far, in the order they came. */
export function createMessages() {
	const byId = new Map<string, Message>();
	const inOrder = () => [...byId.values()];
	return {
		add: (message: Message) => byId.set(message.messageId, noteChange(message)),
		get: (messageId: string) => byId.get(messageId),
		count: () => byId.size,
		all: (channel: Channel) => inOrder().filter((message) => message.channel === channel),
		latest: (count: number) => inOrder().slice(-count),
		/** The latest one of some, to somebody or to anybody. */
		latestTo: (to: string | undefined, isOfThem: (message: Message) => boolean) =>
			inOrder().findLast(
				(message) =>
					isOfThem(message) &&
					(to === undefined ||
						recipientsOf(message).some((one) => asRecipient(one) === asRecipient(to))),
			),
		perRecipient() {
			const counts: Record<string, number> = {};
			for (const { channel, to } of inOrder()) {
				if (channel !== 'email') counts[to] = (counts[to] ?? 0) + 1;
			}
			return counts;
		},
	};
}

const deliveryFields = ({ at, state, errorCode }: Step) => ({
	state,
	delivered: state === delivered ? iso(at) : undefined,
	errorCode,
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
export function messageInFull(message: Message, now: number) {
	const { fields, messageId, channel, to, from, sentAt, campaignId, parts, partIds } = message;
	return {
		...{ ...fields, messageId, channel, to, from, sent: iso(sentAt), campaignId },
		parts: parts.map((text, index) => {
			const delivery = deliveryFields(deliveryOfPart(message, index, now));
			const stateName = stateNames[delivery.state];
			return { partId: partIds[index], text, stateName, ...delivery };
		}),
	};
}
