import { asText, isObject, listedEndings } from '../node.ts';
import { isTime, isValue } from '../shapes.ts';
import { isKeptWord } from './madeUp.ts';

/** A list of which a recording keeps a part: the names and positions that lead to it, and how long it was. */
export type Cut = { at: Array<string | number>; length: number };

/** A list keeps its first entries, and one of each further kind. */
const FIRST_ENTRIES = 20;
const MOST_ENTRIES = 200;
/** In all lists of an answer, however they are nested. */
const MOST_VALUES = 20_000;
const LONGEST_TEXT = 1000;

/** JSON with its long lists and texts cut, and where lists were. The sandbox fills them up again. */
export function shorten(json: unknown): { json: unknown; cut: Cut[] } {
	const cut: Cut[] = [];
	let left = MOST_VALUES;
	const shortened = (value: unknown, at: Cut['at']): unknown => {
		left--;
		if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
		if (Array.isArray(value)) {
			const kept = value.length > FIRST_ENTRIES ? ofEachKind(value, kindOf) : value;
			const entries: unknown[] = [];
			for (const entry of kept) {
				if (entries.length && left < 0) break;
				entries.push(shortened(entry, [...at, entries.length]));
			}
			if (entries.length < value.length) cut.push({ at, length: value.length });
			return entries;
		}
		if (!isObject(value)) return value;
		const fields: Array<[string, unknown]> = [];
		for (const [whole, inner] of fieldsOfEachKind(value)) {
			if (fields.length && left < 0) break;
			const name = whole.slice(0, LONGEST_TEXT);
			fields.push([name, shortened(inner, [...at, name])]);
		}
		return Object.fromEntries(fields);
	};
	return { json: shortened(json, []), cut };
}

/** Names that are values, such as phone numbers, make an object as long as a list. */
function fieldsOfEachKind(object: object): Array<[string, unknown]> {
	const fields = Object.entries(object);
	if (fields.length <= MOST_ENTRIES) return fields;
	return ofEachKind(fields, ([name, value]) => `${isValue(name) ? '' : name}:${kindOf(value)}`);
}

function ofEachKind<T>(all: T[], kind: (one: T) => string): T[] {
	const kinds = new Set<string>();
	const kept: T[] = [];
	for (const [index, one] of all.entries()) {
		const own = kind(one);
		if (index >= FIRST_ENTRIES && kinds.has(own)) continue;
		kinds.add(own);
		kept.push(one);
		if (kept.length === MOST_ENTRIES) break;
	}
	return kept;
}

/** What the doctor and the node may read differently in another value. */
function kindOf(value: unknown, depth = 0): string {
	if (depth > 4) return '…';
	if (Array.isArray(value)) {
		const kinds = value.slice(0, FIRST_ENTRIES).map((entry) => kindOf(entry, depth + 1));
		return `[${[...new Set(kinds)].sort().join()}]`;
	}
	if (isObject(value)) {
		const fields = Object.entries(value).slice(0, MOST_ENTRIES);
		return `{${fields.map(([name, inner]) => `${isValue(name) ? '' : name}:${kindOf(inner, depth + 1)}`).join()}}`;
	}
	return `${typeof value} ${valueKind(asText(value).slice(0, LONGEST_TEXT).trim())}`;
}

function valueKind(text: string): string {
	if (!text || isKeptWord(text)) return text.toLowerCase();
	if (listedEndings(text)) return /^\s*(\+|00)/.test(text) ? '+phone' : 'phone';
	// From 2099 on a time means never.
	if (isTime(text)) return /^20(?!99)/.test(text) ? 'time' : 'never';
	return Number.isNaN(Number(text)) ? 'text' : String(Math.sign(Number(text)));
}
