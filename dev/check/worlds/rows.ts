import type { Workflow } from '../../n8n/types.ts';
import { opposite } from './yesNo.ts';
import type { Item } from '../copy/sampleItems.ts';
import type { Passage, Round } from '../play/round.ts';
import { cellAt, cellsOf, isBlank, type Json, type Path, type Pins, withCell } from './world.ts';
import { behindEach, isOurs, reachedFrom, sends } from '../copy/nodeKinds.ts';

/** The digits of a number, without what only says that it's international. */
export const digitsOf = (number: unknown) =>
	String(number ?? '')
		.replace(/\D/g, '')
		.replace(/^0+/, '');

/** The addresses in what an email goes to. */
export const emailsIn = (to: string): string[] => to.match(/[^\s@<>,;"]+@[^\s@<>,;"]+/g) ?? [];

/** The address of an email that stands in a cell alone. */
export function emailIn(cell: unknown): string | undefined {
	const [email] = typeof cell === 'string' ? emailsIn(cell) : [];
	return email === String(cell).trim() ? email.toLowerCase() : undefined;
}

/** To whom a message goes: the digits of a number, or the address of an email. */
export const addressOf = (to: unknown) => emailIn(to) ?? digitsOf(to);

/** Whether two are the same address, or the same phone: one may stand without its country code. */
export function isSamePhone(one: string, other: string): boolean {
	if ([one, other].some((address) => address.includes('@'))) return one === other;
	const [shorter, longer] = [one, other].toSorted((a, b) => a.length - b.length);
	// In some countries, 8 stands before a number in place of 0.
	const isBehindTrunk = shorter.length > 8 && shorter.startsWith('8');
	return (
		(shorter.length > 5 && longer.endsWith(shorter)) ||
		(isBehindTrunk && longer.length > shorter.length && longer.endsWith(shorter.slice(1)))
	);
}

const DATE = /^\s*((19|20)\d\d([-./])\d\d?\3\d\d?|\d\d?([-./])\d\d?\4(19|20)\d\d)(?!\d)/;

/** The digits of a cell that can be a phone number. */
export function phoneIn(cell: unknown): string | undefined {
	if (typeof cell !== 'string' && typeof cell !== 'number') return undefined;
	const digits = digitsOf(cell);
	const isNumber =
		/^[\s'+\d().\/\-–]+$/.test(String(cell)) &&
		!DATE.test(String(cell)) &&
		!/^\d+\.\d\d$/.test(String(cell).trim());
	return isNumber && digits.length > 5 && digits.length < 16 ? digits : undefined;
}

export const isInternational = (cell: unknown) => /^\s*'?(\+|00)\d/.test(String(cell));

/** Where things stand in rows: the items of a node, or a list in its items, such as the pages of an answer. */
export interface List {
	node: string;
	/** Where in an item; empty if the items are the rows. */
	at: Path;
	/** The cells with phone numbers; where a workflow sends only emails, those with addresses. */
	numbers: Path[];
	/** Cells with other numbers, if some are written to. */
	others: Path[];
	/** Whether these numbers are written to. */
	isWrittenTo: boolean;
	/** Whether they are addresses of emails. */
	areEmails?: boolean;
}

/** One row of a list, and who can be written to there. */
export interface Row {
	list: List;
	place: number;
	/** As digits; where a workflow sends only emails, the addresses. */
	phones: string[];
	json: Json;
	name: string;
}

export const hasPhone = ({ phones }: Pick<Row, 'phones'>, to: string) =>
	phones.some((phone) => isSamePhone(phone, addressOf(to)));

/** What a cell of a list has to whom something can be sent, as a number or as an address. */
const recipientIn = ({ areEmails = false }: Pick<List, 'areEmails'>, cell: unknown) =>
	areEmails ? emailIn(cell) : phoneIn(cell);

/** Whether a cell of a list's rows has the numbers. */
export const isNumberAt = ({ numbers }: List, path: Path) =>
	numbers.some((number) => String(number) === String(path));

/** The rows of a list, as objects. */
export function jsonRows(pins: Pins, { node, at }: Pick<List, 'node' | 'at'>): Json[] {
	const items = pins[node] ?? [];
	if (at.length === 0) return items.map(({ json }) => json);
	return items.flatMap(({ json }) => (cellAt(json, at) as Json[] | undefined) ?? []);
}

/** Whether each of several items is about something of its own, as a road with its houses is: no page of one list. */
const areApart = (items: Item[], at: Path): boolean =>
	cellsOf(withCell(items[0]?.json ?? {}, at, [])).some(([path]) => {
		const said = items.map(({ json }) => cellAt(json, path));
		return (
			said.every((cell) => /^\p{L}[\p{L} .'-]+$/u.test(String(cell))) && new Set(said).size > 1
		);
	});

/** The same with other rows. */
export function withRows(pins: Pins, list: List, change: (rows: Json[]) => Json[]): Pins {
	const items = pins[list.node] ?? [];
	const before = jsonRows(pins, list);
	const rows = change(before);
	if (list.at.length === 0) {
		const itemAt = (place: number) => items[Math.min(place, items.length - 1)];
		const given = rows.map((json, place) => ({ ...itemAt(place), json }));
		return { ...pins, [list.node]: given };
	}
	// Each page has as many as before; what is more stands on the last that has some.
	const counts = items.map((item) => jsonRows({ [list.node]: [item] }, list).length);
	const last = Math.max(
		0,
		counts.findLastIndex((count) => count > 0),
	);
	if (items.length > 1 && areApart(items, list.at)) {
		// Each row stays in its item: one that is changed, where it stands.
		const owners = counts.flatMap((count, place) => Array<number>(count).fill(place));
		const ownerOf = (row: Json, place: number): number => {
			const known = before.indexOf(row);
			return owners[known >= 0 || rows.length !== before.length ? known : place] ?? last;
		};
		const owned = rows.map(ownerOf);
		const own = items.map((item, place) => ({
			...item,
			json: withCell(
				item.json,
				list.at,
				rows.filter((_, at) => owned[at] === place),
			),
		}));
		return { ...pins, [list.node]: own };
	}
	const given = items.map((item, place) => {
		const from = counts.slice(0, place).reduce((sum, count) => sum + count, 0);
		const end = place === last ? rows.length : from + counts[place];
		return { ...item, json: withCell(item.json, list.at, rows.slice(from, Math.max(from, end))) };
	});
	return { ...pins, [list.node]: given };
}

/** Whether rows are questions with their answers: a number is the answer to one of them, and others have words there. */
function arePairs(rows: Json[], areEmails: boolean): boolean {
	const numbers = rows.map((row) => numbersIn(row, areEmails)[0]?.[0]);
	const [path, ...others] = numbers.filter(Boolean);
	const isWords = (cell: unknown) =>
		typeof cell === 'string' && /\p{L}/u.test(cell) && !emailIn(cell);
	return (
		path !== undefined && others.length === 0 && rows.some((row) => isWords(cellAt(row, path)))
	);
}

/** The cells of something that can be phone numbers, or addresses. */
const numbersIn = (value: unknown, areEmails: boolean) =>
	cellsOf(value).filter(([, cell]) => recipientIn({ areEmails }, cell));

/** All lists of objects that a node gives, with the places of their phone numbers. */
function listsOf(
	node: string,
	items: Item[],
	recipients: string[],
	isSplit: (field: string) => boolean,
	areEmails: boolean,
): List[] {
	const found: Path[] = [];
	const areRows = (value: unknown): value is Json[] =>
		Array.isArray(value) && value.every((one) => typeof one === 'object' && one);
	const search = (value: unknown, path: Path): void => {
		if (Array.isArray(value)) {
			if (value.length > 0 && areRows(value)) found.push(path);
		} else if (typeof value === 'object' && value) {
			for (const [name, inner] of Object.entries(value)) search(inner, [...path, name]);
		}
	};
	if (items.length > 0) search(items[0].json, []);
	// Several items are pages of a list if it's taken apart behind them, and the numbers stand in it alone.
	const isPaged = (at: Path) =>
		isSplit(at.join('.')) &&
		items.every(({ json }) => areRows(cellAt(json, at))) &&
		jsonRows({ [node]: items }, { node, at }).some((row) => numbersIn(row, areEmails).length > 0) &&
		items.every(({ json }) => numbersIn(withCell(json, at, []), areEmails).length === 0);
	const inItem = found.filter(
		(at) =>
			!arePairs(jsonRows({ [node]: items }, { node, at }), areEmails) &&
			(items.length === 1 || isPaged(at)),
	);
	const isInList = (path: Path) =>
		inItem.some((list) => list.every((name, place) => path[place] === name));
	return [[], ...inItem].map((at) => {
		const cells = jsonRows({ [node]: items }, { node, at })
			.flatMap((row) => cellsOf(row))
			.filter(
				([path, cell]) => recipientIn({ areEmails }, cell) && !(at.length === 0 && isInList(path)),
			);
		const isWritten = ([, cell]: [Path, unknown]) =>
			recipients.some((to) => isSamePhone(to, recipientIn({ areEmails }, cell)!));
		const columns = [...Map.groupBy(cells, ([path]) => path.join('\n')).values()];
		const written = columns.filter((column) => column.some(isWritten));
		const others = columns.filter(
			(column) =>
				!written.includes(column) && column.some(([, cell]) => areEmails || isInternational(cell)),
		);
		const [numbers, left] = (written.length > 0 ? [written, others] : [others, []]).map((all) =>
			all.map(([[path]]) => path),
		);
		return { node, at, numbers, others: left, isWrittenTo: written.length > 0, areEmails };
	});
}

const isName = (cell: unknown) =>
	typeof cell === 'string' &&
	/^[\p{L}][\p{L} .'-]{1,29}$/u.test(cell) &&
	opposite(cell) === undefined;

/** Who a row is about, in words: those of the column of names, or else its first words that no other row has. */
function nameOf(rows: Json[], place: number, { numbers }: List): string {
	const all = cellsOf(rows[place]).filter(([, cell]) => isName(cell));
	// Somebody may have several rows.
	const isOwn = (other: Json) =>
		other === rows[place] ||
		numbers.some((at) => cellAt(other, at) && cellAt(other, at) === cellAt(rows[place], at));
	const shared = ([path, cell]: [Path, unknown]) =>
		rows.filter((other) => cellAt(other, path) === cell && !isOwn(other)).length;
	const cellsAt = (path: Path) => rows.map((row) => cellAt(row, path));
	const byNumber = Map.groupBy(rows, (row) => String(numbers.map((path) => cellAt(row, path))));
	const columns = all.filter(
		([path]) =>
			cellsAt(path).every(
				(cell) => isBlank(cell) || (isName(cell) && /^\P{Ll}/u.test(String(cell))),
			) &&
			new Set(cellsAt(path).filter((cell) => !isBlank(cell))).size > byNumber.size / 2 &&
			// What differs between the rows of one is about something of theirs.
			[...byNumber.values()].every(
				(own) => new Set(own.map((row) => cellAt(row, path))).size === 1,
			),
	);
	const [column] = columns.toSorted(
		([one], [other]) => new Set(cellsAt(other)).size - new Set(cellsAt(one)).size,
	);
	const [number] = numbers.flatMap((path) => cellAt(rows[place], path) ?? []);
	if (column && shared(column) > 0 && number) return `${String(column[1])} (${String(number)})`;
	const words =
		column ??
		all.find((one) => shared(one) === 0 && /^\p{Lu}/u.test(String(one[1]))) ??
		all.find((one) => shared(one) === 0) ??
		all.find((one) => shared(one) < rows.length - 1);
	return words ? String(words[1]) : `row ${place + 1}`;
}

/** The rows of a list in a world. */
export function rowsOf(pins: Pins, list: List): Row[] {
	const rows = jsonRows(pins, list);
	return rows.map((json, place) => ({
		list,
		place,
		json,
		phones: list.numbers.flatMap((path) => recipientIn(list, cellAt(json, path)) ?? []),
		name: nameOf(rows, place, list),
	}));
}

/** Whether what a node gives is what it has done, and no list. */
const isWriting = ({ nodes }: Workflow, name: string) =>
	nodes.some(
		(node) =>
			node.name === name &&
			(isOurs(node) || node.type.endsWith('.dataTable')) &&
			!String(node.parameters.operation).startsWith('get'),
	);

/**
 * The lists with which a workflow begins: what is pinned, and what a node gives into which none of its numbers came. A
 * list of whose numbers one is written to comes first.
 */
export function listsIn(workflow: Workflow, pins: Pins, round: Round): List[] {
	// Without a message, numbers are written down at the service.
	const ours = workflow.nodes.filter(workflow.nodes.some(sends) ? sends : isOurs);
	const senders = ours.map(({ name }) => name);
	// Who gets an SMS too is known by the number.
	const areEmails =
		ours.length > 0 && ours.every(({ parameters }) => parameters.resource === 'email');
	const recipients = [
		...new Set(
			round.attempts.flatMap(({ to }) => (areEmails ? emailsIn(to).map(addressOf) : digitsOf(to))),
		),
	];
	const leads = (node: string) => {
		const behind = reachedFrom(workflow.connections, node);
		return senders.some((name) => behind.has(name));
	};
	const isBehind = (node: string, { order }: Passage) =>
		senders.some(
			(name) =>
				(round.runs[name]?.[0]?.order ?? Infinity) < order &&
				reachedFrom(workflow.connections, name).has(node),
		);
	const found = Object.entries(round.runs).flatMap(([node, [run]]) => {
		if (!run || senders.includes(node) || !leads(node) || isWriting(workflow, node)) return [];
		// Who is told of what was sent before stands beside what became of it.
		if (!(node in pins) && isBehind(node, run)) return [];
		const items = pins[node] ?? run.outputs.flat().map((json) => ({ json }));
		// Code reads what other nodes gave, too.
		const earlier = Object.values(round.runs).filter(([one]) => one && one.order < run.order);
		const text = JSON.stringify([run.given, earlier.map(([one]) => one.outputs)]);
		const before = areEmails ? text.toLowerCase() : digitsOf(text);
		const next = behindEach(workflow.connections, node).flat();
		const isSplit = (field: string) =>
			workflow.nodes.some(
				({ name, type, parameters: { fieldToSplitOut } }) =>
					next.includes(name) &&
					/\.(splitOut|itemLists)$/.test(type) &&
					String(fieldToSplitOut) === field,
			);
		return listsOf(node, items, recipients, isSplit, areEmails).filter((list) => {
			const rows = rowsOf({ ...pins, [node]: items }, list);
			const phones = rows.flatMap((row) => row.phones);
			if (node in pins) return rows.length > 0;
			return (
				phones.length > 0 &&
				phones.every((phone) => !before.includes(areEmails ? phone : phone.slice(-8)))
			);
		});
	});
	return found.sort((one, other) => Number(other.isWrittenTo) - Number(one.isWrittenTo));
}

/** What nodes give that stand in place of lists: those that aren't pinned are from then on. */
export function pinned(lists: List[], pins: Pins, round: Round): Pins {
	const given = { ...pins };
	for (const { node } of lists)
		given[node] ??= round.runs[node][0].outputs.flat().map((json) => ({ json }));
	return given;
}

/** Nodes that don't run, come behind a list, and lead to a node: not only back to a loop, which gives what came to it. */
export function pinnedBetween(
	{ nodes, connections }: Workflow,
	pins: Pins,
	{ node }: List,
	senders: string[],
): string[] {
	const behind = reachedFrom(connections, node);
	const loops = nodes.filter(({ type }) => type.endsWith('.splitInBatches'));
	const leads = (name: string) => {
		const back = loops.filter((loop) => reachedFrom(connections, loop.name).has(name));
		const ended = Object.fromEntries(back.map((loop) => [loop.name, {}]));
		const next = reachedFrom({ ...connections, ...ended }, name);
		return senders.some((sender) => next.has(sender));
	};
	return Object.keys(pins).filter((name) => name !== node && behind.has(name) && leads(name));
}
