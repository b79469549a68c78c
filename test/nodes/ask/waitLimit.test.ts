import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { readWaitLimit } from '../../../nodes/MessagingService/ask/waitLimit';

const now = new Date('2026-11-21T12:00:00Z');

/** When a wait ends that begins a minute after the limit was read. */
function endOf(values: IDataObject): Date {
	const limit = readWaitLimit({ limitWaitTime: { values } }, 'Europe/Vilnius', now);
	return limit(new Date('2026-11-21T12:01:00Z'));
}

const interval = (resumeAmount: unknown, resumeUnit: unknown): IDataObject => ({
	limitType: 'afterTimeInterval',
	resumeAmount: resumeAmount as number,
	resumeUnit: resumeUnit as string,
});
const date = (maxDateAndTime: unknown): IDataObject => ({
	limitType: 'atSpecifiedTime',
	maxDateAndTime: maxDateAndTime as string,
});

describe('Limit of waiting', () => {
	it('is none unless the user sets one', () => {
		for (const options of [{}, { limitWaitTime: {} }]) {
			expect(readWaitLimit(options, 'UTC', now)(now)).toBe(WAIT_INDEFINITELY);
		}
	});

	it.each([
		[interval(45, 'minutes'), '2026-11-21T12:46:00.000Z'],
		[interval(1.5, 'hours'), '2026-11-21T13:31:00.000Z'],
		[interval('2', 'days'), '2026-11-23T12:01:00.000Z'],
		[{ limitType: 'afterTimeInterval' }, '2026-11-21T13:01:00.000Z'],
	])('%j is counted from when the SMS is out', (values, end) => {
		expect(endOf(values).toISOString()).toBe(end);
	});

	it.each([
		['2026-11-22T09:00:00', '2026-11-22T07:00:00.000Z'],
		['2026-11-22T09:00:00Z', '2026-11-22T09:00:00.000Z'],
		['2026-11-22T09:00:00+05:00', '2026-11-22T04:00:00.000Z'],
		// It passes while the service keeps the SMS waiting.
		['2026-11-21T12:00:30Z', '2026-11-21T12:00:30.000Z'],
	])('%s is a date, of the time zone of the workflow if it names none', (given, end) => {
		expect(endOf(date(given)).toISOString()).toBe(end);
	});

	it.each([
		[interval(0, 'hours'), "'Limit Wait Time' isn't a time to wait: 0 hours"],
		[interval(-1, 'hours'), "'Limit Wait Time' isn't a time to wait: -1 hours"],
		[interval('soon', 'hours'), "'Limit Wait Time' isn't a time to wait: soon hours"],
		[interval(1, 'moons'), "'Limit Wait Time' isn't a time to wait: 1 moons"],
		[interval(1e9, 'days'), "'Limit Wait Time' isn't a time to wait: 1000000000 days"],
		[
			{ limitType: 'never' },
			"'Limit Type' is neither afterTimeInterval nor atSpecifiedTime: never",
		],
		[date(''), "'Max Date and Time' is empty"],
		[date(undefined), "'Max Date and Time' is empty"],
		[date('soon'), "'Max Date and Time' isn't a date: soon"],
		[date('3500-01-01T00:00:00Z'), "'Max Date and Time' isn't a date: 3500-01-01T00:00:00Z"],
		[date('2026-11-21T11:59:59Z'), "'Max Date and Time' has already passed: 2026-11-21T11:59:59Z"],
	])('%j is refused', (values, message) => {
		expect(() => endOf(values)).toThrow(message);
	});
});
