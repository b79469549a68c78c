import { type IDataObject, type IExecuteFunctions, isSafeObjectProperty } from 'n8n-workflow';

import { isTool, itemsInWords } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { groupedBy } from '../values/groups';
import { asText, counted, isGiven, shortened, shownName } from '../values/words';

export function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

// No braces, which end an expression wherever they stand, and no line breaks, which end a text.
const STEP =
	/\.([A-Za-z_$][\w$]*)|\[\s*(?:'([^'\\{}\r\n\u2028\u2029]*)'|"([^"\\{}\r\n\u2028\u2029]*)")\s*\]/y;

/** The path of a parameter that is only a field of the item, e.g. `={{ $json['phone no'].home }}`; else undefined. */
export function plainReference(parameter: string): string[] | undefined {
	const reference = /^=\{\{\s*\$json([^{}]*)\}\}$/.exec(parameter)?.[1].trimEnd();
	if (!reference) return undefined;

	const path: string[] = [];
	for (STEP.lastIndex = 0; STEP.lastIndex < reference.length; ) {
		const step = STEP.exec(reference);
		if (!step) return undefined;
		const name = step[1] ?? step[2] ?? step[3];
		// n8n refuses some names, e.g. constructor, and does not find a field called toString.
		if (!isSafeObjectProperty(name) || name in Object.prototype) return undefined;
		path.push(name);
	}
	return path;
}

/** The field of an item, without n8n's expression engine, which takes about half a millisecond for each. */
function fieldAt(json: IDataObject, path: string[]): unknown {
	return path.reduce<unknown>((parent, step) => (parent as IDataObject | null)?.[step], json);
}

/** Whether a parameter is only a field of the item, which is there and is blank. */
export function holdsNothing(parameter: string, json: IDataObject): boolean {
	const path = plainReference(parameter);
	const value = path && fieldAt(json, path);
	return value !== undefined && !isGiven(value);
}

/** The fields of the input item between the texts of a parameter, as the user wrote them, and their values. */
export function fieldsIn(
	parameter: unknown,
	json: IDataObject,
): Array<{ piece: string; value: unknown }> {
	const pieces = String(parameter).match(/\{\{[^{}]*\}\}/g) ?? [];
	return pieces.flatMap((piece) => {
		const path = plainReference(`=${piece}`);
		return path ? [{ piece, value: fieldAt(json, path) }] : [];
	});
}

/** Texts, and paths of the fields of the input item that stand between them. */
export type Template = Array<string | string[]>;

/** The parts of a parameter of only text and fields of the item, e.g. `=Hello {{ $json.name }}`; else undefined. */
export function plainTemplate(parameter: unknown): Template | undefined {
	if (!isExpression(parameter)) return undefined;
	const template: Template = [];
	for (const part of parameter.slice(1).split(/(\{\{[^{}]*\}\})/)) {
		const isText = !part.startsWith('{{');
		if (isText && !isSafeText(part)) return undefined;
		const piece = isText ? part : plainReference(`=${part}`);
		if (piece === undefined) return undefined;
		if (piece !== '') template.push(piece);
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

/** The parameters that are texts for people. */
const TEXTS = ['text', 'message', 'subject', 'html'];

/** A piece `{{ … }}` of a text that returned nothing for an item, or words with a missing value. */
export type Gap = { field: string; piece: string };

/** Texts and regular expressions within a piece, whose signs mean nothing. */
const LITERALS =
	/'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|[(,] ?\/(?:[^/\\]|\\.)*(?:\/|\\?$)/gs;

/** Whether a piece says what stands there when a field is blank: with `||`, `??`, a conditional, `$if`, or `$ifEmpty`. */
const hasDefault = (piece: string): boolean =>
	/\|\||\?(?!\.\D)|\$if/.test(piece.replace(LITERALS, ''));

/** The pieces of a text, as n8n splits it, and whether each is all of it. */
function piecesOf(entered: unknown): Array<{ piece: string; isWhole: boolean }> {
	if (!isExpression(entered)) return [];
	const text = entered.slice(1).trim();
	const ended = text
		.split(/(?<!\\)\{\{/)
		.slice(1)
		.filter((rest) => rest.includes('}}'));
	const pieces = ended.map((rest) => `{{${rest.split('}}', 1)[0]}}}`);
	return [...new Set(pieces)].map((piece) => ({ piece, isWhole: piece === text }));
}

/** Whether nothing of a value can be seen in a text, as n8n puts it there: of a list, its entries. */
function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length < 2 && value.every(isBlank);
	return typeof value !== 'object' ? !isGiven(value) : value === null;
}

/** The beginning of what JavaScript writes into a text for an object. */
export const OBJECT = '[object ';

/** Whether a value is an object, or a list with one, that a text shows as [object Object]; a date is shown as one. */
const isShownAsObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && String(value as object).includes(OBJECT);

/** Missing values, as JavaScript joins them to words with + or in a template. */
export const NO_VALUE = /\b(?:undefined|null|NaN)\b/;
const joins = (piece: string): boolean => /\+|\$\{/.test(piece) && !NO_VALUE.test(piece);

/** Whether a value has a word for a missing one, and no text of the item has one. */
const lacksValue = (value: unknown, json: IDataObject): boolean =>
	NO_VALUE.test(String(value)) &&
	!NO_VALUE.test(JSON.stringify(json, (_name, one: unknown) => one ?? undefined));

/**
 * Finds the gaps in the texts of an item, as they were read: pieces that are blank in it, and have no default.
 * @throws Problem if a piece is an object
 */
export function gapFinder(context: IExecuteFunctions): (index: number, texts: unknown[]) => Gap[] {
	const node = context.getNode();
	const items = context.getInputData();
	// In a tool of an AI agent `$json` is not what the tool is called with.
	const pathOf = (piece: string) => (isTool(node) ? undefined : plainReference(`=${piece}`));
	const pieces = TEXTS.flatMap((name) =>
		piecesOf(node.parameters[name]).map(({ piece, isWhole }) => ({
			...{ field: shownName(name), piece, path: pathOf(piece) },
			mayBeBlank: isWhole || hasDefault(piece),
			isJoined: joins(piece) && !isTool(node),
		})),
	);
	const evaluated = (piece: string, index: number): unknown => {
		try {
			return context.evaluateExpression(piece, index);
		} catch {
			// The text itself was read: nothing that is only looked at may stop what is sent, or was.
			return piece;
		}
	};
	return (index, texts) => {
		const valueOf = ({ piece, path }: (typeof pieces)[number]) =>
			path ? fieldAt(items[index].json, path) : evaluated(piece, index);
		const hasObject = texts.some((text) => typeof text === 'string' && text.includes(OBJECT));
		const object = hasObject && pieces.find((one) => isShownAsObject(valueOf(one)));
		if (object) {
			throw new Problem(
				`${object.field} has an object in place of words: ${shortened(object.piece)}`,
				'Choose one of its fields, as in {{ $json.customer.name }}.',
			);
		}
		const mayLackValue = NO_VALUE.test(texts.map(asText).join(' '));
		return pieces.filter(
			(one) =>
				(!one.mayBeBlank && isBlank(valueOf(one))) ||
				(mayLackValue && one.isJoined && lacksValue(valueOf(one), items[index].json)),
		);
	};
}

/** The gaps of items, e.g. `2 texts have a gap: {{ $json.name }} in 'Text' (items 2 and 4)`, if some have one. */
export function gapsInWords(items: Array<{ index: number; gaps: Gap[] }>): string {
	const { length } = items.filter(({ gaps }) => gaps.length);
	if (!length) return '';
	const all = items.flatMap(({ index, gaps }) => gaps.map((gap) => ({ ...gap, index })));
	const found = groupedBy(all, ({ piece, field }) => `${piece} in ${field}`);
	const named = [...found].map(
		([gap, of]) =>
			`${gap} (${itemsInWords(
				of.map(({ index }) => index),
				20,
			)})`,
	);
	return `${counted(length, 'text')} ${length === 1 ? 'has' : 'have'} a gap: ${named.join(', ')}`;
}
