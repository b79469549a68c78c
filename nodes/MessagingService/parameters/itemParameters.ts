import { ExpressionParser, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { shortened, shownName } from '../values/words';
import type { GetParameter } from './body';
import { chunksOf, fieldAt, isExpression, pathOf, piecesOf } from './pieces';

export type ParametersOf = (itemIndex: number) => GetParameter;

type Fallback = Parameters<GetParameter>[1];

/** How a parameter is read: once for all items, by a template, or by n8n for each item. */
type Way = { value: unknown } | { template?: Template };

/** Reads parameters for many items quickly: n8n evaluates only those that are more than text and fields of the item. */
export function itemParameters(context: IExecuteFunctions): ParametersOf {
	const node = context.getNode();
	const items = context.getInputData();
	const ways = new Map<string, Way>();

	const wayOf = (name: string, itemIndex: number, fallback: Fallback): Way => {
		const entered = node.parameters[name];
		// Of the options, some refuse any expression, and say so themselves.
		if (name !== 'options') refusePlainPieces(shownName(name), entered);
		if (!hasExpression(entered)) {
			return { value: context.getNodeParameter(name, itemIndex, fallback) };
		}
		// In a tool of an AI agent `$json` is the agent's item, not what the tool is called with.
		return { template: isTool(node) ? undefined : plainTemplate(entered) };
	};
	const read = (name: string, itemIndex: number, fallback: Fallback): unknown => {
		let way = ways.get(name);
		if (!way) ways.set(name, (way = wayOf(name, itemIndex, fallback)));
		if ('value' in way) return way.value;
		const plain = way.template && readTemplate(items[itemIndex].json, way.template);
		return (
			plain ?? evaluated(shownName(name), () => context.getNodeParameter(name, itemIndex, fallback))
		);
	};

	return (itemIndex) => {
		let options: unknown;
		return (name, fallback) => {
			if (name !== 'options') return read(name, itemIndex, fallback);
			// They are asked for several times, and n8n would evaluate all of them each time.
			return (options ??= read(name, itemIndex, fallback));
		};
	};
}

/** The value of a field's expression. @throws Problem with the field's name */
function evaluated<T>(field: string, evaluate: () => T): T {
	try {
		return evaluate();
	} catch (error) {
		throw ofExpression(field, error as Error);
	}
}

/** The problem of an expression that n8n can't evaluate, with n8n's own advice where it has some. */
function ofExpression(field: string, { message, description }: Error & { description?: unknown }) {
	const advice =
		'Correct it. If only some items lack what it reads, give it a default, as in {{ $json.name || "customer" }}.';
	return new Problem(
		`The expression in ${field} couldn't be evaluated: ${message}`,
		typeof description === 'string' && description ? description : advice,
	);
}

/** Reads parameters as `parametersOf` does, and the options as `change` has them. */
export function withOptions(
	parametersOf: ParametersOf,
	change: (options: IDataObject) => IDataObject,
): ParametersOf {
	return (itemIndex) => {
		const getParameter = parametersOf(itemIndex);
		return (name, fallback) => {
			const given = getParameter(name, fallback);
			return name === 'options' ? change(given as IDataObject) : given;
		};
	};
}

/** A name of n8n's own, as in `{{ Math.round($json.sum) }}`. Braces without one may be the service's. */
const OF_N8N = /\$[\p{L}_(]|\bDateTime\./u;

/** Refuses what n8n would take as it is, such as `Hi {{ $json.name }}` without the = before it. @throws Problem with the name */
export function refusePlainPieces(name: string, entered: unknown): void {
	if (typeof entered === 'object' && entered !== null) {
		for (const value of Object.values(entered)) refusePlainPieces(name, value);
	}
	if (typeof entered !== 'string' || entered.startsWith('=')) return;
	const piece = piecesOf(`=${entered}`).find(({ code, isEnded }) => isEnded && OF_N8N.test(code));
	if (piece === undefined) return;
	throw new Problem(
		`${name} has an expression as plain text: ${shortened(piece.source)}`,
		"Select 'Expression' above the field.",
	);
}

function hasExpression(given: unknown): boolean {
	if (typeof given !== 'object' || given === null) return isExpression(given);
	return Object.values(given as IDataObject).some(hasExpression);
}

/** Texts, and paths of the fields of the input item that stand between them. */
export type Template = Array<string | string[]>;

/** The parts of a parameter of only text and fields of the item, e.g. `=Hello {{ $json.name }}`; else undefined. */
export function plainTemplate(parameter: unknown): Template | undefined {
	if (!isExpression(parameter)) return undefined;
	const chunks = chunksOf(parameter);
	// Braces at its end that nobody closed are in no chunk.
	if (`=${ExpressionParser.joinExpression(chunks)}` !== parameter) return undefined;
	const template: Template = [];
	for (const { type, text } of chunks) {
		const part = type === 'code' ? pathOf(text) : isSafeText(text) ? text : undefined;
		if (part === undefined) return undefined;
		if (part !== '') template.push(part);
	}
	return template;
}

/** The value of a template for an item, as n8n puts it together; undefined if n8n has to evaluate it. */
export function readTemplate(json: IDataObject, template: Template): unknown {
	let text = '';
	for (const part of template) {
		const value = typeof part === 'string' ? part : fieldAt(json, part);
		if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
		// A lone field keeps its type.
		if (template.length === 1) return value;
		text += String(value);
	}
	return text;
}

/** Whether n8n takes a text as it is: not braces, backslashes, the word constructor, or a name that every object has. */
function isSafeText(text: string): boolean {
	return !/[{}\\]|constructor/.test(text) && !(text in Object.prototype);
}
