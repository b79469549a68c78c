import type { FromSchema } from 'json-schema-to-ts';
import * as controls from './controls.ts';
import { anyText, list, object, oneOf, phoneNumber, smsText, text, wholeNumber } from './values.ts';

/** Milliseconds since 1970, at most until the year 9999. */
const moment = wholeNumber(0, 253_402_300_799_999);
const filled = <const Items extends object>(items: Items) =>
	({ ...list(items), minItems: 1, description: 'a JSON array with at least one entry' }) as const;

const message = object(
	{
		messageId: text,
		channel: oneOf('sms', 'viber', 'email'),
		to: text,
		from: text,
		parts: filled(anyText),
		partIds: filled(text),
		sentAt: moment,
		fields: object({}),
	},
	{ campaignId: text, refusedWith: text },
);

const campaign = object(
	{
		campaignId: text,
		name: text,
		from: text,
		text: smsText,
		recipients: filled(phoneNumber),
		createdAt: moment,
	},
	{ scheduledAt: moment, cancelledAt: moment },
);

const status = oneOf('granted', 'revoked');
const contact = object(
	{ phoneNumber },
	{
		contactId: text,
		consent: object({}, { sms: status, email: status, viber: status }),
		created: anyText,
		updated: anyText,
	},
);

const saved = object(
	{},
	{
		clockAheadMs: controls.ahead,
		balance: controls.balance,
		latencyMs: controls.delay,
		requestsPerSecond: controls.limit,
		dialect: controls.dialect,
		faults: list(controls.fault),
		messages: list(message),
		campaigns: list(campaign),
		contacts: list(contact),
		suppression: list(object({ phoneNumber }, { reason: anyText, added: anyText })),
	},
);

/** What the sandbox holds, as a file. Somebody may have written it: whatever is not there is as at the start. */
export const savedState = {
	...saved,
	description: `a JSON object with at least one of ${Object.keys(saved.properties).join(', ')}`,
	minProperties: 1,
	additionalProperties: false,
} as const;

export type SavedState = FromSchema<typeof savedState>;
