import type { IDataObject } from 'n8n-workflow';

import type { States } from '../parameters/accountDefaults';
import { asText, isGiven } from '../values/given';
import { contract } from './contract';
import { isReportEntry } from './report';
import { isNoError } from './saysNo';

/** The state of a message, wherever the node gives it: pending until each part has arrived or failed. */
export type Delivery = 'delivered' | 'failed' | 'pending';

export function isIn(states: number[], state: unknown): boolean {
	return isGiven(state) && states.includes(Number(asText(state)));
}

/** Whether a part has failed: it has an error code and no time of delivery, unless its state says how it ended (assumed). */
export function hasFailed(entry: IDataObject, states: States): boolean {
	// An entry that tells of no part may have the error code of the question.
	const isPart = isReportEntry(entry) && !isDelivered(entry, states);
	return isIn(states.failed, entry.state) || (isPart && !isNoError(entry.errorCode));
}

/** Whether a part has arrived: it has a time of delivery, unless its state says how it ended (assumed). */
export function hasArrived(entry: IDataObject, states: States): boolean {
	return !isIn(states.failed, entry.state) && isDelivered(entry, states);
}

/** Many services write a code such as NO_ERROR beside a time of delivery: the time counts. */
function isDelivered({ state, delivered }: IDataObject, states: States): boolean {
	return isIn(states.delivered, state) || timeIn(delivered) !== undefined || isShortTime(delivered);
}

export function hasEnded(entry: IDataObject, states: States): boolean {
	return hasFailed(entry, states) || hasArrived(entry, states);
}

/** Some systems write a date like 9999-12-31, or one of year 1, in place of no date. */
const NEVER = contract['part-arrived'].before;

/** A time in ms since 1970: of ISO 8601, as specified, or of seconds or milliseconds, not years ahead; else undefined. */
export function timeIn(value: unknown): number | undefined {
	const text = asText(value).trim();
	const unix = /^\d{10}(\d{3})?$/.test(text) && Number(text) * (text.length === 10 ? 1000 : 1);
	const time = unix || (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN);
	return time > 0 && time < (unix ? Date.now() + YEAR_MS : NEVER) ? time : undefined;
}

const YEAR_MS = 365 * 86_400_000;

/** Whether a value is a time as SMPP writes it, `yymmddhhmm` with or without seconds: delivered, in an unknown time zone. */
function isShortTime(value: unknown): boolean {
	const [, month, day, hour, minute] =
		/^\d\d(\d\d)(\d\d)(\d\d)(\d\d)(?:\d\d)?$/.exec(asText(value).trim()) ?? [];
	return +month > 0 && +month < 13 && +day > 0 && +day < 32 && +hour < 24 && +minute < 60;
}
