/** What values have to be. A description completes the sentence of a refusal: "to must be a string of …". */
export const matching = (pattern: string, description: string) =>
	({ type: 'string', pattern, description }) as const;

/** A phone number with the country code, without a plus. */
export const phoneNumber = matching(
	'^\\d{7,15}$',
	'a string of 7 to 15 digits with the country code, e.g. "37060012345"',
);

export const anyText = { type: 'string', description: 'a string' } as const;
export const text = matching('\\S', 'a string that is not blank');

// A concatenated SMS has at most 255 parts, and each carries at most 153 characters.
export const smsText = { ...text, maxLength: 255 * 153 } as const;

/** A UUID, or a number of a dialect. */
export const messageId = matching(
	'^([\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}|\\d{7,15})$',
	'a UUID',
);

export const webAddress = matching('^https?://[^\\s/?#]\\S*$', 'a web address (http or https)');

const address = '[^\\s@<>,"]+@[^\\s@<>,"]+';
const quoted = '"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*"';
// Each text fits in one way at most, so that the time of a search grows with its length.
const mailbox = `(?:${address}|(?:${quoted}\\s*|[^\\s"<>,@][^"<>,@]*)?<${address}>)`;

/** An address as it is, or in angle brackets behind a name. */
export const emailAddress = matching(`^\\s*${mailbox}\\s*$`, 'an email address');
/** Up to 100 of them, separated by commas. */
export const emailAddresses = {
	...emailAddress,
	pattern: `^\\s*${mailbox}\\s*(?:,\\s*${mailbox}\\s*){0,99}$`,
} as const;

export const time = {
	type: 'string',
	format: 'date-time',
	description: 'an ISO 8601 time, e.g. "2030-01-31T09:00:00.000Z"',
} as const;

export const boolean = { type: 'boolean', description: 'true or false' } as const;
export const number = { type: 'number' } as const;

export const count = { type: 'integer', minimum: 0 } as const;
export const wholeNumber = (minimum: number, maximum: number) =>
	({
		type: 'integer',
		minimum,
		maximum,
		description: `a whole number from ${minimum} to ${maximum}`,
	}) as const;

/** Milliseconds since 1970, at most until the year 9999. */
export const moment = wholeNumber(0, 253_402_300_799_999);

export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
	({ type: 'string', enum: words, description: `one of ${words.join(', ')}` }) as const;

/** A JSON object that has to hold some fields, may hold others, and whatever else. */
export const object = <
	const Required extends Record<string, object>,
	const Optional extends Record<string, object> = Record<never, never>,
>(
	required: Required,
	optional?: Optional,
) =>
	({
		type: 'object',
		description: 'a JSON object',
		required: Object.keys(required) as Array<string & keyof Required>,
		properties: { ...required, ...optional } as Required & Optional,
	}) as const;

export const list = <const Items>(items: Items) =>
	({ type: 'array', description: 'a JSON array', items }) as const;

export const filled = <const Items>(items: Items) =>
	({ ...list(items), minItems: 1, description: 'a JSON array with at least one entry' }) as const;

/** A JSON array of 1 to 1,000 entries. */
export const batch = <const Items>(items: Items) =>
	({ ...filled(items), maxItems: 1_000 }) as const;

export const channel = oneOf('sms', 'email', 'viber');
export const consentStatus = oneOf('granted', 'revoked');
export const consent = object(
	{},
	{ sms: consentStatus, email: consentStatus, viber: consentStatus },
);
