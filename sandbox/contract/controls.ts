import { choices } from '../traffic/dialect.ts';
import { counts } from '../verdict.ts';
import { anyText, boolean, channel, matching, object, oneOf, text, wholeNumber } from './values.ts';

const otherwise = <const Schema, const Value>(schema: Schema, value: Value) =>
	({ ...schema, default: value }) as const;

const noLimit = 'a number from 1, or null for no limit';
export const limit = { type: ['number', 'null'], minimum: 1, description: noLimit } as const;

/** What a header can carry. */
const contentType = matching('^[ -~]*$', 'a string of ASCII characters');
const retryAfter = {
	...contentType,
	type: ['number', 'string'],
	description: 'a number of seconds or an HTTP date',
} as const;

const upTo = (maximum: number) =>
	({ type: 'number', minimum: 0, maximum, description: `a number from 0 to ${maximum}` }) as const;
const amount = upTo(1e9);

const count = {
	...wholeNumber(1, 1_000_000),
	type: ['integer', 'null'],
	description: 'a whole number from 1 to 1000000, or null for all',
} as const;

/** How far the clock can be moved ahead, about 10 years: far beyond, a time can't be written as ISO 8601. */
export const furthestMs = 10 * 365 * 86_400_000;

/** The bodies of the controls; fields that are not there become what is said here. */
export const balance = object({}, { EUR: amount, USD: amount });
export const ahead = upTo(furthestMs);
export const delay = upTo(600_000);
export const clock = object({}, { advanceMs: otherwise(ahead, 0), eachReportMs: delay });
export const latency = object({}, { ms: otherwise(delay, 0) });
export const rateLimit = object({}, { requestsPerSecond: otherwise(limit, null) });

export const fault = object(
	{ kind: oneOf('status', 'timeout', 'drop', 'html', 'empty', 'invalidJson') },
	{
		status: wholeNumber(200, 599),
		retryAfter,
		body: {},
		contentType,
		count: otherwise(count, 1),
		after: otherwise(wholeNumber(0, 1_000_000), 0),
		method: anyText,
		path: anyText,
		/** Whether it is only for what sends a message or creates a campaign. */
		sends: boolean,
		/** Whether the request is carried out first, so that only the answer is lost. */
		accepted: otherwise(boolean, false),
	},
);

const shapes = Object.entries(choices).map(([name, words]) => [name, oneOf(...words)]);
export const dialect = { ...object({}, Object.fromEntries(shapes)), additionalProperties: false };

const seconds = matching('^([1-5]?\\d|60)$', 'a whole number of seconds, at most 60');
export const latest = {
	...object({}, { to: text, channel, after: text, wait: seconds, account: text }),
	additionalProperties: false,
} as const;
const digits = matching('^\\d{1,9}$', 'a whole number');
const expectations = counts.map((name) => [name, digits] as const);
export const expected = {
	...object({}, { ...Object.fromEntries(expectations), account: text }),
	additionalProperties: false,
} as const;
export const importing = object({}, { check: oneOf('true', 'false') });
