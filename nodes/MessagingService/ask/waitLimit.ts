import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { Problem } from '../shared/problems';
import { optionalTime } from '../shared/values';

/** How long to wait for an answer, as an entry of the options: in the shape of n8n's own nodes. */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for an answer. Then the workflow goes on without one, and the link says that it has expired.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Wait for a certain time after the SMS was sent',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Wait until a date and time',
						},
					],
					default: 'afterTimeInterval',
					description: 'How to give the limit',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'How many minutes, hours or days to wait',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					default: 'hours',
					description: 'What the amount counts',
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'When to go on without an answer',
				},
			],
		},
	],
};

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
	if (given.limitType === 'atSpecifiedTime') return specifiedTime(given, timeZone, now);

	const { resumeAmount = 1, resumeUnit = 'hours' } = given;
	const amountMs = Number(resumeAmount) * UNIT_MS[String(resumeUnit)];
	const limit: WaitLimit = (begin) => new Date(begin.getTime() + amountMs);
	if (!(amountMs > 0) || !isPossible(limit(now))) {
		throw new Problem(
			`Limit Wait Time is not a time to wait: ${String(resumeAmount)} ${String(resumeUnit)}`,
			'Give an amount above 0, in minutes, hours or days.',
		);
	}
	return limit;
}

function specifiedTime({ maxDateAndTime }: IDataObject, timeZone: string, now: Date): WaitLimit {
	const given = optionalTime(maxDateAndTime, 'Max Date and Time', timeZone, {});
	if (given === undefined) {
		throw new Problem('Max Date and Time is empty', 'Give a date, or another Limit Type.');
	}
	const time = new Date(String(given));
	if (!isPossible(time)) {
		throw new Problem(
			`Max Date and Time is too late: ${String(maxDateAndTime)}`,
			'Without Limit Wait Time, n8n waits for ever.',
		);
	}
	if (time <= now) {
		throw new Problem(
			`Max Date and Time has passed already: ${String(maxDateAndTime)}`,
			'Give one that leaves time for an answer.',
		);
	}
	return () => time;
}
