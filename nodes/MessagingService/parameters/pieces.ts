import { ExpressionParser, type IDataObject, isSafeObjectProperty } from 'n8n-workflow';

import { isGiven } from '../values/given';
import { beginsBlank, defaultsOf, readsData } from './code';

export function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

/** A field whose parts have to have a value: a text that people read, a number, an hour. */
export type JudgedField = {
	/** Its name in errors. */
	label: string;
	/** Whether it names several people. */
	isList?: boolean;
	/** Whether it may be left out. */
	isOptional?: boolean;
	/** Whether it's another one without one of its parts: somebody else's number or ID, another hour. */
	isExact?: boolean;
};

/** These fields by their names: each says so where it's declared. */
export const judgedFields = new Map<string, JudgedField>();

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
export const chunksOf = (entered: unknown) =>
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

/** Whether the user wants a piece to be blank: a default that is a blank text says so, or, where there is no value, one that gives nothing. */
export function isMeant({ code }: Piece, value: unknown): boolean {
	if (Number.isNaN(value)) return false;
	const { isBlank: hasBlank, isNothing } = defaultsOf(code);
	if ((value ?? undefined) === undefined) return isNothing;
	return hasBlank || beginsBlank(code) || !readsData(code);
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

/** All texts of the data. */
export function textsIn(json: IDataObject): string[] {
	const texts: string[] = [];
	JSON.stringify(json, (_, value: unknown) => {
		if (typeof value === 'string') texts.push(value);
		return value;
	});
	return texts;
}

/** The words that JavaScript and n8n write where there is no value, also those of other languages for what is no number. */
export const WORDS =
	/undefined|null|(?<=\[)native(?= code\])|infinity|∞|invalid(?=[\W\d_]*(?:date|duration|interval))|object(?=[\W\d_]*object)|(?<=\[)object(?= )|не\sчисло|epäluku|san\sdäl|ليس\sرقمًا|ناعدد|сан\sемес|сан\sэмес|非數值|არ\sარის\sრიცხვი|ՈչԹ|nuimh|son\semas/gi;
const NAN = /NaN|NAN|\b[Nn]an\b|\bNS\b/g;

/** The beginning of what JavaScript writes into a text for an object. */
export const OBJECT = '[object ';

/** Errors that spreadsheets write into a cell, in the languages of their users, also as they stand in a link. */
export const CELL_ERROR =
	/(?:#|%23)[¡¿]?(?:N(?:\/|%2F)[ABD]|I(?:\/|%2F)T|NV|(?:DIV|DZIEL|ДЕЛ)(?:\/|%2F)0|NAME|REF|VALUE|ERROR|NULL|NUM|SPILL|CALC|FIELD|GETTING_DATA|WERT|BEZUG|ZAHL|VALEUR|NOM|NOMBRE|VALOR|VALORE|NOME|RIF|VERW|WAARDE|GETAL|NAAM|ADR|ARG|LICZBA|NAZWA|Н\/Д|ССЫЛКА|ЗНАЧ|ЧИСЛО|ИМЯ|Δ\/Υ|ΤΙΜΗ|ΑΝΑΦ|ΟΝΟΜΑ|ΑΡΙΘ|ΔΙΑΙΡ(?:\/|%2F)0|ÉRTÉK|HIÁNYZIK|HIV|NÉV|SZÁM|ARVO|PUUTTUU|VIITTAUS|NIMI|LUKU|VÄRDEFEL|SAKNAS|REFERENS|NAMN|OGILTIGT|HODNOTA|ODKAZ|NÁZEV|ČÍSLO|DEĞER|YOK|BAŞV|SAYI(?:(?:\/|%2F)0)?|VERDI|VÆRDI|NAVN|NUL|NULO|BLOCKED|CONNECT|BUSY|UNKNOWN|EXTERNAL|PYTHON|TIMEOUT|FELD|KALK|ÜBERLAUF|PROPAGATION|LEEG|OVERLOOP|DESPEJAR|DESBORDAMIENTO|ПУСТО|ПЕРЕНОС|AD|VARDAS|REIKŠMĖ)(?![\p{L}\p{N}])[!?]?|\bErr:5\d\d\b/giu;

/** The words for nothing that a text has, in small letters. They may be words of the data that the text was made of. */
export const wordsForNothing = (text: string): string[] =>
	[WORDS, NAN].flatMap((words) => (text.match(words) ?? []).map((word) => word.toLowerCase()));

export const hasWordForNothing = (text: string): boolean =>
	text.search(WORDS) >= 0 || text.search(NAN) >= 0;

/** Whether a text is nothing but such a word, or has a character that a program couldn't read. */
export const isWordForNothing = (text: string): boolean =>
	/^\s*(?:undefined|null|NaN|-?Infinity|Invalid (?:Date(?:Time)?|Duration|Interval))\s*$|\ufffd/.test(
		text,
	);

export const cellErrorsIn = (text: string): number => text.match(CELL_ERROR)?.length ?? 0;

/** The signs of such an error. Without one, a word behind # may be a hashtag. */
export const CELL_SIGN = /[!?/:]|NV|_|HIÁNYZIK|YOK/i;

/** Whether a cell has an error of the spreadsheet, and nothing else. */
const isCellError = (text: string): boolean =>
	CELL_SIGN.test(text) && !text.replace(CELL_ERROR, '').trim();

/** Whether a text may have a part without a value, at a cheap look. */
export const mayLackValue = (text: string): boolean =>
	hasWordForNothing(text) || cellErrorsIn(text) > 0;

/** Whether nothing of a value can be seen in a text, as n8n puts it there: of a list, its entries. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isBlank);
	return typeof value !== 'object' ? !isGiven(value) : value === null;
}

/** Whether a field of the data has a value that stands for a missing one. Words of the data are words. */
export function standsForNothing(value: unknown): boolean {
	if (typeof value === 'string') return isCellError(value);
	if (Array.isArray(value)) {
		return value.some((one) => (one ?? undefined) === undefined || standsForNothing(one));
	}
	return value !== undefined && value !== null && hasWordForNothing(String(value as object));
}

/** Whether JavaScript gives other numbers the same digits: beyond 2^53 it gives them to many. */
export function isRounded(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** The numbers in a text that have as many digits, also with signs between them or as 1.2e+22. */
export const LONG_NUMBER = /(?<![\d.])\d(?:\.\d+)?e\+\d+\b|\d(?:[,.'’\s]?\d){15,}/gi;

/** Whether JavaScript keeps all digits of such a number: it has zeros in front, or decimals behind few digits. */
function isKept(number: string): boolean {
	if (/^0\d*$/.test(number)) return number.replace(/^0+/, '').length <= 15;
	return /^\d+[,.]\d+$/.test(number) && number.search(/[,.]/) <= 15;
}

/** Those of a text that JavaScript may have rounded. */
export const longNumbersIn = (text: string): string[] =>
	(text.match(LONG_NUMBER) ?? []).filter((number) => !isKept(number));
