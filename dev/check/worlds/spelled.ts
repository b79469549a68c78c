import type { Workflow } from '../../n8n/types.ts';
import { names, nameOf } from './changes.ts';
import { isInternational, phoneIn } from './rows.ts';
import { cellsOf, type Json, type Path, type Pins } from './world.ts';

/** A cell of what is given, and the node that gives it. */
export interface Cell {
	node: string;
	path: Path;
	value: string | number;
}

const isPlain = (cell: unknown): cell is string | number =>
	typeof cell === 'string' || typeof cell === 'number';

/** A field of a node, in whichever row. */
const columnOf = ({ node, path }: Pick<Cell, 'node' | 'path'>) => `${node}\n${nameOf(path)}`;

const cellsIn = (pins: Pins): Cell[] =>
	Object.entries(pins).flatMap(([node, items]) =>
		items.flatMap(({ json }) =>
			cellsOf(json).flatMap(([path, value]) =>
				isPlain(value) && nameOf(path) !== 'row_number' ? [{ node, path, value }] : [],
			),
		),
	);

function changed(
	value: unknown,
	path: Path,
	change: (path: Path, cell: string | number) => unknown,
): unknown {
	if (isPlain(value)) return change(path, value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one, at) => changed(one, [...path, `${at}`], change));
	const entries = Object.entries(value).map(([name, one]) => [
		name,
		changed(one, [...path, name], change),
	]);
	return Object.fromEntries(entries);
}

/** The same with other cells. */
const withCells = (pins: Pins, change: (cell: Cell) => unknown): Pins =>
	Object.fromEntries(
		Object.entries(pins).map(([node, items]) => [
			node,
			items.map((item) => ({
				...item,
				json: changed(item.json, [], (path, value) => change({ node, path, value })) as Json,
			})),
		]),
	);

/** What a cell is, however it's spelled: a phone number by its digits, a code by its text. */
function meant(value: string | number): string | undefined {
	const text = String(value).trim();
	const phone = phoneIn(value);
	if (phone && phone.length > 8) return `phone ${phone}`;
	return /^(?=.*\d)[\w./#-]{2,40}$/.test(text) ? text : undefined;
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
	const groups = [...Map.groupBy(cellsIn(pins), ({ value }) => meant(value) ?? '').entries()]
		.filter(([same]) => same !== '')
		.map(([same, cells]) => ({ same, cells }));
	const pairs = groups.flatMap(({ cells: [one, ...others] }): Array<[Cell, Cell]> => {
		const other = others.find(({ node, value }) => node !== one.node && value !== one.value);
		return other ? [[one, other]] : [];
	});
	const linked = [...Map.groupBy(pairs, (pair) => pair.map(columnOf).join('\n')).values()];
	const found = linked.filter(({ length }) => length >= ENOUGH).flat();
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

/** Signs of a comparison by order. */
const COMPARES = /(?<!=)[<>]|\.sort\(|"operation":"(lt|gt|lte|gte)"/;

/** Columns of numbers that are text, which nodes compare by order, and which stand nowhere else. */
function amountsIn({ nodes }: Workflow, pins: Pins): Set<string> {
	const comparing = nodes.filter(
		({ type, parameters }) =>
			/\.(if|filter|switch|code|function|functionItem)$/.test(type) &&
			COMPARES.test(JSON.stringify(parameters)),
	);
	const settings = JSON.stringify(comparing.map(({ parameters }) => parameters));
	const words = new Set([...settings.matchAll(/['"]([\d.]+)\\?['"]/g)].map(([, word]) => word));
	const columns = Map.groupBy(cellsIn(pins), columnOf);
	const isAmount = (all: Cell[]) =>
		all.length > 1 && all.every(({ value }) => typeof value === 'string' && AMOUNT.test(value));
	const found = [...columns].filter(
		([, all]) =>
			isAmount(all) &&
			names(comparing, nameOf(all[0].path)) &&
			// What is compared with a word of the workflow's is no amount.
			!all.some(({ value }) => words.has(String(value))),
	);
	const amounts = new Set(found.map(([column]) => column));
	const others = new Set(
		[...columns]
			.filter(([column]) => !amounts.has(column))
			.flatMap(([, all]) => all.map(({ value }) => String(value))),
	);
	return new Set(
		found
			.filter(([, all]) => !all.some(({ value }) => others.has(String(value))))
			.map(([column]) => column),
	);
}

/** Numbers that are text have as many digits, with zeros in front: by their letters or by their values, they are in one order. */
export function ofOneLength(
	workflow: Workflow,
	pins: Pins,
): { pins: Pins; fields: string[] } | undefined {
	const columns = amountsIn(workflow, pins);
	const cells = cellsIn(pins).filter((cell) => columns.has(columnOf(cell)));
	const wholes = cells.map(({ value }) => String(value).split('.')[0].length);
	if (new Set(wholes).size < 2) return undefined;
	const most = Math.max(...wholes);
	const change = (cell: Cell) => {
		if (!columns.has(columnOf(cell))) return cell.value;
		const [whole, ...rest] = String(cell.value).split('.');
		return [whole.padStart(most, '0'), ...rest].join('.');
	};
	const fields = [...new Set(cells.map(({ path }) => nameOf(path)))];
	return { pins: withCells(pins, change), fields };
}
