import type { Item } from '../copy/sampleItems.ts';

/** What nodes give that don't run, by their names. */
export type Pins = Record<string, Item[]>;

/** What is given in a play. Two that are equal are played once. */
export interface World {
	pins: Pins;
	/** What is given the second time, if it's something else. */
	later?: Pins;
	/** How much later that is by n8n's clock, in ms; at once, if it isn't said. */
	laterMs?: number;
	/** Once, or once more with the same. */
	times: 1 | 2;
	/** What people say who are asked. */
	answers: 'yes' | 'no' | 'none';
	/** As the sandbox takes them. */
	faults?: object[];
	/** In EUR. */
	balance?: number;
	/** Numbers on the suppression list. */
	optedOut?: string[];
	/** Whether n8n is killed while the first message is on its way. */
	isRestarted?: boolean;
	/** What n8n's clock shows at the beginning, so that it's the day that the rows are about. */
	today?: string;
	/** What n8n's clock shows at the beginning, and the user's own Send Window counts. */
	now?: string;
}

/** The time by n8n's clock, in ms since 1970. */
export const timeIn = ({ now, today }: World): number =>
	now || today ? Date.parse(now ?? today!) : Date.now();

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type Json = Record<string, unknown>;

/** A cell of a row: where it is, and what stands there. */
export type Path = string[];

export const isBlank = (cell: unknown) => cell === undefined || cell === null || cell === '';

/** The words of a place: parentPhone shares one with parentName. */
export const wordsOf = (path: Path) =>
	path.flatMap((name) =>
		name
			.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
			.toLowerCase()
			.split(/[^\p{L}\d]+/u),
	);

/** All cells of something, also in objects in it. */
export function cellsOf(value: unknown, path: Path = []): Array<[Path, unknown]> {
	if (typeof value !== 'object' || value === null) return [[path, value]];
	return Object.entries(value).flatMap(([name, inner]) => cellsOf(inner, [...path, name]));
}

export const cellAt = (value: unknown, path: Path): unknown =>
	path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value);

/** The same with something else at a place. */
export function withCell<Value>(value: Value, [name, ...path]: Path, cell: unknown): Value {
	if (name === undefined) return cell as Value;
	const inner = withCell((value as Json)[name], path, cell);
	if (Array.isArray(value)) return value.with(Number(name), inner) as Value;
	return { ...value, [name]: inner };
}

export const isPlain = (cell: unknown): cell is string | number =>
	typeof cell === 'string' || typeof cell === 'number';

/** A text or a number that a node gives. */
export interface Cell {
	node: string;
	path: Path;
	value: string | number;
}

/** The same with other texts and numbers. */
export function changed(
	value: unknown,
	path: Path,
	change: (at: Path, cell: string | number) => unknown,
): unknown {
	if (isPlain(value)) return change(path, value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one, at) => changed(one, [...path, `${at}`], change));
	const entries = Object.entries(value);
	return Object.fromEntries(
		entries.map(([name, one]) => [name, changed(one, [...path, name], change)]),
	);
}

/** The same with other cells, wherever they stand. */
export const withCells = (pins: Pins, change: (cell: Cell) => unknown): Pins =>
	Object.fromEntries(
		Object.entries(pins).map(([node, items]) => [
			node,
			items.map((item) => ({
				...item,
				json: changed(item.json, [], (path, value) => change({ node, path, value })) as Json,
			})),
		]),
	);

/** A number with other last digits, spelled as it is. */
export function endingWith(cell: unknown, digits: string): unknown {
	let left = String(cell).replace(/\D/g, '').length;
	const text = String(cell).replace(/\d/g, (digit) => {
		left -= 1;
		return digits.at(-left - 1) ?? digit;
	});
	return typeof cell === 'number' ? Number(text) : text;
}
