import type { Workflow } from '../../n8n/types.ts';
import { isOurs, matches } from '../copy/nodeKinds.ts';
import { nameOf, names, namesValue } from './changes.ts';
import { cellsIn, columnOf, type Spelled } from './spelled.ts';
import { type Cell, type Pins, withCells } from './world.ts';

const plainWord = (value: unknown) => String(value).trim().toLowerCase();

/** What stands in place of a word, beside one that a workflow asks for. */
type Respelled = (value: string, asked: string) => string | undefined;

/** A word without what only some spellings of it have: capitals, accents, and the dot of an i. */
export const folded = (value: unknown) =>
	plainWord(value).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** A word without capitals and signs, such as the point behind a model's answer. */
export const lettersOf = (value: unknown) =>
	String(value)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** In another spelling: as it is asked for. */
const asAsked: Respelled = (value, asked) =>
	[folded, lettersOf].some((form) => form(value) === form(asked)) ? asked : undefined;

/** As the end of a longer word, which may mean the opposite: without it. */
const withoutWord: Respelled = (value, asked) => {
	const [word, end] = [plainWord(value), plainWord(asked)];
	const at = word.indexOf(end);
	const isEnd =
		at > 0 && /\p{L}/u.test(word[at - 1]) && !/^\p{L}/u.test(word.slice(at + end.length));
	return isEnd ? word.replace(end, '') : undefined;
};

/** The same with other words where some are nearly what the workflow asks for; each with what it is otherwise. */
function respelled(workflow: Workflow, pins: Pins, change: Respelled): Spelled | undefined {
	const isAsked = ({ value }: Cell) =>
		typeof value === 'string' && /\p{L}{2}/u.test(value) && namesValue(workflow, pins, value);
	const { nodes } = workflow;
	const settings = nodes
		.filter(({ name, type }) => !(name in pins) && !type.endsWith('.stickyNote'))
		.map((node) => {
			const all = JSON.stringify(node.parameters).toLowerCase();
			// What is only said to people is not asked for.
			return isOurs(node) ? (all.match(/\{\{.*?\}\}/g) ?? []).join() : all;
		})
		.join('\n');
	// A word that stands there in any case, or as a key, may be asked for too.
	const isKnown = ({ value }: Cell, asked: Cell) =>
		plainWord(value) !== plainWord(asked.value) && settings.includes(plainWord(value));
	const pairs = [...Map.groupBy(cellsIn(pins), columnOf).values()].flatMap((cells) => {
		const isMatched = nodes.some((node) => matches(node) && names([node], nameOf(cells[0].path)));
		const asked = isMatched ? [] : cells.filter(isAsked);
		return cells
			.filter((cell) => typeof cell.value === 'string' && !isAsked(cell))
			.flatMap((cell): Array<[Cell, Cell, string]> => {
				const found = asked.find(
					(one) => !isKnown(cell, one) && change(String(cell.value), String(one.value)),
				);
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
	respelled(workflow, pins, asAsked);

/** What a workflow asks for isn't the end of another word. */
export const withoutWordInWord = (workflow: Workflow, pins: Pins) =>
	respelled(workflow, pins, withoutWord);
