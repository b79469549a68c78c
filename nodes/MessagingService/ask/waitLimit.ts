import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { oneOf } from '../values/optionReaders';
import { optionalTime } from '../values/readers';
import * as fields from './waitLimitField';

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** n8n takes this date for "for ever", and cannot wait beyond it. */
const isPossible = (time: Date) => time.getTime() <= WAIT_INDEFINITELY.getTime();

/** When a wait ends, by when it begins. */
export type WaitLimit = (begin: Date) => Date;

/**
 * The limit that the user set, or none.
 *
 * @param timeZone that of the workflow, for a date without a zone of its own
 * @throws Problem if it is no time to wait, or has passed already
 */
export function readWaitLimit(
	{ limitWaitTime }: IDataObject,
	timeZone: string,
	now: Date,
): WaitLimit {
	const given = (limitWaitTime as { values?: IDataObject } | undefined)?.values;
	if (!given) return () => WAIT_INDEFINITELY;
	const { limitType = 'afterTimeInterval' } = given;
	const type = oneOf(limitType, "'Limit Type'", ['afterTimeInterval', 'atSpecifiedTime']);
	if (type === 'atSpecifiedTime') return specifiedTime(given, timeZone, now);

	const { resumeAmount = fields.resumeAmount.default, resumeUnit = fields.resumeUnit.default } =
		given;
	const amountMs = Number(resumeAmount) * UNIT_MS[String(resumeUnit)];
	const limit: WaitLimit = (begin) => new Date(begin.getTime() + amountMs);
	if (!(amountMs > 0) || !isPossible(limit(now))) {
		throw new Problem(
			`'Limit Wait Time' isn't a time to wait: ${String(resumeAmount)} ${String(resumeUnit)}`,
			"Enter an 'Amount' above 0, in minutes, hours, or days.",
		);
	}
	return limit;
}

function specifiedTime({ maxDateAndTime }: IDataObject, timeZone: string, now: Date): WaitLimit {
	const given = optionalTime(maxDateAndTime, "'Max Date and Time'", timeZone, {});
	if (given === undefined) {
		throw new Problem(
			"'Max Date and Time' is empty",
			"Enter a date, or choose another 'Limit Type'.",
		);
	}
	const time = new Date(String(given));
	if (time <= now) {
		throw new Problem(
			`'Max Date and Time' has already passed: ${String(maxDateAndTime)}`,
			'Enter one that leaves time for an answer.',
		);
	}
	return () => time;
}
