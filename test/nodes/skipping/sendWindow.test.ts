import fc from 'fast-check';

import type { SendWindow } from '../../../nodes/MessagingService/skipping/sendWindow';
import { nextInside, readSendWindow } from '../../../nodes/MessagingService/skipping/sendWindow';
import { parseTime } from '../../../nodes/MessagingService/values/time';
import { tries } from '../../support/properties';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MINUTE = 60_000;

/** The window of a form in Europe/Vilnius, unless it says another zone. */
const windowOf = (given: object) => readSendWindow({ ...given }, 'Europe/Vilnius');

const late = { weekdays: ['wednesday'], opens: '22:00', closes: '02:00' };
const daily = (timeZone: string, opens: string) => ({ weekdays: DAYS, opens, timeZone });

it.each([
	// From Monday to Friday, 09:00 until 20:00, unless somebody says otherwise; the 25th is a Wednesday.
	[{}, '2026-11-25T09:00:00+02:00', 'now'],
	[{}, '2026-11-25T08:59:59.999+02:00', '2026-11-25T09:00:00+02:00'],
	[{}, '2026-11-27T20:00:00+02:00', '2026-11-30T09:00:00+02:00'],
	// What is Wednesday elsewhere may be Thursday here.
	[{}, '2026-11-25T23:30:00Z', '2026-11-26T09:00:00+02:00'],
	// A window over midnight belongs to the day on which it begins.
	[late, '2026-11-26T01:59:00+02:00', 'now'],
	[late, '2026-11-26T02:00:00+02:00', '2026-12-02T22:00:00+02:00'],
	[late, '2026-11-25T01:00:00+02:00', '2026-11-25T22:00:00+02:00'],
	// The clocks go from 03:00 to 04:00 in the night to 2026-03-29.
	[daily('Europe/Vilnius', '03:30'), '2026-03-29T02:00:00+02:00', '2026-03-29T04:00:00+03:00'],
	// And from 04:00 back to 03:00 in the night to 2026-10-25.
	[daily('Europe/Vilnius', '03:30'), '2026-10-25T02:00:00+03:00', '2026-10-25T03:30:00+03:00'],
	// By half an hour, from 02:00 to 02:30 on 2026-10-04.
	[
		daily('Australia/Lord_Howe', '02:15'),
		...['2026-10-04T01:00:00+10:30', '2026-10-04T02:30:00+11:00'],
	],
	// A Friday that never was.
	[daily('Pacific/Apia', '09:00'), '2011-12-29T20:00:00-10:00', '2011-12-31T09:00:00+14:00'],
] as Array<[object, string, string]>)('The window %j, at %s, is open %s', (given, now, then) => {
	const next = nextInside(windowOf(given), Date.parse(now));
	const isNow = next.toMillis() === Date.parse(now);
	expect(isNow ? 'now' : next.toISO({ suppressMilliseconds: true })).toBe(then);
});

/** The hours and the weekday that a clock on the wall shows, as the platform has them. */
function wallClock(timeZone: string): (time: number) => { day: number; minute: number } {
	const shown = { weekday: 'long', hour: 'numeric', minute: 'numeric' } as const;
	const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...shown });
	return (time) => {
		const parts = format.formatToParts(time);
		const part = (type: string) => parts.find((one) => one.type === type)!.value;
		const day = DAYS.indexOf(part('weekday').toLowerCase());
		return { day, minute: Number(part('hour')) * 60 + Number(part('minute')) };
	};
}

/** Whether the clock on the wall shows a time of the window: said once more, in other words. */
function contains(window: SendWindow, { day, minute }: { day: number; minute: number }): boolean {
	const isOn = (index: number) => window.weekdays.has(((index + 7) % 7) + 1);
	const begun = isOn(day) && minute >= window.opens && minute < window.closes;
	if (window.opens < window.closes) return begun;
	return (isOn(day) && minute >= window.opens) || (isOn(day - 1) && minute < window.closes);
}

const clockTime = fc
	.record({ hour: fc.nat(23), minute: fc.constantFrom(0, 0, 1, 15, 30, 45, 59) })
	.map(({ hour, minute }) => `${hour}:${String(minute).padStart(2, '0')}`);

/** Days on which something is up with the clock, and any other. */
const nows = fc.oneof(
	fc
		.record({
			day: fc.constantFrom(
				...['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04'],
				...['2011-12-30', '2026-12-31', '2028-02-29'],
			),
			minutes: fc.integer({ min: -3 * 1440, max: 2 * 1440 }),
			ms: fc.constantFrom(0, 0, 1, 59_999),
		})
		.map(({ day, minutes, ms }) => Date.parse(day) + minutes * MINUTE + ms),
	fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2035-01-01') }),
);

const windows = fc.record({
	weekdays: fc.subarray(DAYS, { minLength: 1 }),
	opens: clockTime,
	closes: fc.oneof({ weight: 9, arbitrary: clockTime }, fc.constant('24:00')),
	timeZone: fc.constantFrom(
		...['Europe/Vilnius', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'],
		...['Asia/Kathmandu', 'America/Sao_Paulo', 'Africa/Casablanca', 'America/St_Johns'],
	),
});

it('For any window, time zone and time the moment is inside, and no full minute before it is', () => {
	const seen = { inside: 0, outside: 0 };
	fc.assert(
		fc.property(windows, nows, (given, now) => {
			const window = windowOf(given);
			const clock = wallClock(given.timeZone);
			const isInside = (time: number) => contains(window, clock(time));
			const next = nextInside(window, now).toMillis();
			expect(isInside(next)).toBe(true);
			seen[next === now ? 'inside' : 'outside']++;
			if (next === now) return;
			expect(next).toBeGreaterThan(now);
			expect(next % MINUTE).toBe(0);
			expect(isInside(now)).toBe(false);
			const minutes = Math.ceil((next - now) / MINUTE);
			// A window that the clock jumps over comes a week later.
			expect(minutes).toBeLessThanOrEqual(15 * 1440);
			// All of a day, beyond it some, and the last ones.
			for (let back = 1; back < minutes; back += back < 1440 ? 1 : 37) {
				if (isInside(next - back * MINUTE)) throw new Error(`${back} minutes earlier is inside`);
			}
		}),
		tries(150),
	);
	expect(Object.values(seen).every((count) => count > 20)).toBe(true);
});

it('The moment is found in few steps, also across days on which the clock is set', () => {
	const time = parseTime(Date.now(), 'UTC')!;
	const steps = jest.spyOn(Object.getPrototypeOf(time) as typeof time, 'plus');
	fc.assert(
		fc.property(windows, nows, (given, now) => {
			steps.mockClear();
			nextInside(windowOf(given), now);
			// Minute by minute, a day took 1,440 of them.
			expect(steps.mock.calls.length).toBeLessThan(150);
		}),
		tries(80),
	);
	steps.mockRestore();
});

/** What to do about a field that is wrong. */
const ADVICE: Record<string, RegExp> = {
	opens: /from 00:00 to 23:59, for example 09:00\.$/,
	closes: /from 00:00 to 24:00, for example 20:00\.$/,
	weekdays: /^Choose (at least one day|from monday, tuesday)/,
	timeZone: /^Enter its name/,
};

describe('A send window is refused', () => {
	it.each<[object, string]>([
		[{ opens: '25:00' }, "'Opens' of 'Send Window' isn't a time of day: 25:00"],
		[{ opens: 9 }, "'Opens' of 'Send Window' isn't a time of day: 9"],
		[{ opens: ' ' }, "'Opens' of 'Send Window' is empty"],
		[{ opens: undefined }, "'Opens' of 'Send Window' is empty"],
		...['24:01', '09:00:30', '8:00 pm', '2026-11-25'].map((closes): [object, string] => [
			{ closes },
			`'Closes' of 'Send Window' isn't a time of day: ${closes}`,
		]),
		[{ weekdays: [] }, "'Weekdays' of 'Send Window' is empty"],
		[
			{ weekdays: ['monday', 'Mon'] },
			"'Weekdays' of 'Send Window' has an entry that isn't a day: mon",
		],
		[{ weekdays: 1 }, "'Weekdays' of 'Send Window' has an entry that isn't a day: 1"],
		[{ weekdays: null }, "'Weekdays' of 'Send Window' is empty"],
		...['Mars', '+02:00', 2].map((timeZone): [object, string] => [
			{ timeZone },
			`'Time Zone' of 'Send Window' isn't a time zone of a place: ${timeZone}`,
		]),
	])('that has %j', (given, message) => {
		const description: unknown = expect.stringMatching(ADVICE[Object.keys(given)[0]]);
		expect(() => windowOf(given)).toThrow(expect.objectContaining({ message, description }));
	});

	it.each(['BST', 'EST5EDT', 'Japan', 'Zulu', 'gb', 'Mars'])('of no place: %s', (timeZone) => {
		const words = `'Time Zone' of 'Send Window' isn't a time zone of a place: ${timeZone}`;
		expect(() => readSendWindow({ timeZone }, 'UTC')).toThrow(words);
		expect(() => readSendWindow({}, timeZone)).toThrow(`The workflow's ${words}`);
	});

	it('but for UTC, GMT, and all names of a place', () => {
		const places = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
		for (const timeZone of [...places, 'utc', 'GMT', 'Etc/GMT+2', 'US/Eastern']) {
			expect(readSendWindow({ timeZone }, '').timeZone).toBe(timeZone);
		}
	});

	const wholeDay = { opens: 0, closes: 1440 };
	it.each([
		[{ opens: '9:00', closes: ' 20:00:00 ' }, {}],
		[{ weekdays: 'monday, Tuesday' }, { weekdays: new Set([1, 2]) }],
		[{ weekdays: [null, ' Monday', undefined, ' '] }, { weekdays: new Set([1]) }],
		[{ timeZone: '  ' }, {}],
		[{ timeZone: null }, {}],
		[{ timeZone: ' America/New_York ' }, { timeZone: 'America/New_York' }],
		[{}, {}],
		[{ opens: '09:00', closes: '09:00' }, wholeDay],
		[{ opens: '0:00', closes: '24:00' }, wholeDay],
	])('but not for %j', (given, different) => {
		const usual = { weekdays: new Set([1, 2, 3, 4, 5]), opens: 540, closes: 1200 };
		const read = { ...usual, timeZone: 'Europe/Vilnius', ...different };
		expect(windowOf(given)).toEqual(read);
	});
});
