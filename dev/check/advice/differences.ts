import type { WorkflowNode } from '../../n8n/types.ts';
import { cellsOf, withCell } from '../worlds/world.ts';

/** Where `.diff(…)` without a unit is read by one. */
interface Difference {
	unit: string;
	/** The place of its closing bracket in the code, and whether something stands before it. */
	end: number;
	hasOther: boolean;
}

const READ = /^\)\s*\??\.\s*(years|quarters|months|weeks|days|hours|minutes|seconds)\b/;

/** The place of the bracket that closes one, with the commas of its own before it. */
function closing(code: string, open: number) {
	let depth = 0;
	let commas = 0;
	for (let at = open; at < code.length; at += 1) {
		if ('([{'.includes(code[at])) depth += 1;
		if (')]}'.includes(code[at])) depth -= 1;
		if (depth === 0) return { end: at, commas };
		if (depth === 1 && code[at] === ',') commas += 1;
	}
	return undefined;
}

function inCode(code: string): Difference[] {
	return [...code.matchAll(/\.diff(Now)?\(/g)].flatMap(({ 0: begin, 1: isNow, index }) => {
		const open = index + begin.length - 1;
		const found = closing(code, open);
		const [, unit] = READ.exec(found ? code.slice(found.end) : '') ?? [];
		if (!found || !unit) return [];
		const hasOther = code.slice(open + 1, found.end).trim() !== '';
		const hasUnit = isNow ? hasOther : found.commas > 0;
		return hasUnit ? [] : [{ unit, end: found.end, hasOther }];
	});
}

const codesOf = ({ parameters }: WorkflowNode) =>
	cellsOf(parameters).filter(
		(cell): cell is [string[], string] => typeof cell[1] === 'string' && cell[1].includes('.diff'),
	);

/** The differences of two times that a node reads without a unit: Luxon gives them in milliseconds. */
export const differencesIn = (node: WorkflowNode): Difference[] =>
	codesOf(node).flatMap(([, code]) => inCode(code));

/** The same parameters with the unit that is read. */
export const withUnits = (node: WorkflowNode): WorkflowNode['parameters'] =>
	codesOf(node).reduce(
		(parameters, [path, code]) =>
			withCell(
				parameters,
				path,
				inCode(code).reduceRight(
					(text, { unit, end, hasOther }) =>
						`${text.slice(0, end)}${hasOther ? ', ' : ''}'${unit}'${text.slice(end)}`,
					code,
				),
			),
		node.parameters,
	);
