import type { WorkflowNode } from '../../n8n/types.ts';
import { matches } from '../copy/nodeKinds.ts';
import { type Base, givenTo } from '../relations/base.ts';
import type { Breach } from '../relations/relation.ts';
import { leadsTo } from '../relations/seen.ts';
import { isInWholeUnits } from '../relations/reckoned.ts';
import type { Some } from '../some.ts';
import { phoneIn } from '../worlds/rows.ts';
import { amountOf } from '../worlds/spelled.ts';
import { cellAt, cellsOf, type Json } from '../worlds/world.ts';
import { isType } from './canvas.ts';
import { type Mend, onCanvas, parameters, withIf, withNodeOn, withParameters } from './change.ts';
import { readingOf, rewritten } from './expressions.ts';

/** An Edit Fields that keeps all fields, and sets one more. */
const setting = (name: string, value: string, type = 'string') => ({
	...{ type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: {
		assignments: { assignments: [{ id: name, name, value, type }] },
		...{ includeOtherFields: true, options: {} },
	},
});

/** Amounts that are text become numbers before a node. */
export function ofNumbers(node: WorkflowNode, field: string, base: Base): Some<Mend> {
	const { name } = node;
	// Where it stands deeper, it has another name.
	const given = givenTo(base.play.rounds[0], node);
	if (given.every((item) => !(field in item))) return [];
	// Of a day or a code, a number would be another one.
	const isNone = (cell: unknown) =>
		typeof cell === 'string' && cell.trim() !== '' && amountOf(cell) === undefined;
	if (given.some((item) => isNone(item[field]))) return [];
	const read = `$json[${JSON.stringify(field)}]`;
	const digits = String.raw`${read}.replace(/[^\d.,]/g, '').replace(/[.,](?=\d{3}(\D|$))/g, '')`;
	const value = `={{ typeof ${read} === 'string' ? Number(${digits}.replace(',', '.')) : ${read} }}`;
	const advice = `Put an Edit Fields before “${name}” that keeps the other fields, and sets ${field}, as a number, to ${value.slice(1)}`;
	return onCanvas(advice, `before “${name}”`, (one) =>
		withNodeOn(one, 'Before', name, setting(field, value, 'number')),
	);
}

/** Days as people write them, with the day or the month first. */
const DAYS = [
	[/^(\d\d?)\.(\d\d?)\.\d{4}$/, 'd.M.yyyy'],
	[/^(\d\d?)\/(\d\d?)\/\d{4}$/, 'd/M/yyyy'],
	[/^(\d\d?)\/(\d\d?)\/\d{4}$/, 'M/d/yyyy'],
	[/^(\d\d?)-(\d\d?)-\d{4}$/, 'd-M-yyyy'],
] as const;

/** Rows that are sorted by days, and not by their letters. */
export function ofDays(node: WorkflowNode, field: string, base: Base): Mend[] {
	const { name, parameters: own } = node;
	const { sortField = [] } = (own.sortFieldsUi ?? {}) as { sortField?: Array<Json> };
	const days = givenTo(base.play.rounds[0], node).map((item) => String(item[field] ?? ''));
	return DAYS.filter(
		([form, as]) =>
			sortField.some((one) => one.fieldName === field) &&
			days.every((day) => form.test(day)) &&
			days.every((day) => Number(form.exec(day)![as.startsWith('M') ? 1 : 2]) <= 12),
	).map(([, as]) => {
		const value = `={{ DateTime.fromFormat(${readingOf([field])}, '${as}').toISODate() }}`;
		const by = sortField.map((one) =>
			one.fieldName === field ? { ...one, fieldName: 'day' } : one,
		);
		const advice = `Put an Edit Fields before “${name}” that keeps the other fields, and sets day to ${value.slice(1)}. Sort by day.`;
		return onCanvas(advice, `before “${name}”`, (one) =>
			withParameters(withNodeOn(one, 'Before', name, setting('day', value)), name, {
				sortFieldsUi: { sortField: by },
			}),
		);
	});
}

/** Two lists that belong together by phone numbers, however these are written. */
export function byDigits(node: WorkflowNode, { play: { workflow, rounds } }: Base): Some<Mend> {
	const { values } = (node.parameters.mergeByFields ?? {}) as {
		values?: Array<{ field1: string; field2: string }>;
	};
	const [{ field1 = '', field2 = '' } = {}, ...more] = values ?? [];
	const arePhones = givenTo(rounds[0], node).some((item) => phoneIn(item[field1] ?? item[field2]));
	const before = Object.entries(workflow.connections).flatMap(([from, { main }]) =>
		(main?.[0] ?? []).flatMap((line) =>
			line.node === node.name ? [{ from, at: line.index }] : [],
		),
	);
	if (!matches(node) || more.length > 0 || !arePhones || before.length !== 2) return [];
	const [first, second] = [field1, field2].map(
		(field) => `={{ String(${readingOf([field])}).replace(/\\D/g, '').slice(-8) }}`,
	);
	const nodes = before.map(({ from }) => `“${from}”`).join(' and ');
	const advice = `Put an Edit Fields behind each of ${nodes} that keeps the other fields, and sets digits to ${first.slice(1)}${first === second ? '' : ` or ${second.slice(1)}`}. Match by digits.`;
	const matched = { mergeByFields: { values: [{ field1: 'digits', field2: 'digits' }] } };
	return onCanvas(advice, `before “${node.name}”`, (one) =>
		before.reduce(
			(whole, { from, at }) =>
				withNodeOn(whole, 'Behind', from, setting('digits', at === 0 ? first : second)),
			withParameters(one, node.name, { ...matched, advanced: true }),
		),
	);
}

/** Sums of each currency by itself. */
export function byCurrency(node: WorkflowNode, { field = '' }: Breach): Some<Mend> {
	const fieldsToSplitBy = `${String(node.parameters.fieldsToSplitBy ?? '')}, ${field}`;
	const advice = `Split by ${field} too: ${fieldsToSplitBy}.`;
	return (
		isType(node, 'summarize') &&
		Boolean(node.parameters.fieldsToSplitBy) &&
		parameters(node, 'Fields to Split By', advice, { fieldsToSplitBy })
	);
}

/** Amounts of one currency alone: the one that a text names. */
export function inOneCurrency(
	{ name }: WorkflowNode,
	{ play: { rounds } }: Base,
	{ field = '' }: Breach,
): Mend[] {
	const codes = givenTo(rounds[0], { name }).map((item) => String(item[field]));
	const said = [...new Set(codes)].filter((code) =>
		rounds[0].messages.some(({ text }) => text.includes(code)),
	);
	return said.map((code) => {
		const advice = `Put an If before “${name}” that lets through only ${code}: ${readingOf([field])} is equal to ${code}.`;
		return onCanvas(advice, `before “${name}”`, (one) =>
			withIf(one, 'Before', name, `={{ ${readingOf([field])} }}`, code),
		);
	});
}

/** Expressions that read amounts without the separators between thousands. */
export const withoutGroups = (
	node: WorkflowNode,
	field: string,
	{ play: { workflow } }: Base,
): Mend[] =>
	workflow.nodes
		.filter((one) => one === node || leadsTo(workflow, one.name, node.name))
		.flatMap((one) => {
			const readings = [readingOf([field]), `$json['${field}']`, `$json["${field}"]`];
			const isRead = (text: string) => readings.find((reading) => text.includes(`${reading}.`));
			const change = (text: string) => {
				const reading = isRead(text);
				const without = String.raw`.replace(/[.,\s](?=\d{3}(\D|$))/g, '')`;
				return reading ? text.replaceAll(reading, () => `${reading}${without}`) : text;
			};
			return rewritten(one, [change], 'Leave out what stands between thousands');
		});

/** Amounts that are divided by 100 where their currency has anything behind the point alone. */
export function inWholeUnits(node: WorkflowNode, code: string, { play }: Base): Mend[] {
	const given = givenTo(play.rounds[0], node);
	const [found] = given.flatMap((item) =>
		cellsOf(item).filter(([, cell]) => String(cell).toUpperCase() === code),
	);
	if (!found) return [];
	const [path] = found;
	const all = given.map((item) => String(cellAt(item, path) ?? '').toUpperCase());
	const codes = [...new Set([code, ...all.filter(isInWholeUnits)])].sort();
	const asked = `String(${readingOf(path)}).toUpperCase()`;
	const isOne =
		codes.length > 1 ? `['${codes.join("', '")}'].includes(${asked})` : `${asked} === '${code}'`;
	const by = `/ (${isOne} ? 1 : 100)`;
	const change = (text: string) => text.replace(/\/\s*100\b/g, () => by);
	return rewritten(node, [change], `Divide by 100 only what isn't ${codes.join(' or ')}`);
}
