/** What the items hold that an operation of the node returns, where the specification shows it or the node makes it. */
import { balances, report, sent } from '../../sandbox/contract/answers.ts';
import {
	boolean,
	count,
	list,
	number,
	object,
	oneOf,
	text,
	time,
} from '../../sandbox/contract/values.ts';

/** JSON Schema, as much of it as n8n's editor reads. */
export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: readonly string[];
	items?: Schema;
	enum?: readonly string[];
	format?: string;
}

// The editor shows the first type, so that goes to what is usually there.
const orNull = ({ type, ...schema }: Schema & { type: string }): Schema => ({
	...schema,
	type: [type, 'null'],
});

/**
 * Each output by the place of its file. n8n shows all fields of a file as if they always came, whatever the options
 * say. So fields that come only with an option are left out, because somebody could count on them without it: the
 * `delivery` of Wait for Delivery, or the `onceKey` of a skipped message. Where `skipped` is absent, the message was sent.
 */
export const outputs: Record<string, Schema> = {
	'account/getBalance': balances.items,
	'sms/send': object(
		{},
		{
			to: text,
			...sent.properties,
			skipped: oneOf('alreadySent', 'outsideWindow', 'overRecipientLimit', 'suppressed'),
			sendAfter: time,
		},
	),
	'sms/getReport': report.items,
	'sms/preview': object({
		to: orNull(text),
		from: orNull(text),
		text,
		encoding: oneOf('GSM-7', 'UCS-2'),
		length: count,
		parts: count,
		charactersLeft: count,
		ucs2Characters: list(object({ character: text, codePoint: text, simplified: orNull(text) })),
		problem: orNull(text),
		cost: orNull(number),
		currency: orNull(text),
		gaps: list(text),
		isDuplicate: boolean,
	}),
	'sms/summarizeReports': {
		type: 'object',
		required: ['parts', 'delivered', 'failed', 'pending'],
		properties: {
			// Group By: Message
			messageId: text,
			to: { type: ['number', 'string', 'null'] },
			// Both, of parts
			parts: count,
			delivered: count,
			failed: count,
			pending: count,
			// Group By: Message
			delivery: oneOf('delivered', 'failed', 'pending'),
			firstError: orNull(text),
			sent: orNull(text),
			deliveredAt: orNull(time),
			secondsToDelivery: orNull(number),
			// Group By: Everything
			messages: count,
			messagesDelivered: count,
			deliveredShare: orNull(number),
			medianSecondsToDelivery: orNull(number),
			p95SecondsToDelivery: orNull(number),
		},
	},
	'sms/sendAndWait': object({
		// One of the first three, as Response Type says.
		data: object({ respondedAt: time }, { approved: boolean, choice: text, text }),
	}),
};
