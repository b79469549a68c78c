import type { WorkflowNode } from '../../n8n/types.ts';
import { decides, optionsOf } from '../copy/nodeKinds.ts';
import { folded, lettersOf } from '../worlds/askedFor.ts';
import { joins } from '../relations/locate.ts';
import type { Some } from '../some.ts';
import { type Mend, parameters } from './change.ts';

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
