import type { Workflow } from '../../n8n/types.ts';
import { cellAt, cellsOf, type Json, type Path, type Pins, withCell } from './world.ts';
import { decides } from '../copy/nodeKinds.ts';
import {
	digitsOf,
	isNumberAt,
	isSamePhone,
	jsonRows,
	type List,
	type Row,
	withRows,
} from './rows.ts';

type Changed = Map<string, { from: unknown; to: unknown }>;

export const nameOf = (path: Path) => path.at(-1) ?? '';

/** Whether the settings of some nodes name a field. */
export function names(nodes: Workflow['nodes'], field: string): boolean {
	const word = new RegExp(`(?<!\\w)${field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
	const isNamed = ([, value]: [Path, unknown]) => typeof value === 'string' && word.test(value);
	return field !== '' && nodes.some(({ parameters }) => cellsOf(parameters).some(isNamed));
}

const MATCHES = /\.(merge|compareDatasets|removeDuplicates|sort|summarize|aggregate)$/;

/** Whether a field decides where an item goes: such cells stay as they are. */
export const isDeciding = ({ nodes }: Workflow, path: Path) =>
	names(
		nodes.filter((node) => decides(node) || MATCHES.test(node.type)),
		nameOf(path),
	);

/** Whether a cell is words that may be others. */
export const isWords = (cell: unknown): cell is string =>
	typeof cell === 'string' &&
	/\p{L}{2}/u.test(cell) &&
	cell.length < 200 &&
	!/^(true|false|yes|no)$/i.test(cell) &&
	!FORMED.test(cell);

/** All arrays of rows in what is given: the items of each node, and the given lists in them. */
const everyList = (pins: Pins, lists: List[]): List[] => [
	...Object.keys(pins).map((node) => ({
		node,
		at: [],
		numbers: [],
		others: [],
		isWrittenTo: false,
	})),
	...lists.filter(({ at }) => at.length > 0),
];

/** The same rows the other way round, in each list. */
export const reversed = (pins: Pins, lists: List[]): Pins =>
	everyList(pins, lists).reduce(
		(given, list) => withRows(given, list, (rows) => rows.toReversed()),
		pins,
	);

/** Numbers of nobody. */
const newPhone = (place: number) => `+3706001${String(5_000 + place)}`;
const NAMES = ['Dana', 'Emma', 'Fred', 'Greta', 'Hugo', 'Igor', 'Jana', 'Kai'];

/** What is read as a date, a time, or an address: another one could be none. */
const FORMED = /^\d{4}-\d\d?-\d|^\d\d?[.:/]\d|@|:\/\//;

export const isFormed = (cell: string) => FORMED.test(cell);

/** Another value of the same kind, where one can be made up. */
export function another(cell: unknown, place: number): unknown {
	if (typeof cell === 'number') return cell + 9_000 + place;
	if (typeof cell !== 'string' || FORMED.test(cell) || /^(true|false|yes|no)$/i.test(cell))
		return cell;
	if (/\d/.test(cell))
		return cell.replace(/\d+(?!.*\d)/s, (digits) => String(Number(digits) + 9_000 + place));
	if (!isWords(cell)) return cell;
	return `${NAMES[place % NAMES.length]}${place >= NAMES.length ? ` ${place}` : ''}`;
}

/** Whether no two rows have the same in a cell. */
const isUnique = (rows: Json[], path: Path) =>
	new Set(rows.map((row) => JSON.stringify(cellAt(row, path)))).size === rows.length;

/** What is another one in a new row that is made after a row. */
function newValues(workflow: Workflow, rows: Json[], row: Row, place: number): Changed {
	const changed: Changed = new Map();
	for (const [path, cell] of cellsOf(row.json)) {
		if (isNumberAt(row.list, path))
			changed.set(path.join('\n'), {
				from: cell,
				to: typeof cell === 'number' ? Number(newPhone(place)) : newPhone(place),
			});
		else if (isUnique(rows, path) && (!isDeciding(workflow, path) || isKey(workflow, path)))
			changed.set(path.join('\n'), { from: cell, to: another(cell, place) });
	}
	return changed;
}

const isKey = ({ nodes }: Workflow, path: Path) =>
	!names(nodes.filter(decides), nameOf(path)) &&
	names(
		nodes.filter(({ type }) => MATCHES.test(type)),
		nameOf(path),
	);

/** The row after which another is made: its number, or a key of its own that the workflow names, stands in other lists too. */
const follows = ({ nodes }: Workflow, row: Json, changed: Changed) =>
	[...changed.entries()].flatMap(([key, { from, to }]) =>
		cellsOf(row).flatMap(([path, cell]) => {
			const isSame =
				typeof from === 'string' && digitsOf(from).length > 6 && typeof cell === 'string'
					? isSamePhone(digitsOf(cell), digitsOf(from)) &&
						(cell === from || digitsOf(cell).length === cell.replace(/[\s+()./'-]/g, '').length)
					: cell === from && names(nodes, nameOf(path)) && names(nodes, nameOf(key.split('\n')));
			return isSame ? [{ path, to }] : [];
		}),
	);

/** Rows more, each made after a row: the other lists get the rows that belong to it too. */
export function withMore(workflow: Workflow, pins: Pins, lists: List[], row: Row, count = 1): Pins {
	const { list } = row;
	const rows = jsonRows(pins, list);
	let given = pins;
	for (let place = 0; place < count; place += 1) {
		const changed = newValues(workflow, rows, row, place);
		for (const other of everyList(pins, lists)) {
			const isOwn = other.node === list.node && other.at.join() === list.at.join();
			if (other.node === list.node && !isOwn) continue;
			const more = isOwn
				? [
						[...changed.entries()].reduce(
							(json, [key, { to }]) => withCell(json, key.split('\n'), to),
							row.json,
						),
					]
				: jsonRows(pins, other).flatMap((json, at) => {
						const found = follows(workflow, json, changed);
						if (found.length === 0) return [];
						const asRow = { list: other, place: at, phones: [], json, name: '' };
						const own = newValues(workflow, jsonRows(pins, other), asRow, place);
						const renewed = [...own].map(([key, { to }]) => ({ path: key.split('\n'), to }));
						return [
							[...renewed, ...found].reduce((next, { path, to }) => withCell(next, path, to), json),
						];
					});
			given = withRows(given, other, (all) => [...all, ...more]);
		}
	}
	return given;
}

/** The nodes whose rows don't follow a row, although they come behind it. */
export function unfollowed(workflow: Workflow, pins: Pins, row: Row, behind: string[]): string[] {
	const changed = newValues(workflow, jsonRows(pins, row.list), row, 0);
	return behind.filter(
		(node) => !pins[node].some(({ json }) => follows(workflow, json, changed).length > 0),
	);
}

/** The same without a row, and without those of other lists that belong to it. */
export function without(workflow: Workflow, pins: Pins, lists: List[], row: Row): Pins {
	const changed = newValues(workflow, jsonRows(pins, row.list), row, 0);
	return everyList(pins, lists).reduce((given, other) => {
		const isOwn = other.node === row.list.node && other.at.join() === row.list.at.join();
		if (other.node === row.list.node && !isOwn) return given;
		return withRows(given, other, (rows) =>
			rows.filter((json, place) =>
				isOwn ? place !== row.place : follows(workflow, json, changed).length === 0,
			),
		);
	}, pins);
}
