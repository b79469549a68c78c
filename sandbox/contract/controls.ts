import { choices } from '../dialect.ts';
import { faultKinds } from '../faults.ts';
import { amount, anyText, boolean, object, oneOf, wholeNumber } from './values.ts';

const otherwise = <const Schema, const Value>(schema: Schema, value: Value) =>
	({ ...schema, default: value }) as const;

const noLimit = 'a number from 1, or null for no limit';
const limit = { type: ['number', 'null'], minimum: 1, description: noLimit } as const;

const retryAfter = {
	type: ['number', 'string'],
	description: 'a number of seconds or an HTTP date',
} as const;

/** The bodies of the controls; fields that are not there become what is said here. */
export const balance = object({}, { EUR: amount, USD: amount });
export const clock = object({}, { advanceMs: otherwise(amount, 0) });
export const latency = object({}, { ms: otherwise(amount, 0) });
export const rateLimit = object({}, { requestsPerSecond: otherwise(limit, null) });

export const fault = object(
	{ kind: oneOf(...faultKinds) },
	{
		status: wholeNumber(200, 599),
		retryAfter,
		body: {},
		contentType: anyText,
		count: otherwise(wholeNumber(1, 1_000_000), 1),
		after: otherwise(wholeNumber(0, 1_000_000), 0),
		method: anyText,
		path: anyText,
		accepted: otherwise(boolean, false),
	},
);

const shapes = Object.entries(choices).map(([name, words]) => [
	name,
	otherwise(oneOf(...words), words[0]),
]);
export const dialect = { ...object({}, Object.fromEntries(shapes)), additionalProperties: false };
