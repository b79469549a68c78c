import type { Workflow } from '../../n8n/types.ts';
import { names, nameOf } from './changes.ts';
import { phoneIn } from './rows.ts';
import { cellsOf, type Json, type Path, type Pins, withCell } from './world.ts';

/** A cell of what is given, and the node that gives it. */
interface Cell {
	node: string;
	path: Path;
	value: string | number;
}

const isPlain = (cell: unknown): cell is string | number =>
	typeof cell === 'string' || typeof cell === 'number';

const cellsIn = (pins: Pins): Cell[] =>
	Object.entries(pins).flatMap(([node, items]) =>
		items.flatMap(({ json }) =>
			cellsOf(json).flatMap(([path, value]) =>
				isPlain(value) && nameOf(path) !== 'row_number' ? [{ node, path, value }] : [],
			),
		),
	);

/** The same with other cells. */
const withCells = (pins: Pins, change: (cell: Cell) => unknown): Pins =>
	Object.fromEntries(
		Object.entries(pins).map(([node, items]) => [
			node,
			items.map((item) => ({
				...item,
				json: cellsOf(item.json).reduce<Json>(
					(json, [path, value]) =>
						isPlain(value) ? withCell(json, path, change({ node, path, value })) : json,
					item.json,
				),
			})),
		]),
	);

/** What a cell is, however it's spelled: a phone number by its digits, a code by its text. */
function meant(value: string | number): string | undefined {
	const text = String(value).trim();
	const phone = phoneIn(value);
	if (phone && phone.length > 8) return `phone ${phone}`;
	return /^(?=.*\d)[\w./#-]{2,40}$/.test(text) ? text.toLowerCase() : undefined;
}

export interface Spelled {
	pins: Pins;
	/** What two nodes give spelled in two ways. */
	one: Cell;
	other: Cell;
}

/** What two nodes give is spelled alike, as text: a number that one has with spaces, or as a number. */
export function spelledAlike(pins: Pins): Spelled | undefined {
	const cells = cellsIn(pins).filter(({ value }) => meant(value) !== undefined);
	const groups = [...Map.groupBy(cells, ({ value }) => meant(value)).values()];
	const pairs = groups.flatMap(([one, ...others]) => {
		const other = others.find(({ node, value }) => node !== one.node && value !== one.value);
		return other ? [{ one, other }] : [];
	});
	if (pairs.length === 0) return undefined;
	const columnOf = ({ node, path }: Cell) => `${node} ${nameOf(path)}`;
	const columns = new Set(pairs.flatMap(({ one, other }) => [one, other].map(columnOf)));
	const change = (cell: Cell) => {
		const same = meant(cell.value);
		if (same === undefined || !columns.has(columnOf(cell))) return cell.value;
		return same.startsWith('phone ')
			? `+${same.slice('phone '.length)}`
			: String(cell.value).trim();
	};
	return { pins: withCells(pins, change), ...pairs[0] };
}

/** A number as text, without zeros in front. */
const AMOUNT = /^(0|[1-9]\d{0,5})(\.\d+)?$/;

/** Columns of numbers that are text, of different lengths, which nodes read by their names. */
function amountsIn({ nodes }: Workflow, pins: Pins): Map<string, string[]> {
	const settings = JSON.stringify(nodes.map(({ parameters }) => parameters));
	const reading = nodes.filter(({ type }) =>
		/\.(if|filter|switch|code|function|functionItem)$/.test(type),
	);
	const columns = Map.groupBy(cellsIn(pins), ({ node, path }) => `${node} ${nameOf(path)}`);
	const found = [...columns.values()].filter(
		(all) =>
			all.length > 1 &&
			all.every(({ value }) => typeof value === 'string' && AMOUNT.test(value)) &&
			names(reading, nameOf(all[0].path)) &&
			// What is compared with a word of the workflow's is no amount.
			!all.some(({ value }) => new RegExp(`['"]${value}\\\\?['"]`).test(settings)),
	);
	const texts = Map.groupBy(found.flat(), ({ node }) => node);
	return new Map(
		[...texts].map(([node, all]) => [node, [...new Set(all.map(({ path }) => nameOf(path)))]]),
	);
}

/** Numbers that are text have as many digits, with zeros in front: by their letters or by their values, they are in one order. */
export function ofOneLength(
	workflow: Workflow,
	pins: Pins,
): { pins: Pins; fields: string[] } | undefined {
	const fields = amountsIn(workflow, pins);
	const isAmount = ({ node, path }: Cell) => fields.get(node)?.includes(nameOf(path));
	const wholes = cellsIn(pins)
		.filter(isAmount)
		.map(({ value }) => String(value).split('.')[0].length);
	if (new Set(wholes).size < 2) return undefined;
	const most = Math.max(...wholes);
	const change = (cell: Cell) => {
		if (!isAmount(cell)) return cell.value;
		const [whole, ...rest] = String(cell.value).split('.');
		return [whole.padStart(most, '0'), ...rest].join('.');
	};
	return { pins: withCells(pins, change), fields: [...new Set([...fields.values()].flat())] };
}
