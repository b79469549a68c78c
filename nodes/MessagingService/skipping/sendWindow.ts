import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { exact, switchField, textField } from '../fields/common';
import { groupOf } from '../parameters/optionReaders';
import type { Step } from '../run/run';
import { parseTime } from '../values/time';
import { asText, listOf } from '../values/given';
import { isNot } from '../values/words';

/** The hours of some days at which messages may go out, by the clock on the wall of a time zone. */
export type SendWindow = {
	/** From 1 for Monday to 7. A window over midnight belongs to the day on which it begins. */
	weekdays: Set<number>;
	/** In minutes since midnight. If it is not before `closes`, the window ends on the next day. */
	opens: number;
	closes: number;
	timeZone: string;
};

const DAY_MINUTES = 24 * 60;

/** In the order of luxon's numbers, which begin with 1. */
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const weekdays = {
	displayName: 'Weekdays',
	name: 'weekdays',
	type: 'multiOptions',
	// In the order of the week, not of the alphabet.
	options: DAYS.map((value) => ({ name: value[0].toUpperCase() + value.slice(1), value })),
	default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
	description: 'Days on which messages may go out',
} satisfies INodeProperties;

const opens = textField('Opens', 'opens', {
	default: '09:00',
	placeholder: 'e.g. 09:00',
	description: 'Time of day from which messages may go out, from 00:00 to 23:59',
});

const closes = textField('Closes', 'closes', {
	default: '20:00',
	placeholder: 'e.g. 20:00',
	description:
		"Time of day until which messages may go out, up to 24:00. If it's before 'Opens', the window ends on the next day. If both are the same, the window is the whole day.",
});

const timeZone = textField('Time Zone', 'timeZone', {
	placeholder: 'e.g. Europe/Vilnius',
	description:
		"Time zone of 'Opens' and 'Closes': UTC, or a name with a place, no abbreviation. Leave empty for the time zone of the workflow. n8n's own default is America/New_York; set yours in the workflow's settings.",
});

export const sendWindow: INodeProperties[] = [
	switchField('Send Window', 'sendWindow', {
		description:
			"Whether to send only at certain hours. At any other time, the node doesn't send the item but marks it outsideWindow, and nothing sends it later by itself. The field sendAfter says when it may go out.",
	}),
	...updateDisplayOptions(
		{ show: { sendWindow: [true] } },
		[weekdays, opens, closes, timeZone].map(exact),
	),
];

/** The window of an item's options, by default in the workflow's time zone. @throws Problem if a field is wrong */
export function readSendWindow(given: IDataObject, defaultZone: string): SendWindow {
	// An expression that found nothing doesn't stand for the default.
	const read = (field: INodeProperties) =>
		field.name in given ? given[field.name] : field.default;
	const begin = readTimeOfDay(read(opens), opens, DAY_MINUTES - 1);
	const end = readTimeOfDay(read(closes), closes, DAY_MINUTES);
	const hours = begin === end ? { opens: 0, closes: DAY_MINUTES } : { opens: begin, closes: end };
	const timeZone = readTimeZone(given.timeZone, defaultZone);
	return { weekdays: readWeekdays(read(weekdays)), ...hours, timeZone };
}

/** Hours and minutes as minutes; a database or a spreadsheet may add seconds. */
function readTimeOfDay(given: unknown, field: typeof opens, latest: number): number {
	const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(asText(given).trim()) ?? [];
	const read = Number(hours) * 60 + Number(minutes);
	if (read <= latest) return read;
	throw new Problem(
		isNot(`'${field.displayName}' of 'Send Window'`, "isn't a time of day", given),
		`Enter hours and minutes from 00:00 to ${latest < DAY_MINUTES ? '23:59' : '24:00'}, for example ${field.default}.`,
	);
}

/** The numbers of the days, which an expression may give as a list or separated by commas. */
function readWeekdays(given: unknown): Set<number> {
	const days = listOf(given, ',').map((day) => asText(day).trim().toLowerCase());
	const advice = "Choose at least one day, or turn off 'Send Window'.";
	if (!days.length) throw new Problem("'Weekdays' of 'Send Window' is empty", advice);
	const unknown = days.find((day) => !DAYS.includes(day));
	if (unknown === undefined) return new Set(days.map((day) => DAYS.indexOf(day) + 1));
	throw new Problem(
		`'Weekdays' of 'Send Window' has an entry that isn't a day: ${unknown}`,
		`Choose from ${DAYS.join(', ')}.`,
	);
}

/** Names of a place, and those that mean the same everywhere: BST is London's summer time, but Dhaka's time to Node.js. */
const OF_PLACE = /^[a-z]+\/|^(?:UTC|GMT)$/i;

/** Its name: luxon would take the word local too, and mean the server's. */
function readTimeZone(given: unknown, defaultZone: string): string {
	const own = asText(given).trim();
	const name = own || defaultZone;
	if (OF_PLACE.test(name) && parseTime(Date.now(), name)) return name;
	throw new Problem(
		isNot(
			`${own ? '' : "The workflow's "}'Time Zone' of 'Send Window'`,
			"isn't a time zone of a place",
			own ? given : name,
		),
		'Enter its name, such as Europe/London, or UTC: an abbreviation means different times in different countries. Or leave it empty for the time zone of the workflow.',
	);
}

/** A date and time in a time zone, of n8n's own luxon. */
type Time = NonNullable<ReturnType<typeof parseTime>>;

/** Skips the items whose window is not open now: each comes out with the next moment at which it is. */
export const skipOutsideWindow: Step = async (run, items) => {
	const timeZone = run.context.getTimezone();
	const now = Date.now();
	/** The next open moment by window: mostly the same for all items. */
	const known = new Map<string, Time>();
	for (const item of items) {
		const given = groupOf(item.options, 'skipMessages') ?? {};
		const key = JSON.stringify(given, (_name, value: unknown) => value ?? null);
		try {
			const next = known.get(key) ?? nextInside(readSendWindow(given, timeZone), now);
			known.set(key, next);
			if (next.toMillis() === now) continue;
			const { to } = item.readRequest().body as { to: string };
			const sendAfter = next.toISO({ suppressMilliseconds: true });
			run.skip(item, { skipped: 'outsideWindow', to, sendAfter });
		} catch (error) {
			run.fail([item], error);
		}
	}
};

/** The first moment inside the window from `now` on (in ms since 1970): `now` itself, or a full minute. */
export function nextInside(window: SendWindow, now: number): Time {
	const time = parseTime(now, window.timeZone)!;
	if (isInside(window, time)) return time;
	let next = time.startOf('minute');
	do {
		let minutes = (window.opens - minuteOf(next) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
		// Not beyond where the clock is set: there a window may begin at any minute.
		while (minutes > 1 && next.plus({ minutes }).offset !== next.offset) {
			minutes = Math.ceil(minutes / 2);
		}
		next = next.plus({ minutes });
	} while (!isInside(window, next));
	return next;
}

function isInside({ weekdays, opens, closes }: SendWindow, time: Time): boolean {
	const minute = minuteOf(time);
	const isToday = weekdays.has(time.weekday);
	if (opens < closes) return isToday && minute >= opens && minute < closes;
	const isYesterday = weekdays.has(time.weekday === 1 ? 7 : time.weekday - 1);
	return (isToday && minute >= opens) || (isYesterday && minute < closes);
}

const minuteOf = ({ hour, minute }: Time): number => hour * 60 + minute;
