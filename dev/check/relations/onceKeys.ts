import type { WorkflowNode } from '../../n8n/types.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { optionsOf } from '../copy/nodeKinds.ts';
import { phoneIn } from '../worlds/rows.ts';
import { isBlank } from '../worlds/world.ts';
import { givenTo, type Base } from './base.ts';
import { outputOf } from './seen.ts';

/** The Once Key of a node, as it's entered. */
export const keyOf = (node: WorkflowNode) => String(optionsOf(node).onceKey?.values?.key ?? '');

/** What is another one each time. */
export const TIMES =
	/\$(?:now|today|execution|runIndex|workflow)\b|\bnew Date\(\)|\bDate\.now|\bDateTime\.(?:now|local|utc)|Math\.random|uuid/i;

/** The expressions in a text, each with its braces. */
export const expressionsIn = (text: unknown) =>
	[...String(text ?? '').matchAll(/\{\{.*?\}\}/gs)].map(([piece]) => piece);

/** A key without what changes each time. */
export const withoutTimes = (key: string) =>
	expressionsIn(key)
		.filter((piece) => TIMES.test(piece))
		.reduce((left, piece) => left.replace(piece, ''), key);

/** Whether a key says only who it is, and not what about: nobody would then hear of anything else, ever. */
export function isOfPersonAlone(key: string, node: WorkflowNode, { play, people }: Base): boolean {
	const [round] = play.rounds;
	const names = people.map(({ name }) => name);
	const isTheirs = (cell: unknown) =>
		isBlank(cell) || phoneIn(cell) !== undefined || names.includes(String(cell));
	/** What stands in a field that a piece reads, of the items of the node that it names, or else of those that came. */
	const cellsAt = (piece: string, field: string) => {
		const [, from] = /\$\(\s*['"]([^'"]+)['"]\s*\)/.exec(piece) ?? [];
		const items =
			from === undefined ? givenTo(round, node) : outputOf(round, { name: from } as WorkflowNode);
		return items.flatMap((item) => (field in item ? [item[field]] : []));
	};
	const pieces = expressionsIn(key);
	return (
		!TIMES.test(key) &&
		pieces.length > 0 &&
		pieces.every((piece) => {
			const fields = namesAsked([{ ...node, parameters: { piece } }]);
			const cells = fields.map((field) => cellsAt(piece, field));
			return cells.length > 0 && cells.every((all) => all.length > 0 && all.every(isTheirs));
		})
	);
}
