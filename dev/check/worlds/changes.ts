import type { Workflow } from '../../n8n/types.ts';
import {
	cellAt,
	cellsOf,
	endingWith,
	type Json,
	type Path,
	type Pins,
	withCell,
	isBlank,
	DAY_MS,
} from './world.ts';
import { another, isWords } from './words.ts';
import { decides, matches, optionsOf, sortedBy } from '../copy/nodeKinds.ts';
import {
	addressOf,
	digitsOf,
	emailIn,
	isNumberAt,
	isSamePhone,
	jsonRows,
	type List,
	rowsOf,
	type Row,
	withRows,
} from './rows.ts';

export const nameOf = (path: Path) => path.at(-1) ?? '';

/** Whether the settings of some nodes name a field. */
export function names(nodes: Workflow['nodes'], field: string): boolean {
	const word = new RegExp(`(?<!\\w)${field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
	const isNamed = ([, value]: [Path, unknown]) => typeof value === 'string' && word.test(value);
	return field !== '' && nodes.some(({ parameters }) => cellsOf(parameters).some(isNamed));
}

/** Whether the settings of nodes that run name what stands in a cell: it decides something, as the word of a question does. */
export const namesValue = ({ nodes }: Workflow, pins: Pins, cell: unknown): boolean =>
	typeof cell === 'string' &&
	!isBlank(cell) &&
	nodes.some(
		({ name, type, parameters }) =>
			!(name in pins) &&
			!type.endsWith('.stickyNote') &&
			cellsOf(parameters).some(
				([, value]) =>
					value === cell ||
					(typeof value === 'string' &&
						[`'${cell}'`, `"${cell}"`].some((quoted) => value.includes(quoted))),
			),
	);

/** Conditions that only ask whether a field has anything: whatever it is. */
const ASKS_FOR_ANY = /^(exists|notExists|empty|notEmpty)$/;
const ONE_FIELD = /^=\{\{\s*\$json(?:\.\w+|\[[^\]]+\])+\s*\}\}$/;

/** The nodes that decide by what a field is, without what they ask of it only to be there. */
export const deciders = (nodes: Workflow['nodes']): Workflow['nodes'] => {
	const left = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(left);
		if (typeof value !== 'object' || value === null) return value;
		const { leftValue, operator } = value as { leftValue?: unknown; operator?: Json };
		const isAny =
			ASKS_FOR_ANY.test(String(operator?.operation)) && ONE_FIELD.test(String(leftValue));
		if (isAny) return {};
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, left(one)]));
	};
	return nodes
		.filter(decides)
		.map((node) => ({ ...node, parameters: left(node.parameters) as Json }));
};

const SUMS_UP = /\.(summarize|aggregate)$/;

/**
 * Whether a field decides where an item goes: such cells stay as they are.
 * @param withOrder whether its place among the others counts too
 */
export const isDeciding = ({ nodes }: Workflow, path: Path, withOrder = true) =>
	names(
		[
			...deciders(nodes),
			...nodes.filter(
				(node) =>
					matches(node) || SUMS_UP.test(node.type) || (withOrder && node.type.endsWith('.sort')),
			),
		],
		nameOf(path),
	);

/** All arrays of rows in what is given: the items of each node, and the given lists in them. */
const everyList = (pins: Pins, lists: List[]): List[] => [
	...Object.keys(pins).map((node) => ({
		...{ node, at: [], numbers: [], others: [], isWrittenTo: false },
	})),
	...lists.filter(({ at }) => at.length > 0),
];

const inEach = (pins: Pins, lists: List[], change: (rows: Json[]) => Json[]): Pins =>
	lists.reduce((given, list) => withRows(given, list, change), pins);

/** The same rows the other way round, in each list. Of what stands in one person's item, the order tells nobody apart. */
export function reversed(
	pins: Pins,
	lists: List[],
	turn = (rows: Json[]) => rows.toReversed(),
): Pins {
	const arePeople = lists.some(
		(list) => list.numbers.length > 0 && jsonRows(pins, list).length > 1,
	);
	const turned = everyList(pins, lists).filter(({ at }) => arePeople || at.length === 0);
	// Each row of people is about somebody.
	const isOfPeople = ({ node, at }: List) =>
		lists.some((one) => one.node === node && String(one.at) === String(at) && one.numbers.length);
	return turned.reduce(
		(given, list) => withRows(given, list, isOfPeople(list) ? (rows) => rows.toReversed() : turn),
		pins,
	);
}

/** What rows are about that stand in a list more than once, such as a branch with a correction: most are about others. */
function subjectOf(rows: Json[]): Path | undefined {
	const found = cellsOf(rows[0] ?? {}).find(([path]) => {
		const said = rows.map((row) => cellAt(row, path)).filter(isWords);
		const { size } = new Set(said.map((cell) => cell.trim()));
		return size < said.length && 2 * size > said.length;
	});
	return found?.[0];
}

/** The other way round, but rows about the same are in their order: the last of them may be the one that counts. */
export function inOrderOfEach(rows: Json[]): Json[] {
	const subject = subjectOf(rows);
	if (!subject) return rows.toReversed();
	const about = (row: Json) => String(cellAt(row, subject)).trim();
	const groups = Map.groupBy(rows, about);
	return rows.toReversed().map((row) => groups.get(about(row))!.shift()!);
}

/** A number or an address like another one, which nobody has. */
const newPhone = (from: unknown, place: number, known: string[]) =>
	emailIn(from)
		? ofAnother(from, place)
		: [5_000, 6_000, 7_000, 8_000]
				.map((first) => endingWith(from, String(first + place)))
				.find((phone) => !known.includes(digitsOf(phone)));

/** Whether two rows of a list have the same numbers, however they are spelled. */
const areHers = ({ numbers }: List, one: Json, other: Json) =>
	numbers.every((path) => {
		const [own, others] = [one, other].map((row) => addressOf(cellAt(row, path)));
		return own === others || isSamePhone(own, others);
	});

/** Whether each person of a list has something else in a cell; somebody's rows may have the same. */
export const isUnique = (rows: Json[], path: Path, list: List) =>
	[...Map.groupBy(rows, (row) => JSON.stringify(cellAt(row, path))).values()].every(
		(same) =>
			same.length === 1 ||
			isBlank(cellAt(same[0], path)) ||
			(list.numbers.length > 0 && same.every((row) => areHers(list, row, same[0]))),
	);

/** What stands in a cell of another person: an address is another one too. */
const ofAnother = (cell: unknown, place: number) =>
	typeof cell === 'string' && /@|:\/\//.test(cell)
		? cell.replace(/(?=@|[?#]|$)/, String(9_000 + place))
		: another(cell, place);

const TIME = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)[./](\d\d?)[./](\d{4})),?[T ]+(\d\d?:\d\d.*)$/;

/** The latest of the times in a cell, if they say when rows came, as those of answers to a form do: in order, or all of them past. */
function latestAt(rows: Json[], path: Path): string | undefined {
	const cells = rows.map((row) => String(cellAt(row, path)));
	const found = cells.map((cell) => TIME.exec(cell));
	if (rows.length < 3 || new Set(cells).size < 2 || !found.every(Boolean)) return undefined;
	const keysBy = (dayFirst: boolean) =>
		found.map((one) => {
			const [, year, month, day, first, second, ofYear, time = ''] = one ?? [];
			const date = year
				? [year, month, day]
				: [ofYear, ...(dayFirst ? [second, first] : [first, second])];
			return [...date, ...time.split(':')].map((part = '') => part.padStart(4, '0')).join(' ');
		});
	const keys = [true, false].map(keysBy).find((some) => String(some) === String(some.toSorted()));
	if (keys) return cells.at(-1);
	const times = cells.map((cell) => Date.parse(cell.replace(' ', 'T')));
	const last = Math.max(...times);
	return last < Date.now() + DAY_MS ? cells[times.indexOf(last)] : undefined;
}

/** A moment after a time, as it is written there. */
const momentAfter = (time: string, moments: number) =>
	time.replace(/(\d\d)((?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)$/, (_, digits: string, zone: string) => {
		const next = Math.min(59, Number(digits) + moments);
		return `${String(next).padStart(2, '0')}${zone}`;
	});

/** The last of the ranks by which a node sorts: numbers that no two people of a list share, all from 1 on. */
function lastRank(
	nodes: Workflow['nodes'],
	rows: Json[],
	path: Path,
	list: List,
): number | undefined {
	const by = nodes.flatMap((node) =>
		node.type.endsWith('.sort') && !node.disabled ? sortedBy(node) : [],
	);
	const ranks = rows.map((row) => cellAt(row, path));
	const isRank = (cell: unknown): cell is number => Number.isInteger(cell) && Number(cell) > 0;
	const isSorted = by.some(
		({ field, order }) => field.split('.').at(-1) === nameOf(path) && order === 'ascending',
	);
	const areApart = isUnique(rows, path, list) && ranks.every(isRank);
	return isSorted && areApart && rows.length > 1 && Math.max(...ranks) <= rows.length
		? Math.max(...ranks)
		: undefined;
}

interface Change {
	path: Path;
	from?: unknown;
	to: unknown;
	/** Whether it's what messages go to. */
	isAddress?: boolean;
}

const withChanges = (json: Json, changes: Change[]): Json =>
	changes.reduce((next, { path, to }) => withCell(next, path, to), json);

/** What is another one in a new row that is made after a row. */
function newValues(workflow: Workflow, pins: Pins, { list, json }: Row, place: number): Change[] {
	const { nodes } = workflow;
	const rows = jsonRows(pins, list);
	const known = rows.flatMap((row) => list.numbers.map((path) => digitsOf(cellAt(row, path))));
	const all = cellsOf(json).flatMap(([path, from]): Change[] => {
		if (isNumberAt(list, path))
			return isBlank(from)
				? []
				: [{ path, from, to: newPhone(from, place, known), isAddress: true }];
		// Nor has who is new a rank before them.
		const rank = lastRank(nodes, rows, path, list);
		if (rank !== undefined) return [{ path, from, to: rank + place + 1 }];
		// Who comes later has no place of those who came before.
		const latest = latestAt(rows, path);
		if (latest !== undefined && !namesValue(workflow, pins, from))
			return [{ path, from, to: momentAfter(latest, place + 1) }];
		const isOwn = isUnique(rows, path, list) && !namesValue(workflow, pins, from);
		return isOwn ? [{ path, from, to: ofAnother(from, place) }] : [];
	});
	const isRank = ({ path }: Change) => lastRank(nodes, rows, path, list) !== undefined;
	const isFree = ({ path }: Change) =>
		isNumberAt(list, path) || !names(deciders(nodes), nameOf(path));
	// A Once Key only of cells that a condition reads would be the one of another row.
	const ofKeys = nodes.flatMap((node) => {
		// What stands behind || is read only where nothing stands before it.
		const pieces = String(optionsOf(node).onceKey?.values?.key).match(/\{\{.*?\}\}/gs) ?? [];
		const read = pieces.map((piece) => piece.split(/\|\||\?\?/)[0]);
		const named = all.filter(({ path }) =>
			names([{ ...node, parameters: { read } }], nameOf(path)),
		);
		return named.some((one) => isFree(one) && one.to !== one.from) ? [] : named;
	});
	return all.filter((one) => isFree(one) || isRank(one) || ofKeys.includes(one));
}

const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/** What is another one in a row that belongs to a new one: its number, or a key of its own that the workflow names. */
const following = ({ nodes }: Workflow, row: Json, changes: Change[]): Change[] =>
	changes.flatMap(({ path: own, from, to, isAddress = false }) =>
		cellsOf(row).flatMap(([path, cell]) => {
			if (isAddress && emailIn(from)) return emailIn(cell) === emailIn(from) ? [{ path, to }] : [];
			const isSame =
				typeof from === 'string' &&
				digitsOf(from).length > 6 &&
				!ISO_DAY.test(from) &&
				typeof cell === 'string'
					? isSamePhone(digitsOf(cell), digitsOf(from)) &&
						(cell === from || digitsOf(cell).length === cell.replace(/[\s+()./'-]/g, '').length)
					: cell === from && [path, own].every((one) => names(nodes, nameOf(one)));
			return isSame ? [{ path, to }] : [];
		}),
	);

const otherLists = (pins: Pins, lists: List[], { list }: Row) =>
	everyList(pins, lists).filter(({ node }) => node !== list.node);

/** Rows more, each made after a row: the other lists get the rows that belong to it too. */
export function withMore(workflow: Workflow, pins: Pins, lists: List[], row: Row, count = 1): Pins {
	let given = pins;
	for (let place = 0; place < count; place += 1) {
		const changes = newValues(workflow, pins, row, place);
		given = withRows(given, row.list, (rows) => [...rows, withChanges(row.json, changes)]);
		for (const other of otherLists(pins, lists, row)) {
			const more = rowsOf(pins, other).flatMap((one) => {
				const found = following(workflow, one.json, changes);
				const own = newValues(workflow, pins, one, place);
				return found.length > 0 ? [withChanges(one.json, [...own, ...found])] : [];
			});
			given = withRows(given, other, (rows) => [...rows, ...more]);
		}
	}
	return given;
}

/** The nodes whose rows don't follow a row, although they come behind it. */
export function unfollowed(workflow: Workflow, pins: Pins, row: Row, behind: string[]): string[] {
	const changes = newValues(workflow, pins, row, 0);
	return behind.filter(
		(node) => !pins[node].some(({ json }) => following(workflow, json, changes).length > 0),
	);
}

/** The same without a row, and without those of other lists that belong to it. */
export function without(workflow: Workflow, pins: Pins, lists: List[], row: Row): Pins {
	const changes = newValues(workflow, pins, row, 0);
	const left = withRows(pins, row.list, (rows) => rows.toSpliced(row.place, 1));
	return inEach(left, otherLists(pins, lists, row), (rows) =>
		rows.filter((json) => following(workflow, json, changes).length === 0),
	);
}

/** A person with another name, in each row that has theirs, or a cell that no other person's row has. */
export function renamed(
	pins: Pins,
	lists: List[],
	{ one, other, path, called }: { one: Row; other: Row; path: Path; called: string },
): Pins {
	const name = cellAt(other.json, path);
	const isShared = name === cellAt(one.json, path);
	const own = cellsOf(other.json).filter(
		([at, cell]) => cell !== cellAt(one.json, at) && !isBlank(cell),
	);
	const isHers = (row: Json) =>
		!isShared || own.some(([at, cell]) => at.at(-1) !== 'row_number' && cellAt(row, at) === cell);
	const change = (row: Json) =>
		cellsOf(row).reduce(
			(next, [at, cell]) => (cell === name ? withCell(next, at, called) : next),
			row,
		);
	return inEach(pins, everyList(pins, lists), (rows) =>
		rows.map((row) => (isHers(row) ? change(row) : row)),
	);
}
