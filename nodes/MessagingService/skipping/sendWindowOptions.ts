import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { group } from '../fields/group';
import { asText } from '../values/parsing';
import type { SendWindow } from './sendWindow';

/** In the order of luxon's numbers, which begin with 1. */
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const DAY_MINUTES = 24 * 60;

const weekdays = {
	displayName: 'Weekdays',
	name: 'weekdays',
	type: 'multiOptions',
	// In the order of the week, not of the alphabet.
	options: DAYS.map((value) => ({ name: value[0].toUpperCase() + value.slice(1), value })),
	default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
	description: 'The days on which messages may go out',
} satisfies INodeProperties;

const from = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '09:00',
	placeholder: 'e.g. 09:00',
	description: 'The time of day from which messages may go out, from 00:00 to 23:59',
} satisfies INodeProperties;

const until = {
	displayName: 'Until',
	name: 'until',
	type: 'string',
	default: '20:00',
	placeholder: 'e.g. 20:00',
	description:
		'The time of day until which messages may go out, up to 24:00. If it is before the time in From, the window ends on the next day. If both are the same, it is the whole day.',
} satisfies INodeProperties;

const timeZone = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Vilnius',
	description: 'Where it has to be that time. Leave empty for the time zone of the workflow.',
} satisfies INodeProperties;

/** An entry of the options: messages go out at some hours of some days only. */
export const sendWindow: INodeProperties = group(
	{
		displayName: 'Send Window',
		name: 'sendWindow',
		description:
			'Sends at these hours only. At any other time, an item is not sent, and comes out marked outsideWindow, with the time from which it may go out in sendAfter.',
	},
	[weekdays, from, until, timeZone],
);

/**
 * The window that an item's options give.
 *
 * @param given the fields of the group
 * @param usualZone the workflow's time zone
 * @throws Problem if one of them is wrong
 */
export function readSendWindow(given: IDataObject, usualZone: string): SendWindow {
	// What an expression did not find is not taken for what is usual.
	const read = (field: INodeProperties) =>
		field.name in given ? given[field.name] : field.default;
	const begin = readTimeOfDay(read(from), 'From', DAY_MINUTES - 1);
	const end = readTimeOfDay(read(until), 'Until', DAY_MINUTES);
	const isWholeDay = begin === end;
	return {
		weekdays: readWeekdays(read(weekdays)),
		from: isWholeDay ? 0 : begin,
		until: isWholeDay ? DAY_MINUTES : end,
		timeZone: readTimeZone(given.timeZone, usualZone),
	};
}

/** Hours and minutes as minutes; a database or a spreadsheet may add seconds. */
function readTimeOfDay(given: unknown, name: string, latest: number): number {
	const text = asText(given).trim();
	const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(text) ?? [];
	const read = Number(hours) * 60 + Number(minutes);
	if (read <= latest) return read;
	throw new Problem(
		`'${name}' of 'Send Window' is ${text ? `not a time of day: ${text}` : 'empty'}`,
		`Give hours and minutes from 00:00 to ${latest < DAY_MINUTES ? '23:59' : '24:00'}, e.g. ${name === 'From' ? from.default : until.default}.`,
	);
}

/** The numbers of the days, which an expression may give as a list or separated by commas. */
function readWeekdays(given: unknown): Set<number> {
	const days = (Array.isArray(given) ? given : asText(given).split(','))
		.map((day) => asText(day).trim().toLowerCase())
		.filter(Boolean);
	const advice = "Choose at least one day, or remove 'Send Window'.";
	if (!days.length) throw new Problem("'Weekdays' of 'Send Window' is empty", advice);
	const unknown = days.find((day) => !DAYS.includes(day));
	if (unknown === undefined) return new Set(days.map((day) => DAYS.indexOf(day) + 1));
	throw new Problem(
		`'Weekdays' of 'Send Window' has something that is no day: ${unknown}`,
		`Choose from ${DAYS.join(', ')}.`,
	);
}

/** Its name: luxon would take the word local too, and mean the server's. */
function readTimeZone(given: unknown, usual: string): string {
	const name = asText(given ?? '').trim() || usual;
	if (/^[a-z]/i.test(name) && isTimeZone(name)) return name;
	throw new Problem(
		`'Time Zone' of 'Send Window' is not a time zone: ${name}`,
		'Give its name, such as Europe/Vilnius, or leave it empty for the time zone of the workflow.',
	);
}

function isTimeZone(name: string): boolean {
	try {
		return !!new Intl.DateTimeFormat('en', { timeZone: name });
	} catch {
		return false;
	}
}
