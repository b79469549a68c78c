import type { WorkflowNode } from '../../n8n/types.ts';
import { decides, matches, optionsOf } from '../copy/nodeKinds.ts';
import { type Base, givenTo } from '../relations/base.ts';
import { amountOf } from '../worlds/spelled.ts';
import { folded, lettersOf } from '../worlds/askedFor.ts';
import { joins } from '../relations/locate.ts';
import type { Some } from '../some.ts';
import { type Mend, onCanvas, parameters, withIf, withNodeOn, withParameters } from './change.ts';
import { readingOf } from './expressions.ts';
import type { Breach } from '../relations/relation.ts';
import { phoneIn } from '../worlds/rows.ts';
import type { Json } from '../worlds/world.ts';

export const fuzzy = (node: WorkflowNode): Some<Mend> => {
	const options = { ...optionsOf(node), fuzzyCompare: true };
	const advice = 'Add the option Fuzzy Compare: 20 and “20” are then the same.';
	return joins(node) && parameters(node, 'Fuzzy Compare', advice, { options }, 'Options');
};

interface Condition {
	leftValue: string;
	rightValue: string;
	operator: { type?: string; operation: string };
}

const isCondition = (value: unknown): value is Condition =>
	typeof (value as Condition | null)?.leftValue === 'string' &&
	typeof (value as Condition).rightValue === 'string' &&
	typeof (value as Condition).operator?.operation === 'string';

/** The same with other conditions, and those that changed. */
function withConditions(node: WorkflowNode, change: (one: Condition) => Condition) {
	const changed: Condition[] = [];
	const inside = (value: unknown): unknown => {
		if (isCondition(value)) {
			const other = change(value);
			if (other !== value) changed.push(other);
			return other;
		}
		if (Array.isArray(value)) return value.map(inside);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]));
	};
	const all = inside(decides(node) ? node.parameters : {}) as WorkflowNode['parameters'];
	return { all, changed };
}

/** Ways in which words are alike: what an expression adds, what comes of a word by it, and what then makes no difference. */
const ALIKE: Array<[string, (word: string) => string, string]> = [
	['.trim().toLowerCase()', (word) => word.trim().toLowerCase(), 'letter case and spaces'],
	[
		String.raw`.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')`,
		folded,
		'letter case, accents, and spaces',
	],
	[
		String.raw`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()`,
		lettersOf,
		'letter case, and signs such as a point at the end',
	],
];

/** Conditions that compare without letter case, and spaces around; or without accents, too. */
export const inAnySpelling = (node: WorkflowNode): Some<Mend> =>
	ALIKE.map(([added, plainly, what]) => {
		const { all, changed } = withConditions(node, (one) => {
			const [, read] = /^=\{\{\s*((?:(?!\}\}).)+?)\s*\}\}$/s.exec(one.leftValue) ?? [];
			const { type, operation } = one.operator;
			const isText = type === 'string' && /^(equals|notEquals)$/.test(operation);
			if (!read || !isText || one.rightValue.startsWith('=')) return one;
			const leftValue = `={{ String((${read}) ?? '')${added} }}`;
			return { ...one, leftValue, rightValue: plainly(one.rightValue) };
		});
		const said = changed.map((one) => `${one.leftValue.slice(1)} with “${one.rightValue}”`);
		const advice = `Compare ${said.join(', and ')}: ${what} then make no difference.`;
		return changed.length > 0 && parameters(node, 'Conditions', advice, all);
	});

/** Conditions that ask for the whole of a text, and not for a part. */
export function wholeWords(node: WorkflowNode): Some<Mend> {
	const whole: Record<string, string> = { contains: 'equals', notContains: 'notEquals' };
	const { all, changed } = withConditions(node, (one) => {
		const operation = whole[one.operator.operation];
		const isText = operation && one.operator.type === 'string';
		return isText ? { ...one, operator: { ...one.operator, operation } } : one;
	});
	const isTurned = changed[0]?.operator.operation === 'notEquals';
	const [label, instead] = isTurned
		? ['is not equal to', 'does not contain']
		: ['is equal to', 'contains'];
	const advice = `Choose “${label}” in place of “${instead}”: another word may end with it.`;
	return changed.length > 0 && parameters(node, 'Conditions', advice, all);
}

const inBraces = (expression: unknown) => /^=\{\{\s*(.*?)\s*\}\}$/s.exec(String(expression))?.[1];

/** Conditions that ask whether a field's words stand in a text, and not its letters. */
export function asWords(node: WorkflowNode): Some<Mend> {
	const { all, changed } = withConditions(node, (one) => {
		const [text, part] = [inBraces(one.leftValue), inBraces(one.rightValue)];
		if (one.operator.operation !== 'contains' || !text || !part) return one;
		const words = String.raw`(' ' + ${text}.replace(/[^\p{L}\d]+/gu, ' ') + ' ').includes(' ' + ${part} + ' ')`;
		const operator = { type: 'boolean', operation: 'true', singleValue: true };
		return { ...one, leftValue: `={{ ${words} }}`, rightValue: '', operator };
	});
	const [first] = changed;
	const advice = `Ask for the whole word: ${String(first?.leftValue).slice(1)} is true.`;
	return changed.length > 0 && parameters(node, 'Conditions', advice, all);
}

/** Conditions in whose expression two texts are compared, as numbers. */
export function comparesNumbers(node: WorkflowNode): Some<Mend> {
	const { all, changed } = withConditions(node, (one) => {
		const compared = /^([^<>=!?&|]+?)\s*([<>]=?)\s*([^<>=!?&|]+)$/.exec(
			inBraces(one.leftValue) ?? '',
		);
		if (!compared) return one;
		const [, left, sign, right] = compared;
		return { ...one, leftValue: `={{ Number(${left}) ${sign} Number(${right}) }}` };
	});
	const said = changed.map((one) => one.leftValue.slice(1));
	const advice = `Compare them as numbers: ${said.join(', and ')} is true.`;
	return changed.length > 0 && parameters(node, 'Conditions', advice, all);
}

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
