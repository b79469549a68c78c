import type { WorkflowNode } from '../../n8n/types.ts';
import type { Play } from '../play/round.ts';
import { cellAt, cellsOf, isBlank, type Json } from '../worlds/world.ts';
import { givenTo, gotBy, personAt, type Base, wentOut } from './base.ts';
import { holds } from './locate.ts';
import { outputOf } from './seen.ts';
import { daysOf, standsIn } from './readings.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

const fieldsIn = (names: unknown) =>
	String(names ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');

/** Items with the same values in some fields, in groups. */
const groupsOf = (items: Json[], fields: string[]): Json[][] => [
	...Map.groupBy(items, (item) => JSON.stringify(fields.map((field) => item[field]))).values(),
];

const sumOf = (rows: Json[], field: string) =>
	rows.reduce((sum, row) => sum + Math.round(Number(row[field]) * 100), 0) / 100;

/** Amounts that stand whole in each of the rows that belong together, and that are added up. */
export const addedWhole = ({ workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter(({ type, disabled }) => type.endsWith('.summarize') && !disabled)
		.flatMap((node) => {
			const { fieldsToSummarize, fieldsToSplitBy } = node.parameters as {
				fieldsToSummarize?: { values?: Array<{ aggregation?: string; field?: string }> };
				fieldsToSplitBy?: string;
			};
			const groups = groupsOf(givenTo(round, node), fieldsIn(fieldsToSplitBy));
			const several = groups.find(({ length }) => length > 1);
			const added = (fieldsToSummarize?.values ?? []).filter(
				({ aggregation }) => aggregation === 'sum',
			);
			if (!several) return [];
			return added.flatMap(({ field = '' }) => {
				const isWhole = groups.every(
					(rows) => Number(rows[0][field]) > 0 && new Set(rows.map((row) => row[field])).size === 1,
				);
				const part = Object.keys(several[0]).find(
					(name) =>
						name !== field && groups.every((rows) => sumOf(rows, name) === sumOf([rows[0]], field)),
				);
				if (!isWhole || !part) return [];
				const happened = `“${node.name}” adds up “${field}”, which each row has whole: ${sumOf(several, field)} comes of ${several.length} rows with ${String(several[0][field])}, and “${part}” makes ${sumOf(several, part)}.`;
				return [toChange('added', node.name, happened, { field })];
			});
		});

/** The fields by which a node takes items for the same one. */
const comparedBy = ({ type, disabled, parameters }: WorkflowNode) =>
	type.endsWith('.removeDuplicates') && !disabled ? fieldsIn(parameters.fieldsToCompare) : [];

const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Rows that are dropped as duplicates, although they came later than what goes out, and say something else. */
export const keptOld = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const fields = comparedBy(node);
		if (fields.length === 0) return [];
		const kept = outputOf(round, node);
		const found = groupsOf(givenTo(round, node), fields).flatMap((rows) => {
			const first = kept.find((item) =>
				rows.some((row) => JSON.stringify(row) === JSON.stringify(item)),
			);
			const sent = wentOut(round).find(({ to, text }) => {
				const row = personAt(base, to);
				return first && row && holds(row)(first) && gotBy(round, row).length === 1 && text;
			});
			if (!first || !sent) return [];
			return rows.flatMap((row) => {
				const cells = cellsOf(row).map(([path, cell]) => ({ cell, was: cellAt(first, path) }));
				const isLater = cells.some(
					({ cell, was }) =>
						[cell, was].every((one) => WHEN.test(String(one))) &&
						Date.parse(String(cell)) > Date.parse(String(was)) &&
						!standsIn(sent.text, daysOf(new Date(String(was)))),
				);
				const said = cells.find(
					({ cell, was }) =>
						!isBlank(cell) && !isBlank(was) && cell !== was && standsIn(sent.text, [String(was)]),
				);
				return isLater && said ? [{ sent, said }] : [];
			});
		});
		if (found.length === 0) return [];
		const [{ sent, said }] = found;
		const who = personAt(base, sent.to)?.name;
		const happened = `${who} reads ${String(said.was)}, and not ${String(said.cell)}, which came later: “${node.name}” keeps the first of several rows.`;
		return [worthKnowing('old', node.name, happened, { wrong: found.map((one) => one.sent) })];
	});
