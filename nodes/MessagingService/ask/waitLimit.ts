import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { oneOf } from '../values/optionReaders';
import { optionalTime } from '../values/readers';

const resumeAmount = {
	displayName: 'Amount',
	name: 'resumeAmount',
	type: 'number',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 1,
	description: 'How many minutes, hours, or days to wait',
} satisfies INodeProperties;

const resumeUnit = {
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
	description: "Unit of time that 'Amount' is in",
} satisfies INodeProperties;

/** How long to wait for an answer, as an entry of the options: in the shape of n8n's own nodes. */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'How long to wait for an answer. After that, the workflow continues without one and the link expires.',
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
							description: 'Wait for some time after the SMS is sent',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Wait until a date and time',
						},
					],
					default: 'afterTimeInterval',
					description: 'How to set the limit',
				},
				resumeAmount,
				resumeUnit,
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'When to continue without an answer',
				},
			],
		},
	],
};

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** n8n takes this date for "forever", and can't wait beyond it. */
const isPossible = (time: Date) => time.getTime() <= WAIT_INDEFINITELY.getTime();

/** Gives the end of a wait by its begin. */
export type WaitLimit = (begin: Date) => Date;

/**
 * Reads the user's limit; without one, n8n waits forever.
 *
 * @param timeZone that of the workflow, for a date without a zone of its own
 * @throws Problem if it isn't a time to wait, or has already passed
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

	const { resumeAmount: amount = resumeAmount.default, resumeUnit: unit = resumeUnit.default } =
		given;
	const amountMs = Number(amount) * UNIT_MS[String(unit)];
	const limit: WaitLimit = (begin) => new Date(begin.getTime() + amountMs);
	if (!(amountMs > 0) || !isPossible(limit(now))) {
		throw new Problem(
			`'Limit Wait Time' isn't a time to wait: ${String(amount)} ${String(unit)}`,
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
