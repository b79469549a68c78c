import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { comparedBy, fieldsIn, fieldsSkipped, sortedBy } from '../copy/nodeKinds.ts';
import type { Play, Round } from '../play/round.ts';
import { cellAt, cellsOf, isBlank, type Json } from '../worlds/world.ts';
import { givenTo, gotBy, reached, type Base, whoGets } from './base.ts';
import { holds } from './locate.ts';
import { leadsTo, outputOf } from './seen.ts';
import { names } from '../worlds/changes.ts';
import { phoneIn } from '../worlds/rows.ts';
import { clockAt, clocksIn, daysOf, standsIn, valueOf } from './readings.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** What an item has in a field, by its name as it stands or as a path. */
const valueIn = (item: Json, field: string): unknown =>
	field in item ? item[field] : cellAt(item, field.split('.'));

/** Items with the same values in some fields, in groups. */
const groupsOf = (items: Json[], fields: string[]): Json[][] => [
	...Map.groupBy(items, (item) =>
		JSON.stringify(fields.map((field) => valueIn(item, field))),
	).values(),
];

/** What came into each run of a node. */
const runsOf = ({ runs }: Round, { name }: WorkflowNode) =>
	(runs[name] ?? []).map(({ given }) => given);

/** An amount in a field of each row. */
const amountsIn = (rows: Json[], field: string): number[] =>
	rows
		.map((row) => valueIn(row, field))
		.filter((one) => typeof one === 'number' && one > 0) as number[];

const sumOf = (amounts: number[]) =>
	amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** The field that holds the parts of an amount which stands whole in each row, in all groups. */
function partsOf(groups: Json[][], field: string): string | undefined {
	const isWhole = groups.every((rows) => {
		const amounts = amountsIn(rows, field);
		return amounts.length === rows.length && new Set(amounts).size === 1;
	});
	const fields = cellsOf(groups[0]?.[0]).map(([path]) => path.join('.'));
	return fields.find(
		(name) =>
			isWhole &&
			name !== field &&
			groups.some((rows) => new Set(amountsIn(rows, name)).size > 1) &&
			groups.every((rows) => {
				const parts = amountsIn(rows, name);
				return parts.length === rows.length && sumOf(parts) === amountsIn(rows, field)[0];
			}),
	);
}

/** Amounts that stand whole in each of the rows that belong together, and that are added up. */
export const addedWhole = ({ workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes
		.filter(({ type, disabled }) => type.endsWith('.summarize') && !disabled)
		.flatMap((node) => {
			const { fieldsToSummarize, fieldsToSplitBy } = node.parameters as {
				fieldsToSummarize?: { values?: Array<{ aggregation?: string; field?: string }> };
				fieldsToSplitBy?: string;
			};
			const added = [fieldsToSummarize?.values ?? []]
				.flat()
				.filter(({ aggregation }) => aggregation === 'sum');
			return runsOf(round, node).flatMap((given) => {
				const groups = groupsOf(given, fieldsIn(fieldsToSplitBy));
				const several = groups.find(({ length }) => length > 1);
				return added.flatMap(({ field = '' }) => {
					const part = groups.length > 1 ? partsOf(groups, field) : undefined;
					if (!several || !part) return [];
					const [whole] = amountsIn(several, field);
					const sum = sumOf(amountsIn(several, field));
					const happened = `“${node.name}” adds up “${field}”, which each row has whole: ${sum} comes of ${several.length} rows with ${whole}, and “${part}” makes ${whole}.`;
					return [toChange('added', node.name, happened, { field })];
				});
			});
		});

const WHEN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Whether a text says a time, or its day. */
function saysTime(text: string, time: string, { settings }: Play['workflow']): boolean {
	const at = new Date(time);
	const ways = [at, new Date(`${time.slice(0, 16)}Z`)].map((one, place) =>
		clockAt(one, place === 0 ? (settings?.timezone as string | undefined) : undefined),
	);
	const isSaid = clocksIn(text).some((clock) => ways.includes(clock.at));
	return isSaid || standsIn(text, daysOf(at)) !== undefined;
}

/** What has a rank: a number, a time, or a text of one. */
const hasRank = (cell: unknown) =>
	typeof cell === 'number' || WHEN.test(String(cell)) || valueOf(cell) !== undefined;

/**
 * Whether items come to a node in the order of a number or a time that it doesn't compare: it then keeps the first on purpose.
 * @param isNewest whether the oldest at first doesn't count
 */
export function isRanked(
	{ workflow, rounds: [round] }: Pick<Play, 'workflow' | 'rounds'>,
	node: WorkflowNode,
	isNewest = false,
): boolean {
	const compared = comparedBy(node);
	if (compared.length === 0) return false;
	const given = givenTo(round, node);
	const ranks = ({ field, order }: ReturnType<typeof sortedBy>[0]) =>
		!compared.includes(field) &&
		given.every((item) => hasRank(valueIn(item, field))) &&
		!(
			isNewest &&
			order === 'ascending' &&
			given.some((item) => WHEN.test(String(valueIn(item, field))))
		);
	return workflow.nodes.some(
		(one) =>
			one.type.endsWith('.sort') &&
			!one.disabled &&
			leadsTo(workflow, one.name, node.name) &&
			(one.parameters.type === 'code' || sortedBy(one).some(ranks)),
	);
}

/** Rows that are dropped as duplicates, although they came later than what goes out, and say something else. */
export const keptOld = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const fields = comparedBy(node);
		if (fields.length === 0 || isRanked({ workflow, rounds: [round] }, node, true)) return [];
		const kept = outputOf(round, node).map((item) => JSON.stringify(item));
		const groups = runsOf(round, node).flatMap((given) => groupsOf(given, fields));
		const found = groups.flatMap((rows) => {
			const first = rows.find((row) => kept.includes(JSON.stringify(row)));
			const person = base.people.find((row) => first && holds(row)(first));
			const [sent, ...more] = person ? gotBy(round, person) : [];
			if (!first || !sent || more.length > 0) return [];
			const isSaid = (was: unknown) => standsIn(sent.text, [String(was)]);
			// A time that stands in the text is what it's about, not when it came.
			const isWhen = (was: unknown) =>
				WHEN.test(String(was)) &&
				Number.isFinite(Date.parse(String(was))) &&
				!saysTime(sent.text, String(was), workflow);
			const dropped = rows.filter((row) => !kept.includes(JSON.stringify(row)));
			return dropped.flatMap((row) => {
				const cells = cellsOf(row).map(([path, cell]) => ({ cell, was: cellAt(first, path) }));
				const isLater = cells.some(
					({ cell, was }) => isWhen(was) && Date.parse(String(cell)) > Date.parse(String(was)),
				);
				const said = cells.find(
					({ cell, was }) => !isBlank(cell) && !isBlank(was) && cell !== was && isSaid(was),
				);
				// Who is told by rows of two matters hears of one.
				const isOther = fields.some((field) => phoneIn(first[field]));
				return said && (isLater || isOther) ? [{ sent, said, person, isLater }] : [];
			});
		});
		if (found.length === 0) return [];
		const [{ said, person, isLater }] = found;
		const when = isLater ? ', which came later' : '';
		const happened = `${person?.name} reads ${String(said.was)}, and not ${String(said.cell)}${when}: “${node.name}” keeps the first of several rows.`;
		return [worthKnowing('old', node.name, happened, { wrong: found.map(({ sent }) => sent) })];
	});

/** Who hears nothing of what is another one in a list, as a comparison skips a field that a text says: it may be meant. */
export const skippedIn = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		if (!node.type.endsWith('.compareDatasets') || node.disabled) return [];
		const texts = base.senders
			.filter(({ name }) => leadsTo(workflow, node.name, name))
			.map((one) => ({ ...one, parameters: { text: one.parameters.text } }));
		const said = fieldsSkipped(node).filter((field) => names(texts, field));
		const runs = round.runs[node.name] ?? [];
		const given = runs.flatMap((run) => run.given);
		const same = runs.flatMap(({ outputs: [, items = []] }) => items);
		const keys = comparedFields(node);
		const found = same.flatMap((item) => {
			const [field] = said.filter((one) =>
				given.some(
					(other) => keys.every((key) => other[key] === item[key]) && other[one] !== item[one],
				),
			);
			const row = base.people.find((one) => holds(one)(item));
			return row && field && gotBy(round, row).length === 0 ? [{ row, field }] : [];
		});
		if (found.length === 0) return [];
		const [{ field }] = found;
		const rows = found.map(({ row }) => row);
		const happened = `“${field}” is another one in the second list, and ${whoGets(rows)} nothing: “${node.name}” skips it.`;
		return [worthKnowing('skips', node.name, happened, { field })];
	});

/** The fields by which the rows of two lists belong together. */
const comparedFields = ({ parameters }: WorkflowNode) =>
	cellsOf(parameters.mergeByFields).flatMap(([path, name]) =>
		/^field/.test(path.at(-1)!) ? [String(name)] : [],
	);

/** Which of two values a node takes where two lists differ. */
const PREFERS = /^preferInput([12])$/;

/** What comes out of a comparison, where the other list says something else, and stands in a text. */
export const otherVersion = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const [, input] = PREFERS.exec(String(node.parameters.resolve)) ?? [];
		const isCompared = node.type.endsWith('.compareDatasets') && !node.disabled;
		if (!isCompared || !input) return [];
		const fields = comparedFields(node);
		const given = (round.runs[node.name] ?? []).flatMap((run) => run.given);
		const differing = (round.runs[node.name] ?? []).flatMap(
			({ outputs: [, , items = []] }) => items,
		);
		const found = differing.flatMap((item) => {
			const person = base.people.find((row) => holds(row)(item));
			const [sent] = person ? gotBy(round, person) : [];
			const others = given.filter((one) => fields.every((field) => one[field] === item[field]));
			const all = Object.keys(item).flatMap((name) => {
				const other = others.find((one) => String(one[name]) !== String(item[name]));
				const isRead = sent && standsIn(sent.text, [String(item[name])]);
				return other && isRead && !isBlank(other[name])
					? [{ sent, person, was: item[name], is: other[name] }]
					: [];
			});
			return all.slice(0, 1);
		});
		if (found.length === 0) return [];
		const [{ person, was, is }] = found;
		const [own, left] = input === '1' ? ['A', 'B'] : ['B', 'A'];
		const happened = `${person?.name} reads ${String(was)} from Input ${own} of “${node.name}”. Input ${left} says ${String(is)}.`;
		const wrong = found.map(({ sent }) => sent);
		return [worthKnowing('old', node.name, happened, { field: left, wrong })];
	});

/** The nodes that stand before the first and the second input of a node. */
export const inputsOf = ({ nodes, connections }: Workflow, { name }: WorkflowNode) =>
	[0, 1].map((index) =>
		nodes
			.map((one) => one.name)
			.filter((one) =>
				connections[one]?.main?.flat().some((line) => line?.node === name && line.index === index),
			),
	);

/** The nodes whose items come to the second input of a node. */
function secondOf(workflow: Workflow, node: WorkflowNode): string[] {
	const { nodes } = workflow;
	const [, last] = inputsOf(workflow, node);
	const before = nodes.filter((one) => last.includes(one.name));
	return nodes
		.filter((one) => before.some((end) => end === one || leadsTo(workflow, one.name, end.name)))
		.map((one) => one.name);
}

/** People of two lists of whom a node lets those through who stand in one of them alone. */
export const inOneAlone = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const { joinMode, outputDataFrom = 'both' } = node.parameters;
		if (!node.type.endsWith('.merge') || joinMode !== 'keepNonMatches' || outputDataFrom !== 'both')
			return [];
		const items = outputOf(round, node);
		const through = reached(base).filter((row) => items.some(holds(row)));
		const second = secondOf(workflow, node);
		const rows = through.filter(({ list }) => second.includes(list.node));
		if (rows.length === 0 || rows.length === through.length) return [];
		const wrong = rows.flatMap((row) => gotBy(round, row));
		const happened = `“${node.name}” lets through who stands in one of two lists alone, whichever it is: also ${whoGets(rows)} something.`;
		return [toChange('either', node.name, happened, { wrong, isAstray: true })];
	});

/** What leaves blank values out of a list unless it is told to keep them: its fields of such lists, each with whether it is. */
function listsOf({ type, parameters }: WorkflowNode): Array<{ field: string; keeps: boolean }> {
	if (type.endsWith('.aggregate')) {
		const { fieldsToAggregate, options } = parameters as {
			fieldsToAggregate?: { fieldToAggregate?: Array<{ fieldToAggregate?: string }> };
			options?: { keepMissing?: boolean };
		};
		const keeps = options?.keepMissing === true;
		return (fieldsToAggregate?.fieldToAggregate ?? []).map(({ fieldToAggregate = '' }) => ({
			...{ field: fieldToAggregate, keeps },
		}));
	}
	const { values = [] } = (parameters.fieldsToSummarize ?? {}) as {
		values?: Array<{ aggregation?: string; field?: string; includeEmpty?: boolean }>;
	};
	return values
		.filter(({ aggregation }) => aggregation === 'append')
		.map(({ field = '', includeEmpty }) => ({ field, keeps: includeEmpty === true }));
}

/** Values that move up in their list, beside others that don't: a blank one before them is left out. */
export const shifted = (base: Base, { workflow, rounds: [round] }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const lists = /\.(aggregate|summarize)$/.test(node.type) && !node.disabled ? listsOf(node) : [];
		const by = fieldsIn(node.parameters.fieldsToSplitBy as string | undefined);
		const found = runsOf(round, node).flatMap((given) =>
			groupsOf(given, by).flatMap((rows) =>
				lists.flatMap(({ field, keeps }) => {
					const cells = rows.map((row) => valueIn(row, field));
					const gap = cells.findIndex(isBlank);
					const next = cells.findIndex((cell, place) => place > gap && !isBlank(cell));
					const isBeside = lists.some(
						(one) => one.field !== field && rows.every((row) => !isBlank(valueIn(row, one.field))),
					);
					const isMoved = gap >= 0 && next >= 0 && isBeside && !keeps;
					return isMoved ? [{ field, rows, value: cells[next] }] : [];
				}),
			),
		);
		const people = base.people.filter((row) => found.some(({ rows }) => rows.some(holds(row))));
		const wrong = people
			.flatMap((row) => gotBy(round, row))
			.filter(({ text }) => found.some(({ value }) => standsIn(text, [String(value)])));
		const [first] = found;
		if (!first || wrong.length === 0) return [];
		const happened = `“${node.name}” leaves out what is blank in “${first.field}”, and ${String(first.value)} stands where that was: beside what belongs to another row.`;
		return [toChange('shifted', node.name, happened, { wrong, isAstray: true })];
	});
