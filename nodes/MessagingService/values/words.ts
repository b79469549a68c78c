import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Any value as text: an object as its JSON; `undefined`, `null` and NaN as empty text. */
export function asText(value: unknown): string {
	if (value === undefined || Number.isNaN(value)) return '';
	if (typeof value !== 'object') return String(value);
	// The JSON of an invalid date is null.
	const json = JSON.stringify(value);
	return json === 'null' ? '' : json;
}

/** A character that can be seen, and those that can't. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

export const visibleIn = (text: string): string => text.replace(INVISIBLE, '');

/** Whether a field holds something: blank ones are often there as empty text, or as characters that nobody sees. */
export function isGiven(value: unknown): boolean {
	return VISIBLE.test(asText(value));
}

/** The kind of a value that isn't text, in a word. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : String(value);
}

/** That a parameter isn't what it has to be, e.g. `'Max Wait' isn't a whole number: soon`. */
export function isNot(name: string, what: string, given: unknown): string {
	const text = asText(given).trim();
	if (!text) return `${name} is empty`;
	const hasFields = typeof given === 'object' && /^[[{]/.test(text);
	return `${name} ${what}: ${hasFields ? kindOf(given) : text}`;
}

/** The entries of a list that an expression returns, or that is written as text; without blank ones. */
export function listOf(given: unknown, separators: string | RegExp = /[,;\n]/): unknown[] {
	const entries = typeof given === 'string' ? given.split(separators) : [given].flat();
	return entries.filter(isGiven);
}

/** E.g. `1 part` or `2 parts`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The first of a list, e.g. `a, b and 3 more`. */
export function firstOf(words: string[], most: number): string {
	const more = words.length - most;
	return words.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** E.g. `2 suppressed, 1 duplicate`. */
export function tally(words: string[]): string {
	const countOf = (word: string) => words.filter((one) => one === word).length;
	return [...new Set(words)].map((word) => `${countOf(word)} ${word}`).join(', ');
}

/** Values by a key, in their order. */
export function groupedBy<T>(values: T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		const same = groups.get(keyOf(value));
		if (same) same.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return groups;
}

const shownNames = new Map<string, string>();

/** A parameter's name as messages quote it: phoneNumber is 'Phone Number'. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known) return known;
	const words = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ (?:And|For|On|Per)(?= )/g, (word) => word.toLowerCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	const name = `'${words}'`;
	shownNames.set(parameter, name);
	return name;
}

/** Whether something is an object, and no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether one of these fields holds a text or a number. */
export function names(value: IDataObject, fields: readonly string[]): boolean {
	return fields.some(
		(name) => ['string', 'number'].includes(typeof value[name]) && isGiven(value[name]),
	);
}

/** An entry of an answer as n8n can hold it: anything but an object is put under `value`. */
export function asObject(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as GenericValue };
}

/** The digits of a spreadsheet's 3.7060012345E+10 or 37060012345.0; other text as it is; undefined if it is rounded. */
export function spreadsheetNumber(text: string): string | undefined {
	const whole = /^(\+?\d{7,})\.0+$/.exec(text)?.[1];
	if (whole) return whole;
	const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text);
	if (!scientific) return text;
	const [, first, decimals = '', exponent] = scientific;
	const missing = Number(exponent) - decimals.length;
	if (missing > 0) return undefined;
	const beyond = missing < 0 ? decimals.slice(missing) : '';
	return /^0*$/.test(beyond) ? first + decimals.slice(0, Number(exponent)) : text;
}

/** The beginning of a text, as an error shows it. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

export function parseJson(text: string): { json: unknown } | { reason: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { reason: (error as Error).message };
	}
}
