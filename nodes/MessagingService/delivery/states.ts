import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../service/reports';
import { isNoError } from '../service/saysNo';
import type { States } from '../values/accountDefaults';
import { asText } from '../values/parsing';

/** Whether a report entry's state is one of these. */
export function isIn(states: number[], state: unknown): boolean {
	return isGiven(state) && states.includes(Number(asText(state)));
}

/**
 * Whether a part has failed: it has an error code, unless its state says how it ended (assumed). Zeros and words such as
 * OK are none. What tells of no part may have the error code of the question.
 */
export function hasFailed(entry: IDataObject, { delivered, failed }: States): boolean {
	const { state, errorCode } = entry;
	const tellsOfPart = [entry.partId, state, entry.delivered].some(isGiven);
	return isIn(failed, state) || (tellsOfPart && !isIn(delivered, state) && !isNoError(errorCode));
}

/** Whether a part has arrived: it has a time of delivery and no error code, unless its state says so (assumed). */
export function hasArrived(entry: IDataObject, states: States): boolean {
	return (
		!hasFailed(entry, states) &&
		(isIn(states.delivered, entry.state) || timeIn(entry.delivered) !== undefined)
	);
}

/** Whether a part is at its end: it has arrived or has failed. */
export function hasEnded(entry: IDataObject, states: States): boolean {
	return hasFailed(entry, states) || hasArrived(entry, states);
}

/** Some systems write a date like 9999-12-31, or one of year 1, where there is none. */
const NEVER = Date.UTC(2099, 0);

/** A time in ms since 1970: ISO 8601, as the specification has it, or seconds or milliseconds; undefined for none. */
export function timeIn(value: unknown): number | undefined {
	const text = asText(value).trim();
	const unix = /^\d{10}(\d{3})?$/.test(text) && Number(text) * (text.length === 10 ? 1000 : 1);
	const time = unix || (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN);
	return time > 0 && time < NEVER ? time : undefined;
}
