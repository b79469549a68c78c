import { ExpressionParser, type IDataObject, isSafeObjectProperty } from 'n8n-workflow';

export function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

/** The names of the fields whose parts have to have a value, with their labels: each says so where it's declared. */
export const readByPeople = new Map<string, string>();

/** A piece `{{ … }}` of what the user entered, as n8n splits it. */
export type Piece = {
	/** As the user wrote it. */
	source: string;
	/** The code between its braces. */
	code: string;
	/** Whether it has its closing braces; n8n evaluates it without them, too. */
	isEnded: boolean;
	/** Its place, if it's only a field of the item. */
	path?: string[];
	/** The texts before and behind it. */
	around: string;
	/** Whether nothing but blanks stands around it. */
	isWhole: boolean;
};

/** The texts, and the code between braces, that n8n makes of what the user entered. */
const chunksOf = (entered: unknown) =>
	isExpression(entered) ? ExpressionParser.splitExpression(entered.slice(1)) : [];

export function piecesOf(entered: unknown): Piece[] {
	const chunks = chunksOf(entered);
	const textAt = (place: number) => (chunks[place]?.type === 'text' ? chunks[place].text : '');
	const isWhole = chunks.every(({ type, text }, at) => (type === 'text' ? !text.trim() : at === 1));
	return chunks.flatMap((chunk, at) => {
		if (chunk.type === 'text') return [];
		const code = chunk.text;
		const source = ExpressionParser.joinExpression([chunk]);
		const around = textAt(at - 1) + textAt(at + 1);
		const isEnded = chunk.hasClosingBrackets;
		return { source, code, isEnded, path: pathOf(code), around, isWhole };
	});
}

/** Texts and regular expressions within a piece, whose signs mean nothing. */
export const LITERALS =
	/'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|[(,] ?\/(?:[^/\\]|\\.)*(?:\/|\\?$)/gs;

/** Whether code says what stands there when a field is blank: with `||`, `??`, a conditional, `$if`, or `$ifEmpty`. */
export const hasDefault = (code: string): boolean =>
	/\|\||\?(?!\.\D)|\$if|\bif\b/.test(code.replace(LITERALS, ''));

/** Whether the user wants a piece to be blank: a default says so, with an empty text or a word for nothing. */
export function isMeant({ code }: Piece, value: unknown): boolean {
	if (!hasDefault(code) || Number.isNaN(value)) return false;
	return (
		(value ?? undefined) !== undefined || /\b(?:null|undefined)\b/.test(code.replace(LITERALS, ''))
	);
}

// No braces, which end an expression wherever they stand, and no line breaks, which end a text.
const STEP =
	/\.([A-Za-z_$][\w$]*)|\[\s*(?:'([^'\\{}\r\n\u2028\u2029]*)'|"([^"\\{}\r\n\u2028\u2029]*)")\s*\]/y;

/** The path of code that is only a field of the item, e.g. ` $json['phone no'].home `; else undefined. */
export function pathOf(code: string): string[] | undefined {
	const reference = /^\s*\$json([^{}]*)$/.exec(code)?.[1].trimEnd();
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
export function fieldAt(json: IDataObject, path: string[]): unknown {
	return path.reduce<unknown>((parent, step) => (parent as IDataObject | null)?.[step], json);
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
