import { parseJson } from '../values/json';
import { asText } from '../values/words';
import { contract } from './contract';

const { words: NAMES, list: LIST } = contract['error-words'];

/** Entries of a list, and characters of a text, that are looked at: only the first few hundred characters are shown. */
const MOST_ENTRIES = 20;
const LONGEST = 20_000;

/** The service's words of an error: those of a JSON body's `message` and its like, or a text; empty without any. */
export function serviceWords(body: unknown): string {
	return wordsIn(body, 0);
}

function wordsIn(value: unknown, depth: number): string {
	if (depth > 4 || value === null || value === undefined || typeof value === 'boolean') return '';
	if (typeof value === 'string') return fromText(value, depth);
	if (typeof value === 'number') return depth ? String(value) : '';
	if (Array.isArray(value)) {
		return join(value.slice(0, MOST_ENTRIES).map((entry) => wordsIn(entry, depth + 1)));
	}

	const byName = new Map<string, unknown>();
	for (const [name, one] of Object.entries(value as object)) {
		const plain = plainName(name);
		if (!byName.has(plain)) byName.set(plain, one);
	}
	const said = NAMES.map((name) => wordsIn(byName.get(plainName(name)), depth + 1)).find(Boolean);
	const listed = errorList(byName.get(LIST), depth);
	// "errors" holds what "message" or "title" only announces: both are said.
	if (said && listed && listed !== said) return `${said.replace(/[.:]$/, '')}: ${listed}`;
	return said || listed || '';
}

/** errors: ["…"], [{ field, message }] or { field: ["…"] }. */
function errorList(value: unknown, depth: number): string {
	if (typeof value !== 'object' || value === null) return wordsIn(value, depth + 1);
	const entries: Array<[field: unknown, entry: unknown]> = Array.isArray(value)
		? value.map((entry: { field?: unknown } | null) => [entry?.field, entry])
		: Object.entries(value);
	const words = entries.slice(0, MOST_ENTRIES).map(([field, entry]) => {
		const said = wordsIn(entry, depth + 1);
		return said && typeof field === 'string' ? `${field}: ${said}` : said;
	});
	return join(words);
}

function fromText(text: string, depth: number): string {
	if (depth === 0) {
		const parsed = parseJson(text);
		if ('json' in parsed) return wordsIn(parsed.json, typeof parsed.json === 'string' ? 1 : 0);
	}
	return readable(text.slice(0, LONGEST)).trim();
}

function join(parts: string[]): string {
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))].join('; ');
}

/** A text as it is; of a page its title. */
function readable(text: string): string {
	if (!/<!doctype|<html/i.test(text)) return text;
	return /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? 'a web page';
}

export function plainName(name: string): string {
	return name.toLowerCase().replace(/[_-]/g, '');
}

const LONGEST_SHAPE = 300;

/** The service's words, or if it has said nothing in words its answer as it came, cut. */
export function wordsOf(answer: unknown): string {
	const said = serviceWords(answer);
	const shape = said || shapeOf(answer);
	return ['{}', '[]', 'null'].includes(shape) ? '' : shape;
}

export function shapeOf(answer: unknown): string {
	const text = asText(answer).trim();
	return text.length > LONGEST_SHAPE ? `${text.slice(0, LONGEST_SHAPE)}…` : text;
}
