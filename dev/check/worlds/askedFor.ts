import type { Workflow } from '../../n8n/types.ts';
import { namesValue } from './changes.ts';
import { cellsIn, columnOf, type Spelled } from './spelled.ts';
import { type Cell, type Pins, withCells } from './world.ts';

const plainWord = (value: unknown) => String(value).trim().toLowerCase();

/** What else stands in a column in which a word stands that a workflow asks for. */
type Otherwise = (value: string, asked: string) => string | undefined;

/** In another spelling: as it is asked for. */
const asAsked: Otherwise = (value, asked) =>
	plainWord(value) === plainWord(asked) ? asked : undefined;

/** As the end of a longer word, which may mean the opposite: without it. */
const withoutWord: Otherwise = (value, asked) => {
	const [word, end] = [plainWord(value), plainWord(asked)];
	const at = word.indexOf(end);
	const isEnd =
		at > 0 && /\p{L}/u.test(word[at - 1]) && !/^\p{L}/u.test(word.slice(at + end.length));
	return isEnd ? word.replace(end, '') : undefined;
};

/** The same with other words where some are nearly what the workflow asks for; each with what it is otherwise. */
function otherwise(workflow: Workflow, pins: Pins, change: Otherwise): Spelled | undefined {
	const isAsked = ({ value }: Cell) =>
		typeof value === 'string' && /\p{L}{2}/u.test(value) && namesValue(workflow, pins, value);
	const pairs = [...Map.groupBy(cellsIn(pins), columnOf).values()].flatMap((cells) => {
		const asked = cells.filter(isAsked);
		return cells
			.filter((cell) => typeof cell.value === 'string' && !isAsked(cell))
			.flatMap((cell): Array<[Cell, Cell, string]> => {
				const found = asked.find(({ value }) => change(String(cell.value), String(value)));
				return found ? [[cell, found, change(String(cell.value), String(found.value))!]] : [];
			});
	});
	if (pairs.length === 0) return undefined;
	const known = new Map(pairs.map(([cell, , to]) => [`${columnOf(cell)}\n${cell.value}`, to]));
	return {
		pins: withCells(pins, (cell) => known.get(`${columnOf(cell)}\n${cell.value}`) ?? cell.value),
		pairs: pairs.map(([cell, found]) => [cell, found]),
	};
}

/** What a workflow asks for is spelled as it asks. */
export const spelledAsAsked = (workflow: Workflow, pins: Pins) =>
	otherwise(workflow, pins, asAsked);

/** What a workflow asks for isn't the end of another word. */
export const withoutWordInWord = (workflow: Workflow, pins: Pins) =>
	otherwise(workflow, pins, withoutWord);
