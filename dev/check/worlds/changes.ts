import type { Workflow } from '../../n8n/types.ts';
import { decides, isOurs } from '../copy/nodeKinds.ts';
import type { Item } from '../copy/sampleItems.ts';
import { digitsOf, isSamePhone, jsonRows, type List, type Row, rowsOf, withRows } from './rows.ts';
import { cellAt, cellsOf, type Json, type Path, type Pins, withCell } from './world.ts';

type Changed = Map<string, { from: unknown; to: unknown }>;

const nameOf = (path: Path) => path.at(-1) ?? '';

/** Whether the settings of some nodes name a field. */
export function names(nodes: Workflow['nodes'], field: string): boolean {
	const word = new RegExp(`(?<!\\w)${field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
	const isNamed = ([, value]: [Path, unknown]) => typeof value === 'string' && word.test(value);
	return field !== '' && nodes.some(({ parameters }) => cellsOf(parameters).some(isNamed));
}

const MATCHES = /\.(merge|compareDatasets|removeDuplicates|sort|summarize|aggregate)$/;

/** Whether a field decides where an item goes: such cells stay as they are. */
export const isDeciding = ({ nodes }: Workflow, path: Path) =>
	names(nodes.filter((node) => decides(node) || MATCHES.test(node.type)), nameOf(path));

/** Whether a cell is words that may be others. */
const isWords = (cell: unknown): cell is string =>
	typeof cell === 'string' &&
	/\p{L}{2}/u.test(cell) &&
	cell.length < 200 &&
	!/^(true|false|yes|no)$/i.test(cell) &&
	!FORMED.test(cell);

/** All arrays of rows in what is given: the items of each node, and the given lists in them. */
const everyList = (pins: Pins, lists: List[]): List[] => [
	...Object.keys(pins).map((node) => ({ node, at: [], numbers: [], isWrittenTo: false })),
	...lists.filter(({ at }) => at.length > 0),
];

/** The same rows the other way round, in each list. */
export const reversed = (pins: Pins, lists: List[]): Pins =>
	everyList(pins, lists).reduce((given, list) => withRows(given, list, (rows) => rows.toReversed()), pins);

/** Numbers of nobody. */
const newPhone = (place: number) => `+3706001${String(5_000 + place)}`;
const NAMES = ['Dana', 'Egle', 'Fred', 'Greta', 'Hana', 'Igor', 'Jana', 'Kai'];

/** What is read as a date, a time, or an address: another one could be none. */
const FORMED = /^\d{4}-\d\d?-\d|^\d\d?[.:/]\d|@|:\/\//;

/** Another value of the same kind, where one can be made up. */
function another(cell: unknown, place: number): unknown {
	if (typeof cell === 'number') return cell + 9_000 + place;
	if (typeof cell !== 'string' || FORMED.test(cell) || /^(true|false|yes|no)$/i.test(cell)) return cell;
	if (/\d/.test(cell)) return cell.replace(/\d+(?!.*\d)/s, (digits) => String(Number(digits) + 9_000 + place));
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
		const isPhone = row.list.numbers.some((number) => number.join('\n') === path.join('\n'));
		if (isPhone) changed.set(path.join('\n'), { from: cell, to: typeof cell === 'number' ? Number(newPhone(place)) : newPhone(place) });
		else if (isUnique(rows, path) && (!isDeciding(workflow, path) || isKey(workflow, path)))
			changed.set(path.join('\n'), { from: cell, to: another(cell, place) });
	}
	return changed;
}

const isKey = ({ nodes }: Workflow, path: Path) =>
	!names(nodes.filter(decides), nameOf(path)) && names(nodes.filter(({ type }) => MATCHES.test(type)), nameOf(path));

/** The row after which another is made: its number, or a key of its own that the workflow names, stands in other lists too. */
const follows = ({ nodes }: Workflow, row: Json, changed: Changed) =>
	[...changed.entries()].flatMap(([key, { from, to }]) =>
		cellsOf(row).flatMap(([path, cell]) => {
			const isSame = typeof from === 'string' && digitsOf(from).length > 6 && typeof cell === 'string'
				? isSamePhone(digitsOf(cell), digitsOf(from)) && (cell === from || digitsOf(cell).length === cell.replace(/[\s+()./'-]/g, '').length)
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
				? [[...changed.entries()].reduce((json, [key, { to }]) => withCell(json, key.split('\n'), to), row.json)]
				: jsonRows(pins, other).flatMap((json) => {
						const found = follows(workflow, json, changed);
						return found.length > 0 ? [found.reduce((next, { path, to }) => withCell(next, path, to), json)] : [];
					});
			given = withRows(given, other, (all) => [...all, ...more]);
		}
	}
	return given;
}

/** The nodes whose rows don't follow a row, although they come behind it. */
export function unfollowed(workflow: Workflow, pins: Pins, row: Row, behind: string[]): string[] {
	const changed = newValues(workflow, jsonRows(pins, row.list), row, 0);
	return behind.filter((node) => !pins[node].some(({ json }) => follows(workflow, json, changed).length > 0));
}

/** The same without a row, and without those of other lists that belong to it. */
export function without(workflow: Workflow, pins: Pins, lists: List[], row: Row): Pins {
	const changed = newValues(workflow, jsonRows(pins, row.list), row, 0);
	return everyList(pins, lists).reduce((given, other) => {
		const isOwn = other.node === row.list.node && other.at.join() === row.list.at.join();
		if (other.node === row.list.node && !isOwn) return given;
		return withRows(given, other, (rows) =>
			rows.filter((json, place) => (isOwn ? place !== row.place : follows(workflow, json, changed).length === 0)),
		);
	}, pins);
}

export interface Marks {
	pins: Pins;
	/** The rows, by what stands in their cells alone. */
	marks: Map<string, Row>;
}

const letters = 'abcdefghij';

/** Each cell that texts read carries a mark of its row. */
export function marked(workflow: Workflow, pins: Pins, list: List, texts: string[]): Marks | undefined {
	const marks = new Map<string, Row>();
	const rows = rowsOf(pins, list);
	const given = withRows(pins, list, (all) =>
		all.map((json, place) => {
			const read = cellsOf(json).filter(
				([path, cell]) => isWords(cell) && !isDeciding(workflow, path) && texts.some((text) => text.includes(cell)),
			);
			return read.reduce((next, [path, cell], column) => {
				const mark = `Zq${letters[Math.floor(place / 10) % 10]}${letters[place % 10]}${letters[column % 10]}`;
				marks.set(mark, rows[place]);
				return withCell(next, path, `${mark}${String(cell)}`);
			}, json);
		}),
	);
	return marks.size > 0 ? { pins: given, marks } : undefined;
}

const OPPOSITES: Array<[string, string]> = [['yes', 'no'], ['true', 'false'], ['taip', 'ne'], ['y', 'n'], ['on', 'off'], ['1', '0']];

/** The opposite of a yes or a no, spelled as it is. */
function opposite(cell: unknown): unknown {
	if (typeof cell === 'boolean') return !cell;
	if (typeof cell !== 'string') return undefined;
	for (const pair of OPPOSITES) {
		const place = pair.indexOf(cell.trim().toLowerCase());
		if (place < 0) continue;
		const other = pair[1 - place];
		if (cell === cell.toUpperCase() && cell !== cell.toLowerCase()) return other.toUpperCase();
		return cell[0] === cell[0].toUpperCase() && cell !== cell.toUpperCase() ? other[0].toUpperCase() + other.slice(1) : other;
	}
	return undefined;
}

/** The cells of a row that say yes or no, in fields that the workflow names, each turned. */
export const turned = ({ nodes }: Workflow, pins: Pins, row: Row): Array<{ field: string; pins: Pins; to: unknown }> =>
	cellsOf(row.json).flatMap(([path, cell]) => {
		const to = opposite(cell);
		const all = jsonRows(pins, row.list).map((json) => cellAt(json, path));
		if (to === undefined || !names(nodes, nameOf(path)) || all.some((one) => opposite(one) === undefined)) return [];
		const change = (rows: Json[]) => rows.with(row.place, withCell(row.json, path, to));
		return [{ field: nameOf(path), to, pins: withRows(pins, row.list, change) }];
	});

export interface Gaps {
	pins: Pins;
	gaps: Array<{ field: string; value: string; row: Row }>;
}

/** One cell of each row empty, each time another that a text reads. What a form requires is always there. */
export function withGaps(workflow: Workflow, pins: Pins, lists: List[], texts: string[], required: Set<string>): Gaps | undefined {
	const gaps: Gaps['gaps'] = [];
	const given = lists.reduce((next, list) => {
		const rows = rowsOf(pins, list);
		const isRead = (cell: unknown) => ['string', 'number'].includes(typeof cell) && String(cell).length > 1 && texts.some((text) => text.includes(String(cell)));
		const columns = new Map(
			rows.flatMap(({ json }) => cellsOf(json).filter(([path, cell]) => isRead(cell) && !required.has(nameOf(path)) && !isDeciding(workflow, path)))
				.filter(([path]) => !list.numbers.some((number) => number.join('\n') === path.join('\n')))
				.map(([path]) => [path.join('\n'), path]),
		);
		return [...columns.values()].reduce((before, path, column) => {
			const row = rows.slice(column % rows.length).concat(rows).find(({ json }) => isRead(cellAt(json, path)));
			if (!row || gaps.some((gap) => gap.row.place === row.place && gap.row.list === row.list)) return before;
			gaps.push({ field: nameOf(path), value: String(cellAt(row.json, path)), row });
			return withRows(before, list, (all) => all.with(row.place, withCell(all[row.place], path, '')));
		}, next);
	}, pins);
	return gaps.length > 0 ? { pins: given, gaps } : undefined;
}

/** The same people once more, about something else: every word and number that isn't a phone, and decides nothing. */
export function aboutOthers(workflow: Workflow, pins: Pins, lists: List[]): Pins {
	const senders = workflow.nodes.filter(isOurs);
	const change = (list: List) => (json: Json, place: number) =>
		cellsOf(json).reduce((next, [path, cell]) => {
			const isPhone = list.numbers.some((number) => number.join('\n') === path.join('\n'));
			if (isPhone || isDeciding(workflow, path) || typeof cell === 'boolean') return next;
			return withCell(next, path, another(cell, place + 10));
		}, json);
	return senders.length === 0
		? pins
		: lists.reduce((given, list) => withRows(given, list, (rows) => rows.map(change(list))), pins);
}

/** A number with other last digits, spelled as it is. */
export function endingWith(cell: unknown, digits: string): unknown {
	let left = digits;
	const spelled = [...String(cell)].toReversed().map((sign) => {
		if (!/\d/.test(sign) || left === '') return sign;
		const digit = left.at(-1)!;
		left = left.slice(0, -1);
		return digit;
	});
	const text = spelled.toReversed().join('');
	return typeof cell === 'number' ? Number(text) : text;
}

/** A person with a number of which the sandbox knows what becomes of it, wherever it stands. */
export function withNumber(pins: Pins, phone: string, digits: string): Pins {
	const change = (value: unknown): unknown =>
		cellsOf(value).reduce<unknown>((next, [path, cell]) => {
			const isIt = ['string', 'number'].includes(typeof cell) && !/[a-z]/i.test(String(cell)) && isSamePhone(digitsOf(cell), phone);
			return isIt ? withCell(next, path, endingWith(cell, digits)) : next;
		}, value);
	return Object.fromEntries(
		Object.entries(pins).map(([node, items]) => [
			node,
			items.map((item): Item => ({ ...item, json: change(item.json) as Json })),
		]),
	);
}

/** The same with another number where one stands in a node of ours itself. */
export function insteadOf(workflow: Workflow, instead: [string, string] | undefined): Workflow {
	if (!instead) return workflow;
	const [from, to] = instead;
	const nodes = workflow.nodes.map((node) => {
		const { to: given } = node.parameters;
		const isIt = isOurs(node) && typeof given === 'string' && !given.startsWith('=') && isSamePhone(digitsOf(given), from);
		return isIt ? { ...node, parameters: { ...node.parameters, to } } : node;
	});
	return { ...workflow, nodes };
}

