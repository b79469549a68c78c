import { comparedBy, sortedBy } from '../copy/nodeKinds.ts';
import type { Play } from '../play/round.ts';
import { cellAt, cellsOf, DAY_MS, isPlain, type Json } from '../worlds/world.ts';
import {
	givenTo,
	gotBy,
	isSamePerson,
	listsOfPeople,
	nameFor,
	personAt,
	type Base,
	wentOut,
} from './base.ts';
import { holds } from './locate.ts';
import { jsonRows, type Row } from '../worlds/rows.ts';
import { inOrder, leadsTo, outputOf } from './seen.ts';
import { isMoney } from './texts.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

interface Clock {
	/** As it stands there. */
	read: string;
	/** In minutes of the day. */
	at: number;
}

/** Words for the hours of a time: no half of the day is said by them. */
const HOURS = 'h|u|Uhr|uur|ч';
/** What stands between hours and minutes; a point only behind two digits, or before am or pm: else it's another number. */
const BETWEEN = `(?::|：|\\s?(?:${HOURS})\\s?|(?<=\\d\\d)[.]|[.](?=\\d\\d\\s?[ap][.]?m\\b))`;
const CLOCK = new RegExp(
	`(?<![\\d.,:])(\\d\\d?)${BETWEEN}(\\d\\d)(?!\\d)(?::\\d\\d)?(?:\\s?([ap])[.]?m\\b)?`,
	'gi',
);

/** The times of a day that a text says, however hours and minutes are set apart: "07:30", "7h30", "19 Uhr 30", "7.30 pm". */
export const clocksIn = (text: string): Clock[] =>
	[...text.matchAll(CLOCK)].flatMap(({ 0: read, 1: hour, 2: minute, 3: half, index }) => {
		const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
		const isClock = hours < 24 && Number(minute) < 60 && !isMoney(text, index, index + read.length);
		return isClock ? [{ read, at: hours * 60 + Number(minute) }] : [];
	});

/** What a clock shows at a time, in minutes of the day. */
export function clockAt(at: Date, timeZone = 'UTC'): number {
	const time = at.toLocaleTimeString('sv', { timeZone, timeStyle: 'short' });
	const [hour, minute] = time.split(':').map(Number);
	return hour * 60 + minute;
}

/** Whether a text says the hour alone of a time: "9 Uhr", "9am". */
const saysHour = (text: string, at: number) =>
	at % 60 === 0 &&
	[at / 60, (at / 60) % 12 || 12].some((hour) =>
		new RegExp(`(?<![\\d.,:])0?${hour}(?![\\d.,:]\\d|\\d)`).test(text),
	);

/** Ways to write a day. */
export function daysOf(at: Date): string[] {
	const [year, month, day] = at.toISOString().slice(0, 10).split('-');
	const names = (['long', 'short'] as const).map((style) =>
		at.toLocaleString('en', { month: style, timeZone: 'UTC' }),
	);
	return [
		...[`${year}-${month}-${day}`, `${day}.${month}.`, `${day}/${month}/`, `${month}/${day}/`],
		...[`${Number(day)}.${Number(month)}.`, `${Number(month)}/${Number(day)}/`],
		...names.flatMap((name) => [`${Number(day)} ${name}`, `${name} ${Number(day)}`]),
	];
}

/** The first of some words that stands in a text, not in the middle of a longer one. */
export const standsIn = (text: string, words: string[]) =>
	words.find((word) => {
		const at = text.indexOf(word);
		const isDigit = (sign = '') => /\d/.test(sign);
		return (
			at >= 0 &&
			!isDigit(text[at - 1]) &&
			!(isDigit(word.at(-1)) && isDigit(text[at + word.length]))
		);
	});

interface Mistaken {
	/** As it stands in the text. */
	read: string;
	/** The field that it comes from. */
	field: string;
	why: string;
}

/** A time with its zone. */
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/;

/** Whether a cell names a time zone, such as Europe/Dublin. */
function isZone(cell: string): boolean {
	try {
		return /^\w+\/[\w/+-]+$/.test(cell) && clockAt(new Date(), cell) >= 0;
	} catch {
		return false;
	}
}

/** A time that is read in UTC, where the workflow has a time zone of its own. */
function inUtc(text: string, item: Json, timeZone: string | undefined): Mistaken[] {
	if (!timeZone || /\b(UTC|GMT)\b/.test(text)) return [];
	const cells = cellsOf(item).map(([path, cell]) => [path, String(cell)] as const);
	const isZoned = (cell: string) => ZONED.test(cell) && Number.isFinite(Date.parse(cell));
	const said = clocksIn(text);
	const zones = [timeZone, ...cells.map(([, cell]) => cell).filter(isZone)];
	// What is the end in UTC may be the beginning here, or the time where somebody is.
	const isRight = (time: number) =>
		cells.some(([, cell]) =>
			isZoned(cell)
				? zones.some((zone) => clockAt(new Date(cell), zone) === time)
				: clocksIn(cell).some(({ at }) => at === time),
		);
	return cells.flatMap(([path, cell]) => {
		if (!isZoned(cell)) return [];
		const at = new Date(cell);
		const [own, utc] = [clockAt(at, timeZone), clockAt(at)];
		const found = said.find((clock) => clock.at === utc);
		if (!found || isRight(utc)) return [];
		if (said.some((clock) => clock.at === own) || saysHour(text, own)) return [];
		const time = at.toLocaleTimeString('sv', { timeZone, timeStyle: 'short' });
		const why = `the time in UTC. In ${timeZone} it's ${time}`;
		return [{ read: found.read, field: path.join('.'), why }];
	});
}

/** The times of a day in cells, by the clock of the workflow or as they stand there, with the month if a day stands before. */
const timesIn = (rows: Json[], timeZone: string | undefined) =>
	cellsOf(rows).flatMap(([path, value]) => {
		const cell = String(value);
		const isZoned = ZONED.test(cell) && Number.isFinite(Date.parse(cell));
		const own = isZoned ? [clockAt(new Date(cell), timeZone)] : [];
		const [month, day] = (/^\d{4}-(\d\d)-(\d\d)[T ]/.exec(cell) ?? []).slice(1).map(Number);
		return [...own, ...clocksIn(cell).map(({ at }) => at)].map((at) => ({
			...{ field: path.slice(1).join('.'), at, month, day },
		}));
	});

const WORD_BEHIND = new RegExp(`^\\s?(?!(?:${HOURS})(?!\\p{L}))\\p{L}`, 'u');

/** A time of the afternoon as a clock of twelve hours shows it, without am or pm: people read one of the morning. */
function inHalfDay(text: string, rows: Json[], timeZone: string | undefined): Mistaken[] {
	const said = clocksIn(text);
	const times = timesIn(rows, timeZone);
	return times.flatMap(({ field, at }) => {
		const half = at - 12 * 60;
		// Words behind it may say which half of the day it is, in any language; with these, no zero stands before it.
		const found = said.find(
			(clock) =>
				clock.at === half &&
				clock.read.startsWith('0') &&
				!WORD_BEHIND.test(text.slice(text.indexOf(clock.read) + clock.read.length)),
		);
		const isKnown = said.some((clock) => clock.at === at) || times.some((one) => one.at === half);
		if (half < 60 || !found || isKnown) return [];
		const why = 'the hour is one of twelve, and nothing says that it is after noon';
		return [{ read: found.read, field, why }];
	});
}

/** A time with its month in the place of its minutes. */
function withMonth(text: string, rows: Json[], timeZone: string | undefined): Mistaken[] {
	const said = clocksIn(text);
	const times = timesIn(rows, timeZone);
	return times.flatMap(({ field, at, month = NaN }) => {
		const hour = Math.floor(at / 60);
		const wrong = hour * 60 + month;
		// "10.12" is a day, too.
		const isDay = times.some((one) => one.day === hour && one.month === month);
		const found = said.find((one) => one.at === wrong && !(isDay && /^[\d.]+$/.test(one.read)));
		const isKnown = said.some((clock) => clock.at === at) || times.some((one) => one.at === wrong);
		const why = 'the month stands in the place of the minutes';
		return found && !isKnown ? [{ read: found.read, field, why }] : [];
	});
}

/** A day that is counted from another one than a sheet counts from. */
const bySheet = (text: string, item: Json): Mistaken[] =>
	cellsOf(item).flatMap(([path, cell]) => {
		const count = Math.floor(Number(cell));
		if (!/^\d{5}(\.\d+)?$/.test(String(cell)) || count < 40_000 || count > 60_000) return [];
		const day = (more: number) => new Date(Date.UTC(1899, 11, 30) + (count + more) * DAY_MS);
		const read = standsIn(text, [...daysOf(day(1)), ...daysOf(day(2))]);
		if (!read || standsIn(text, daysOf(day(0)))) return [];
		const why = `not the day that the sheet means by ${count}: ${day(0).toISOString().slice(0, 10)}. A sheet counts from 1899-12-30`;
		return [{ read, field: path.join('.'), why }];
	});

/** A code of digits without the zeros with which it begins: as a number, it has none. */
function withoutZeros(text: string, item: Json, given: Json[]): Mistaken[] {
	const cells = cellsOf(item).map(([path, cell]) => [path, String(cell)] as const);
	return cells.flatMap(([path, cell]) => {
		const read = cell.replace(/^0+/, '');
		const isCode = /^0\d{1,7}$/.test(cell) && read.length > 1;
		const isNumber = given.some((one) => cellsOf(one).some(([, value]) => value === Number(read)));
		const isElsewhere = cells.some(([, other]) => other === read);
		if (!isCode || !isNumber || isElsewhere) return [];
		if (!standsIn(text, [read]) || standsIn(text, [cell])) return [];
		return [
			{ read, field: path.join('.'), why: `it is ${cell}, and a number has no zeros in front` },
		];
	});
}

/** Numbers that are text, one behind the other, where their sum was meant. */
function joined({ lists, people, play }: Base, text: string, row?: Row): Mistaken[] {
	const own = row && people.filter((one) => one.list === row.list && isSamePerson(one, row));
	return lists
		.filter(({ at }) => at.length === 0)
		.map((list) => jsonRows(play.world.pins, list))
		.concat(own ? [own.map(({ json }) => json)] : [])
		.flatMap((rows) =>
			Object.keys(rows[0] ?? {}).flatMap((field) => {
				const cells = rows.map((row) => row[field]);
				const areDigits = cells.every(
					(cell) => typeof cell === 'string' && /^\d+([.,]\d+)?$/.test(cell),
				);
				const read = cells.join('');
				const why = 'these are texts, one behind the other, and not their sum';
				return areDigits && cells.length > 1 && read.length > 5 && text.includes(read)
					? [{ read, field, why }]
					: [];
			}),
		);
}

/** Times and amounts in texts that aren't those of the rows. */
export function misread(base: Base, play: Play): Breach[] {
	const { workflow, rounds } = play;
	const [round] = rounds;
	const timeZone = workflow.settings?.timezone as string | undefined;
	const found = wentOut(round).flatMap((sent) => {
		const row = personAt(base, sent.to);
		const node = workflow.nodes.find(({ name }) => name === sent.by);
		if (!node) return [];
		const given = givenTo(round, node);
		const own = row ? given.filter(holds(row)) : given;
		const items = [...own, ...(row ? [row.json] : [])];
		const hers = base.people.filter((one) => row && isSamePerson(one, row)).map(({ json }) => json);
		const [wrong] = [
			...items.flatMap((item) => [
				...inUtc(sent.text, item, timeZone),
				...bySheet(sent.text, item),
				...withoutZeros(sent.text, item, own),
			]),
			...inHalfDay(sent.text, hers, timeZone),
			...withMonth(sent.text, hers, timeZone),
			...joined(base, sent.text, row),
		];
		return wrong ? [{ sent, ...wrong }] : [];
	});
	return [...Map.groupBy(found, ({ sent, field }) => `${sent.by} ${field}`).values()].map((all) => {
		const [{ sent, read, field, why }] = all;
		const row = personAt(base, sent.to);
		const isIn = ([, cell]: [unknown, unknown]) =>
			isPlain(cell) && !ZONED.test(String(cell)) && standsIn(String(cell), [read]);
		const writes = inOrder(workflow, round).find(
			(node) =>
				!node.shows && node.name !== row?.list.node && cellsOf(outputOf(round, node)).some(isIn),
		);
		const who = nameFor(base, sent);
		const happened = `${who} reads ${read} in place of “${field}”: ${why}.`;
		const wrong = all.map((one) => one.sent);
		return toChange('misread', writes?.name ?? sent.by, happened, { field, wrong });
	});
}

/** A day or a number that is text, as what it stands for. */
export function valueOf(cell: unknown): number | undefined {
	if (typeof cell !== 'string') return undefined;
	const [, day, month, year] = /^(\d\d?)[./](\d\d?)[./](\d{4})$/.exec(cell.trim()) ?? [];
	if (year) return Date.UTC(Number(year), Number(month) - 1, Number(day));
	return /^\d+([.,]\d+)?$/.test(cell.trim()) ? Number(cell.replace(',', '.')) : undefined;
}

/** A node that sorts days or numbers that are text: by their letters. */
export const byLetters = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter(({ type, disabled }) => type.endsWith('.sort') && !disabled)
		.flatMap((node) => {
			const fields = sortedBy(node);
			const items = outputOf(round, node);
			const cellOf = (item: Json, { field }: { field: string }) => cellAt(item, field.split('.'));
			const found = fields.flatMap((by, place) => {
				const before = fields.slice(0, place);
				const groups = Map.groupBy(items, (item) => String(before.map((one) => cellOf(item, one))));
				return [...groups.values()].flatMap((rows) => {
					const values = rows.map((row) => valueOf(cellOf(row, by)));
					if (values.some((value) => value === undefined)) return [];
					const rises = values.toSorted((one, other) => one! - other!);
					const meant = by.order === 'descending' ? rises.toReversed() : rises;
					return String(meant) === String(values) ? [] : [{ rows, by }];
				});
			});
			if (found.length === 0) return [];
			/** The nodes that keep only the first ones. */
			const cuts = workflow.nodes.filter(
				(one) =>
					((one.type.endsWith('.limit') && !one.disabled) || comparedBy(one).length > 0) &&
					leadsTo(workflow, node.name, one.name),
			);
			const counts = found.find(({ by }) =>
				cuts.some((one) => !comparedBy(one).includes(by.field)),
			);
			// Which rows of those that are alike come first, then makes no difference.
			if (cuts.length > 0 && !counts) return [];
			const { rows, by } = counts ?? found[0];
			const cells = rows.map((row) => String(cellOf(row, by)));
			const happened = `“${node.name}” sorts by the letters of “${by.field}”: ${cells.slice(0, 3).join(', ')} come in this order.`;
			const people = base.people.filter((row) => rows.some(holds(row)));
			const wrong = people.flatMap((row) => gotBy(round, row));
			const more = { field: by.field, wrong, isAstray: true };
			return [(counts ? toChange : worthKnowing)('order', node.name, happened, more)];
		});

/** What has the form of a value: other digits in their places. */
const formOf = (value: string) =>
	value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d/g, '\\d');

/** What a text says where a row has nothing, in the form of what others have there, and that stands in no row. */
export const madeUp = (base: Base, { world, rounds: [round] }: Play): Breach[] =>
	listsOfPeople(base).flatMap((list) => {
		const rows = base.people.filter((row) => row.list === list);
		const paths = rows.flatMap(({ json }) => cellsOf(json).map(([path]) => path));
		const textOf = (row: Row) =>
			gotBy(round, row)
				.map(({ text }) => text)
				.join('\n');
		return [...new Map(paths.map((path) => [String(path), path])).values()].flatMap((path) => {
			const own = ({ json }: Row) => String(cellAt(json, path) ?? '');
			const full = rows.filter((row) => own(row) !== '');
			const empty = rows.find((row) => own(row) === '');
			const [form, ...others] = new Set(full.map((row) => formOf(own(row))));
			const isRead = full.every((row) => own(row).length > 2 && textOf(row).includes(own(row)));
			if (!empty || full.length < 2 || others.length > 0 || !form.includes('\\d') || !isRead)
				return [];
			const usual = [JSON.stringify(world.pins), ...full.map(textOf)].join('\n');
			const words = textOf(empty).match(new RegExp(`(?<!\\d)${form}(?!\\d)`, 'g'));
			const read = words?.find((word) => !usual.includes(word));
			const [sent] = gotBy(round, empty);
			const happened = `“${path.join('.')}” of ${empty.name} is empty, and ${read} stands in the text: “${sent?.text}”`;
			return read ? [worthKnowing('value', sent.by, happened)] : [];
		});
	});
