import type { IDataObject } from 'n8n-workflow';

import type { States } from '../parameters/accountDefaults';
import { asText, isGiven } from '../values/words';
import { contract } from './contract';
import { isReportEntry } from './report';
import { isNoError } from './saysNo';

/** The state of a message, wherever the node gives it: pending until each part has arrived or failed. */
export type Delivery = 'delivered' | 'failed' | 'pending';

export function isIn(states: number[], state: unknown): boolean {
	return isGiven(state) && states.includes(Number(asText(state)));
}

/** Whether a part has failed: it has an error code, unless its state says how it ended (assumed). */
export function hasFailed(entry: IDataObject, { delivered, failed }: States): boolean {
	const { state, errorCode } = entry;
	// An entry that tells of no part may have the error code of the question.
	const isPart = isReportEntry(entry) && !isIn(delivered, state);
	return isIn(failed, state) || (isPart && !isNoError(errorCode));
}

/** Whether a part has arrived: it has a time of delivery and no error code, unless its state says so (assumed). */
export function hasArrived(entry: IDataObject, states: States): boolean {
	return (
		!hasFailed(entry, states) &&
		(isIn(states.delivered, entry.state) || timeIn(entry.delivered) !== undefined)
	);
}

export function hasEnded(entry: IDataObject, states: States): boolean {
	return hasFailed(entry, states) || hasArrived(entry, states);
}

/** Some systems write a date like 9999-12-31, or one of year 1, in place of no date. */
const NEVER = contract['part-arrived'].before;

/** A time in ms since 1970: of ISO 8601, as specified, or of seconds or milliseconds; else undefined. */
export function timeIn(value: unknown): number | undefined {
	const text = asText(value).trim();
	const unix = /^\d{10}(\d{3})?$/.test(text) && Number(text) * (text.length === 10 ? 1000 : 1);
	const time = unix || (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN);
	return time > 0 && time < NEVER ? time : undefined;
}
