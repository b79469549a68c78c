import { Refusal, invalid } from './refusal.ts';

export type Fields = Record<string, unknown>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const largestBatch = 1_000;

/** What a value is, in words for an error message. */
function describe(value: unknown): string {
	if (value === undefined) return 'it is missing';
	if (value === null) return 'got null';
	if (value === '') return 'got an empty string';
	if (Array.isArray(value)) return 'got an array';
	if (typeof value === 'string') return `got "${value.slice(0, 60)}"`;
	return `got the ${typeof value} ${JSON.stringify(value).slice(0, 60)}`;
}

/** The body as a JSON object; `at` names the entry of a batch, such as `[3]`. */
export function requireObject(body: unknown, at = ''): Fields {
	if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
	const what = at === '' ? 'The body' : at;
	throw invalid(`${what} must be a JSON object; ${describe(body)}`);
}

/** The body as a JSON array of 1 to 1000 entries. */
export function requireBatch(body: unknown): unknown[] {
	if (!Array.isArray(body)) throw invalid(`The body must be a JSON array; ${describe(body)}`);
	if (body.length === 0) throw invalid('The body must be a JSON array with at least one entry');
	if (body.length > largestBatch) {
		const message = `A batch takes at most ${largestBatch} entries; got ${body.length}`;
		throw new Refusal(413, 'too_large', message);
	}
	return body;
}

const nameOf = (field: string, at: string) => (at === '' ? field : `${at}.${field}`);

/** A required string that is not blank. */
export function requireText(fields: Fields, field: string, at = ''): string {
	const value = fields[field];
	if (typeof value === 'string' && value.trim() !== '') return value;
	throw invalid(`${nameOf(field, at)} must be a string that is not blank; ${describe(value)}`);
}

// A concatenated SMS has at most 255 parts, and each carries at most 153 characters.
const longestText = 255 * 153;

/** The required text of an SMS. */
export function requireSmsText(fields: Fields, field: string, at = ''): string {
	const text = requireText(fields, field, at);
	if (text.length <= longestText) return text;
	throw invalid(`${nameOf(field, at)} has ${text.length} characters; ${longestText} are possible`);
}

/** A string that may be absent. */
export function optionalText(fields: Fields, field: string, at = ''): string | undefined {
	const value = fields[field];
	if (value === undefined || typeof value === 'string') return value;
	throw invalid(`${nameOf(field, at)} must be a string; ${describe(value)}`);
}

/** A required phone number: a string of 7 to 15 digits with the country code, without a plus. */
export function requirePhoneNumber(fields: Fields, field: string, at = ''): string {
	const value = fields[field];
	if (isPhoneNumber(value)) return value;
	throw invalid(
		`${nameOf(field, at)} must be a string of 7 to 15 digits with the country code, ` +
			`e.g. "37060012345"; ${describe(value)}`,
	);
}

export const isPhoneNumber = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{7,15}$/.test(value);

/** The identifier of a message: a UUID, or one of a dialect's numbers. */
export function requireMessageId(fields: Fields, ofDialect: RegExp): string {
	const value = fields.messageId;
	if (typeof value === 'string' && (uuid.test(value) || ofDialect.test(value))) return value;
	throw invalid(`messageId must be a UUID; ${describe(value)}`);
}

/** One of a few words. */
export function requireOneOf<T extends string>(
	fields: Fields,
	field: string,
	words: readonly T[],
): T {
	const value = words.find((word) => word === fields[field]);
	if (value !== undefined) return value;
	throw invalid(`${field} must be one of ${words.join(', ')}; ${describe(fields[field])}`);
}

/** A web address that may be absent. */
export function optionalWebAddress(fields: Fields, field: string): string | undefined {
	const value = optionalText(fields, field);
	if (value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
	throw invalid(`${field} must be a web address (http or https); ${describe(value)}`);
}

/** An email address, as it is or in angle brackets behind a name. */
const mailbox =
	/^\s*(?:[^\s@<>,"]+@[^\s@<>,"]+|(?:"[^"]*"|[^"<>,@]*)\s*<[^\s@<>,"]+@[^\s@<>,"]+>)\s*$/;

/** An email address with or without a name, or as many as `most` separated by commas. */
export function requireEmailAddress(fields: Fields, field: string, most = 1): string {
	const value = fields[field];
	if (typeof value === 'string') {
		const all = value.match(/(?:"[^"]*"|[^",])+/g) ?? [];
		const isWhole = all.join(',') === value;
		if (isWhole && all.length <= most && all.every((one) => mailbox.test(one))) return value;
	}
	throw invalid(`${field} must be an email address; ${describe(value)}`);
}

/** A point in time that may be absent, as milliseconds since 1970. */
export function optionalTime(fields: Fields, field: string): number | undefined {
	const value = optionalText(fields, field);
	const time = Date.parse(value ?? '');
	if (value === undefined) return undefined;
	if (!Number.isNaN(time)) return time;
	throw invalid(
		`${field} must be an ISO 8601 time, e.g. "2030-01-31T09:00:00.000Z"; got "${value}"`,
	);
}

/** A number that is not negative and may be absent. */
export function optionalAmount(fields: Fields, field: string): number | undefined {
	const value = fields[field];
	if (value === undefined) return undefined;
	if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
	throw invalid(`${field} must be a number from 0; ${describe(value)}`);
}
