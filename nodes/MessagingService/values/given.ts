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
export const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

export const visibleIn = (text: string): string => text.replace(INVISIBLE, '');

/** Whether a field holds something: blank ones are often there as empty text, or as characters that nobody sees. */
export const isGiven = (value: unknown): boolean => VISIBLE.test(asText(value));

/** The entries of a list that an expression returns, or that is written as text; without blank ones. */
export function listOf(given: unknown, separators: string | RegExp = /[,;\n]/): unknown[] {
	const entries = typeof given === 'string' ? given.split(separators) : [given].flat();
	return entries.filter(isGiven);
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

/** A text as JSON, or what JavaScript says against it. */
export function parseJson(text: string): { json: unknown } | { reason: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { reason: (error as Error).message };
	}
}
