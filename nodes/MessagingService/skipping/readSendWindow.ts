import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asText, isNot } from '../values/parsing';
import type { SendWindow } from './sendWindow';
import { DAYS, from, until, weekdays } from './sendWindowOptions';

const DAY_MINUTES = 24 * 60;

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
	const text = asText(given ?? '').trim();
	const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(text) ?? [];
	const read = Number(hours) * 60 + Number(minutes);
	if (read <= latest) return read;
	throw new Problem(
		isNot(`'${name}' of 'Send Window'`, "isn't a time of day", given),
		`Enter hours and minutes from 00:00 to ${latest < DAY_MINUTES ? '23:59' : '24:00'}, for example ${name === 'From' ? from.default : until.default}.`,
	);
}

/** The numbers of the days, which an expression may give as a list or separated by commas. */
function readWeekdays(given: unknown): Set<number> {
	const days = (Array.isArray(given) ? given : asText(given ?? '').split(','))
		.map((day) =>
			asText(day ?? '')
				.trim()
				.toLowerCase(),
		)
		.filter(Boolean);
	const advice = "Choose at least one day, or turn off 'Send Window'.";
	if (!days.length) throw new Problem("'Weekdays' of 'Send Window' is empty", advice);
	const unknown = days.find((day) => !DAYS.includes(day));
	if (unknown === undefined) return new Set(days.map((day) => DAYS.indexOf(day) + 1));
	throw new Problem(
		`'Weekdays' of 'Send Window' has an entry that isn't a day: ${unknown}`,
		`Choose from ${DAYS.join(', ')}.`,
	);
}

/** Its name: luxon would take the word local too, and mean the server's. */
function readTimeZone(given: unknown, usual: string): string {
	const name = asText(given ?? '').trim() || usual;
	if (/^[a-z]/i.test(name) && isTimeZone(name)) return name;
	throw new Problem(
		isNot("'Time Zone' of 'Send Window'", "isn't a time zone", given ?? name),
		'Enter its name, such as Europe/Vilnius, or leave it empty for the time zone of the workflow.',
	);
}

function isTimeZone(name: string): boolean {
	try {
		return !!new Intl.DateTimeFormat('en', { timeZone: name });
	} catch {
		return false;
	}
}
