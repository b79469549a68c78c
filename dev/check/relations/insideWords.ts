import type { WorkflowNode } from '../../n8n/types.ts';
import type { Play } from '../play/round.ts';
import { conditionsOf, decides } from '../copy/nodeKinds.ts';
import { cellAt, isPlain, type Json } from '../worlds/world.ts';
import { gotBy, inWords, once, type Base } from './base.ts';
import { holds } from './locate.ts';
import { outputOf } from './seen.ts';
import { toChange, type Breach } from './relation.ts';

interface Contains {
	/** Where the text stands, and what must stand in it. */
	text: string[];
	part: string[];
}

/** A field as it stands, without blanks or capitals. */
const FIELD =
	/^=\{\{\s*\$json((?:\.\w+|\[(?:'[^']+'|"[^"]+")\])+?)(?:\.(?:trim|toLowerCase|toUpperCase)\(\))*\s*\}\}$/;

/** The field that an expression reads as it stands. */
export function pathIn(expression: unknown): string[] | undefined {
	const [, path] = FIELD.exec(String(expression)) ?? [];
	return path?.match(/[^.[\]'"]+/g) ?? undefined;
}

/** The conditions of a node by which a field has to stand in another one. */
const containsIn = (node: WorkflowNode): Contains[] =>
	conditionsOf(node).flatMap(({ leftValue, rightValue, operator }) => {
		const [text, part] = [leftValue, rightValue].map(pathIn);
		return operator?.operation === 'contains' && text && part ? [{ text, part }] : [];
	});

/** Whether a part stands in a text as a word, or several, of its own. */
function standsAlone(text: string, part: string): boolean {
	const words = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\d])${words}(?![\\p{L}\\d])`, 'iu').test(text);
}

/** Rows that a condition finds in a text by a part of a longer word, which is another row's: Line 1 in Line 14. */
export const insideWords = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter((node) => decides(node) && !node.disabled && round.runs[node.name])
		.flatMap((node) =>
			containsIn(node).flatMap(({ text, part }) => {
				const read = (item: Json, path: string[]) => {
					const cell = cellAt(item, path);
					return isPlain(cell) ? String(cell).trim() : '';
				};
				const passed = outputOf(round, node);
				const all = [...new Set(passed.map((item) => read(item, part)))];
				const found = passed.flatMap((item) => {
					const [said, own] = [read(item, text), read(item, part)];
					const isMeant = (other: string) =>
						other !== own && other.includes(own) && standsAlone(said, other);
					const other = own !== '' && !standsAlone(said, own) ? all.find(isMeant) : undefined;
					return other === undefined ? [] : [{ item, own, other }];
				});
				const rows = once(base.people).filter((row) => found.some(({ item }) => holds(row)(item)));
				if (rows.length === 0) return [];
				const [{ own, other }] = found;
				const happened = `“${node.name}” finds “${own}” in “${other}”: ${inWords(rows)} ${rows.length > 1 ? 'get' : 'gets'} what is about that.`;
				const wrong = rows.flatMap((row) => gotBy(round, row));
				return [toChange('inside', node.name, happened, { wrong, isAstray: true })];
			}),
		);
