import { faultKinds } from './faults.ts';
import type { PlannedFault } from './faults.ts';
import { invalid } from './refusal.ts';
import { optionalText, requireOneOf } from './validation.ts';
import type { Fields } from './validation.ts';

function wholeNumber(
	fields: Fields,
	field: string,
	least: number,
	most: number,
	otherwise: number,
) {
	const value = fields[field] ?? otherwise;
	if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
		return Number(value);
	}
	throw invalid(`${field} must be a whole number from ${least} to ${most}`);
}

/** The body of POST /_sandbox/faults as a fault that waits for its requests. */
export function readFault(fields: Fields): PlannedFault {
	const kind = requireOneOf(fields, 'kind', faultKinds);
	const { retryAfter, body, accepted = false } = fields;
	if (typeof accepted !== 'boolean') throw invalid('accepted must be true or false');
	if (
		retryAfter !== undefined &&
		typeof retryAfter !== 'number' &&
		typeof retryAfter !== 'string'
	) {
		throw invalid('retryAfter must be a number of seconds or an HTTP date');
	}
	return {
		kind,
		status: wholeNumber(fields, 'status', 200, 599, kind === 'status' ? 500 : 200),
		retryAfter,
		body,
		contentType: optionalText(fields, 'contentType'),
		count: wholeNumber(fields, 'count', 1, 1_000_000, 1),
		after: wholeNumber(fields, 'after', 0, 1_000_000, 0),
		method: optionalText(fields, 'method')?.toUpperCase(),
		path: optionalText(fields, 'path'),
		accepted,
	};
}
