import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import type { ReadValue } from '../../../nodes/MessagingService/values/readers';
import { optionalFutureTime, optionalTime } from '../../../nodes/MessagingService/values/readers';
import { tries } from '../../support/properties';

/** What was read for a parameter called Given, in a workflow in Vilnius. */
const reading = (read: ReadValue, value: unknown) =>
	read(value, 'Given', { timeZone: 'Europe/Vilnius', options: {} });

const thrown = (message: unknown, description: string) =>
	expect.objectContaining({ message, description });

describe('A time', () => {
	it.each([undefined, null, ''])('is left out if it is blank: %j', (value) => {
		expect(reading(optionalTime, value)).toBeUndefined();
	});

	it.each([
		['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
		// In Vilnius, in winter and in summer.
		['2027-01-31T09:00:00', '2027-01-31T07:00:00.000Z'],
		['2027-07-31T09:00:00', '2027-07-31T06:00:00.000Z'],
		['2027-01-31 09:00', '2027-01-31T07:00:00.000Z'],
		['2027-01-31', '2027-01-30T22:00:00.000Z'],
		['20270131T0900Z', '2027-01-31T09:00:00.000Z'],
		['2027-01-31T23:00:00.123-05:00', '2027-02-01T04:00:00.123Z'],
		[1_800_000_000.123, '2027-01-15T08:00:00.123Z'],
		[' 1800000000 ', '2027-01-15T08:00:00.000Z'],
		['1800000000.123', '2027-01-15T08:00:00.123Z'],
		[tryToParseDateTime('2027-01-15T08:00:00Z'), '2027-01-15T08:00:00.000Z'],
		[new Date(1_800_000_000_000), '2027-01-15T08:00:00.000Z'],
	])('is sent in UTC: %j', (value, time) => {
		expect(reading(optionalTime, value)).toBe(time);
	});

	it.each([
		...['soon', ' ', true, 'Room 5', '12', '9:00', '2027', '2027-02-30', '2027-01-31 9:00'],
		...['Sun, 31 Jan 2027 09:00:00 GMT', 'Sun Jan 31 2027 09:00:00 GMT+0200 (Eastern)'],
		...[
			'2027-01-31T09:00:00+02:00[Europe/Vilnius]',
			'01/02/2027',
			'1/31/2027 9:00 PM',
			'Jan 31 2027',
			'2027-01-31 09:00 PM',
			'2027-1-5',
		],
		...[0, 1, -1, 20270131, 46053, 46053.5, Number.NaN, Infinity, 1e300, 1.8e15, '1.8e12', '46053'],
		...['+1800000000', '180000000e1', ' 2027-02-30 '],
		...['1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '+010000-01-01', '0001-01-01'],
		...[['2027-01-31'], [1_800_000_000_000], {}, new Date(0), new Date(Number.NaN)],
	])('is none: %j', (value) => {
		expect(() => reading(optionalTime, value)).toThrow(
			thrown(
				expect.stringMatching(/^Given (isn't a date|is empty)/),
				'Enter it like 2027-01-31T09:00:00Z, with a year from 2000 to 2099.',
			),
		);
	});

	const time = (text: string) => {
		try {
			return reading(optionalTime, text);
		} catch (error) {
			expect((error as Error).message).toBe(`Given isn't a date: ${text}`);
			return undefined;
		}
	};
	const two = (number: number) => String(Math.abs(number)).padStart(2, '0');

	it('is on a day of the calendar', () => {
		const given = fc.tuple(fc.integer({ min: 2001, max: 2098 }), fc.nat(13), fc.nat(33));
		fc.assert(
			fc.property(given, ([year, month, day]) => {
				const date = new Date(Date.UTC(year, month - 1, day, 9));
				const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
				const text = `${year}-${two(month)}-${two(day)}T09:00:00Z`;
				expect(time(text)).toBe(isReal ? date.toISOString() : undefined);
			}),
			tries(500),
		);
	});

	it('has an offset from -12:00 to +14:00, in any form', () => {
		const minute = fc.oneof(fc.constant(0), fc.nat({ max: 99 }));
		const given = fc.tuple(fc.integer({ min: -99, max: 99 }), minute);
		fc.assert(
			fc.property(given, ([hours, minutes]) => {
				const offset = (Math.abs(hours) * 60 + minutes) * (hours < 0 ? -1 : 1);
				const isReal = offset >= -720 && offset <= 840 && minutes < 60;
				const inUtc = new Date(Date.UTC(2027, 0, 31, 9) - offset * 60_000).toISOString();
				const [h, m] = [`${hours < 0 ? '-' : '+'}${two(hours)}`, two(minutes)];
				for (const text of [`2027-01-31T09:00:00${h}:${m}`, `2027-01-31 09:00 ${h}${m}`])
					expect(time(text)).toBe(isReal ? inUtc : undefined);
			}),
			tries(500),
		);
	});

	it('is from 2000 to 2099, or an error, whatever is given', () => {
		const number = fc.oneof(fc.double(), fc.integer(), fc.nat({ max: 2e13 }), fc.maxSafeInteger());
		const date = fc.date({ noInvalidDate: false });
		const likeTime = /^\d{1,5}[-/. ]?\d{1,2}[-/. ]?\d{1,4}([T ]\d{1,2}(:\d\d)?( ?[AP]M)?)?$/;
		const text = fc.oneof(number.map(String), date.map(String), fc.stringMatching(likeTime));
		fc.assert(
			fc.property(fc.oneof(number, date, text, fc.string(), fc.anything()), (value) => {
				try {
					const time = reading(optionalTime, value);
					if (time !== undefined) expect(time).toMatch(/^20\d\d-.+Z$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
				}
			}),
			tries(2_000),
		);
	});

	it('of seconds is that of milliseconds', () => {
		const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_799 });
		fc.assert(
			fc.property(seconds, (value) => {
				const time = new Date(value * 1000).toISOString();
				const all = [value, String(value), value * 1000, String(value * 1000)];
				expect(all.map((given) => reading(optionalTime, given))).toEqual(all.map(() => time));
			}),
			tries(500),
		);
	});
});

describe('A time in the future', () => {
	const [minute, day] = [60_000, 86_400_000];
	const after = (ms: number) => new Date(Date.now() + ms).toISOString();

	it.each([day * 365, minute, 0, -minute, minute - day])('may be %d ms from now', (ms) => {
		const time = after(ms);
		expect(reading(optionalFutureTime, time)).toBe(time);
	});

	it.each([-minute - day, -365 * day])('is not %d ms from now', (ms) => {
		expect(() => reading(optionalFutureTime, after(ms))).toThrow(
			thrown(
				expect.stringMatching(/^Given passed more than a day ago: 20/),
				'Enter a time in the future. Without Given, the service starts at once.',
			),
		);
	});

	it('may be left out', () => {
		expect(reading(optionalFutureTime, '')).toBeUndefined();
	});
});
