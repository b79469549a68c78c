import type { Workflow } from '../../n8n/types.ts';
import { names, nameOf } from './changes.ts';
import { decides, matches } from '../copy/nodeKinds.ts';
import { isInternational, isSamePhone, phoneIn } from './rows.ts';
import { type Cell, cellsOf, isPlain, type Pins, withCells } from './world.ts';

/** A field of a node, in whichever row. */
export const columnOf = ({ node, path }: Pick<Cell, 'node' | 'path'>) => `${node}\n${nameOf(path)}`;

export const cellsIn = (pins: Pins): Cell[] =>
	Object.entries(pins).flatMap(([node, items]) =>
		items.flatMap(({ json }) =>
			cellsOf(json).flatMap(([path, value]) =>
				isPlain(value) && nameOf(path) !== 'row_number' ? [{ node, path, value }] : [],
			),
		),
	);

/** Gives what a cell is, however it's spelled: a phone number by its digits, with its country code if another one has it; a code by its text. */
function meaning(all: Cell[]): (value: string | number) => string | undefined {
	const phones = [...new Set(all.flatMap(({ value }) => phoneIn(value) ?? []))]
		.filter(({ length }) => length > 7)
		.toSorted((one, other) => other.length - one.length);
	return (value) => {
		const text = String(value).trim();
		const phone = phoneIn(value);
		if (phone && phone.length > 7) return `phone ${phones.find((one) => isSamePhone(one, phone))}`;
		return /^(?=.*\d)[\w./#-]{2,40}$/.test(text) ? text : undefined;
	};
}

export interface Spelled {
	pins: Pins;
	/** What two nodes give in two spellings. */
	pairs: Array<[Cell, Cell]>;
}

/** Of several spellings, as text: the plainest, with the sign of an international number if it's there, and the most digits. */
const bestOf = (cells: Cell[]) =>
	cells
		.map(({ value }) => String(value).trim())
		.toSorted(
			(one, other) =>
				Number(/^\+?\w+$/.test(other)) - Number(/^\+?\w+$/.test(one)) ||
				Number(isInternational(other)) - Number(isInternational(one)) ||
				other.replace(/\D/g, '').length - one.replace(/\D/g, '').length,
		)[0];

/** Of this many values, two columns are the same. */
const ENOUGH = 2;

/** What two nodes give is spelled alike, as text, in columns that have some values in common. */
export function spelledAlike(pins: Pins): Spelled | undefined {
	const all = cellsIn(pins);
	const meant = meaning(all);
	const groups = [...Map.groupBy(all, ({ value }) => meant(value) ?? '').entries()]
		.filter(([same]) => same !== '')
		.map(([same, cells]) => ({ same, cells }));
	const pairs = groups.flatMap(({ cells: [one, ...others] }): Array<[Cell, Cell]> => {
		const other = others.find(({ node, value }) => node !== one.node && value !== one.value);
		return other ? [[one, other]] : [];
	});
	const linked = [...Map.groupBy(pairs, (pair) => pair.map(columnOf).join('\n')).values()];
	const isPhone = ([one]: [Cell, Cell]) => meant(one.value)?.startsWith('phone ');
	const found = linked.filter((some) => some.length >= ENOUGH || some.some(isPhone)).flat();
	if (found.length === 0) return undefined;
	const columns = new Set(found.flat().map(columnOf));
	const spelling = new Map(
		groups.map(({ same, cells }) => [
			same,
			bestOf(cells.filter((cell) => columns.has(columnOf(cell)))),
		]),
	);
	const change = (cell: Cell) => {
		const same = columns.has(columnOf(cell)) ? meant(cell.value) : undefined;
		return same === undefined ? cell.value : spelling.get(same);
	};
	return { pins: withCells(pins, change), pairs: found };
}

/** A number as text, without zeros in front. */
const AMOUNT = /^(0|[1-9]\d{0,5})(\.\d+)?$/;

/** Columns of numbers that are text, of different lengths, which nodes read. */
function amountsIn({ nodes }: Workflow, pins: Pins): Cell[] {
	const reading = nodes.filter(({ type }) =>
		/\.(if|filter|switch|code|function|functionItem)$/.test(type),
	);
	const found = [...Map.groupBy(cellsIn(pins), columnOf).values()].filter(
		(all) =>
			all.length > 1 &&
			all.every(({ value }) => typeof value === 'string' && AMOUNT.test(value)) &&
			names(reading, nameOf(all[0].path)),
	);
	return new Set(found.flat().map(wholeOf)).size > 1 ? found.flat() : [];
}

const wholeOf = ({ value }: Cell) => String(value).split('.')[0].length;

/** What text of digits is otherwise, in the same order, and of the same value. */
const OTHERWISE = {
	/** By the letters, too. */
	'of one length': (text: string, most: number) =>
		text.padStart(text.length + most - text.split('.')[0].length, '0'),
	/** And in the same order by the letters as before. */
	'one zero more': (text: string) => (text.includes('.') ? `${text}0` : `${text}.0`),
};

/** Numbers that are text, written otherwise; and the fields where they stand. */
export function withAmounts(
	how: keyof typeof OTHERWISE,
	workflow: Workflow,
	pins: Pins,
): { pins: Pins; fields: string[] } | undefined {
	const cells = amountsIn(workflow, pins);
	if (cells.length === 0) return undefined;
	const columns = new Set(cells.map(columnOf));
	const most = Math.max(...cells.map(wholeOf));
	const changed = withCells(pins, (cell) =>
		columns.has(columnOf(cell)) ? OTHERWISE[how](String(cell.value), most) : cell.value,
	);
	return { pins: changed, fields: [...new Set(cells.map(({ path }) => nameOf(path)))] };
}

/** An amount, with its currency or without: a letter before or behind makes a code of it. */
const WITH_CURRENCY =
	/^(?:\p{L}{0,2}\p{Sc}\s?|\p{L}{2,3}\.?\s)?((?:0|[1-9]\d*|[1-9]\d{0,2}(?:[.,' ]\d{3})+)(?:[.,]\d{1,2})?)(?:\s?\p{Sc}|\s?\p{L}{2,3}\.?)?$/u;

/** The amount that a text says, if only one can be meant. */
export function amountOf(text: string): number | undefined {
	const [, digits] = (text.length < 40 && WITH_CURRENCY.exec(text.trim())) || [];
	// A point before three digits may stand before thousands, or before parts.
	if (digits === undefined || /^\d{1,3}[.,]\d{3}$/.test(digits)) return undefined;
	const [, whole, cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits)!;
	return Number(`${whole.replace(/\D/g, '')}.${cents}`);
}

const SEPARATOR = /[.,' \u00a0](?=\d{3}(?:\D|$))/g;
/** Of such amounts, nobody can mean another one by the point or the comma. */
const GROUPED = /\d[.,' \u00a0]\d{3}[.,]\d{1,2}(?!\d)/;

/** Amounts with separators between thousands, and with cents, without the separators: the same ones. */
export function withoutSeparators(
	{ nodes }: Workflow,
	pins: Pins,
): { pins: Pins; cells: Cell[] } | undefined {
	const reading = nodes.filter((node) => !node.type.endsWith('.stickyNote') && !decides(node));
	const cells = [...Map.groupBy(cellsIn(pins), columnOf).values()].flatMap((all) => {
		const own = all.filter(({ value }) => String(value).trim() !== '');
		const areAmounts = own.every(({ value }) => amountOf(String(value)) !== undefined);
		const grouped = own.filter(({ value }) => GROUPED.test(String(value)));
		return areAmounts && names(reading, nameOf(all[0].path)) ? grouped : [];
	});
	if (cells.length === 0) return undefined;
	const change = (cell: Cell) =>
		cells.some((one) => one.value === cell.value && columnOf(one) === columnOf(cell))
			? String(cell.value).replace(SEPARATOR, '')
			: cell.value;
	return { pins: withCells(pins, change), cells };
}

/** Whether rows belong together by a field, or a condition compares it, as a text. */
const isCompared = (nodes: Workflow['nodes'], field: string): boolean =>
	names(
		nodes.filter(
			(node) =>
				matches(node) ||
				(decides(node) && !/"type":"number"/.test(JSON.stringify(node.parameters))),
		),
		field,
	);

/** Amounts that are text, in columns with numbers, are numbers too; and the fields where they stand. */
export function withNumbers(
	{ nodes }: Workflow,
	pins: Pins,
): { pins: Pins; fields: string[]; cells: Cell[] } | undefined {
	const reading = nodes.filter((node) => !node.type.endsWith('.stickyNote'));
	const texts = [...Map.groupBy(cellsIn(pins), columnOf).values()].flatMap((all) => {
		const own = all.filter(({ value }) => typeof value === 'string' && value.trim() !== '');
		const areAmounts = own.every(({ value }) => amountOf(String(value)) !== undefined);
		const isMixed =
			all.some(({ value }) => typeof value === 'number') &&
			!all.some(({ value }) => phoneIn(value));
		const field = nameOf(all[0].path);
		const isCounted = names(reading, field) && !isCompared(nodes, field);
		return isMixed && areAmounts && isCounted ? own : [];
	});
	if (texts.length === 0) return undefined;
	const columns = new Set(texts.map(columnOf));
	const change = (cell: Cell) =>
		columns.has(columnOf(cell)) ? (amountOf(String(cell.value)) ?? cell.value) : cell.value;
	const fields = [...new Set(texts.map(({ path }) => nameOf(path)))];
	return { pins: withCells(pins, change), fields, cells: texts };
}

/** A point in time in UTC, other than midnight: that may be a day alone. */
const IN_UTC = /^\d{4}-\d\d-\d\dT(?!00:00)\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** The same points in time, by the clock of a time zone. */
export function withOwnOffset(pins: Pins, timeZone: string): Spelled | undefined {
	const pairs: Spelled['pairs'] = [];
	const changed = withCells(pins, (cell) => {
		const at = new Date(IN_UTC.test(String(cell.value)) ? String(cell.value) : NaN);
		if (Number.isNaN(at.getTime())) return cell.value;
		const local = at.toLocaleString('sv', { timeZone }).replace(' ', 'T');
		const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 60_000);
		const digits = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
		const offset = digits.map((one) => String(one).padStart(2, '0')).join(':');
		const ms = String(at.getUTCMilliseconds()).padStart(3, '0');
		const value = `${local}.${ms}${minutes < 0 ? '-' : '+'}${offset}`;
		pairs.push([cell, { ...cell, value }]);
		return value;
	});
	return pairs.length > 0 ? { pins: changed, pairs } : undefined;
}
