import { asText, isGiven, isObject, parseJson } from '../values/given';
import { contract } from './contract';

const { words: NAMES, lists: LISTS, field: FIELDS } = contract['error-words'];

/** Entries of a list, and characters of a text, that are looked at: only the first few hundred characters are shown. */
const MOST_ENTRIES = 20;
const LONGEST = 20_000;

/** The service's words of an error: those of a JSON body's `message` and its like, or a text; empty without any. */
export const serviceWords = (body: unknown): string => wordsIn(body, 0);

function wordsIn(value: unknown, depth: number): string {
	if (depth > 4 || value === null || value === undefined || typeof value === 'boolean') return '';
	if (typeof value === 'string') return fromText(value, depth);
	if (typeof value === 'number') return depth ? String(value) : '';
	if (Array.isArray(value)) return errorList(value, depth);
	const valueOf = fieldsByName(value as object);
	const said = NAMES.map((name) => wordsIn(valueOf(name), depth + 1)).find(Boolean);
	const listed = LISTS.map((name) => errorList(valueOf(name), depth)).find(Boolean);
	// "errors" holds what "message" or "title" only announces: both are said.
	if (said && listed && listed !== said) return `${said.replace(/[.:]$/, '')}: ${listed}`;
	return said || listed || '';
}

/** The values of an object by the plain names of its fields, the first of each. */
function fieldsByName(value: object): (name: string) => unknown {
	const fields = Object.entries(value).map(([name, one]) => [plainName(name), one] as const);
	const byName = new Map<string, unknown>(fields.reverse());
	return (name) => byName.get(plainName(name));
}

/** ["…"], [{ field, message }] or { field: ["…"] }. */
function errorList(value: unknown, depth: number): string {
	if (typeof value !== 'object' || value === null) return wordsIn(value, depth + 1);
	const entries: Array<[field: string, entry: unknown]> = Array.isArray(value)
		? value.slice(0, MOST_ENTRIES).map((entry: unknown) => [fieldIn(entry), entry])
		: Object.entries(value).slice(0, MOST_ENTRIES);
	const words = entries.map(([field, entry]) => {
		const said = wordsIn(entry, depth + 1);
		return said && field && field !== said ? `${field}: ${said}` : said;
	});
	return [...new Set(words.map((one) => one.trim()).filter(Boolean))].join('; ');
}

/** The field that an entry is about; a place in the body is a list of names, such as ["body", "to"]. */
function fieldIn(entry: unknown): string {
	if (!isObject(entry)) return '';
	const valueOf = fieldsByName(entry);
	const found = FIELDS.map((name) => [valueOf(name)].flat().filter(isGiven).map(asText).join('.'));
	return found.find(Boolean) ?? '';
}

function fromText(text: string, depth: number): string {
	if (depth === 0) {
		const parsed = parseJson(text);
		if ('json' in parsed) return wordsIn(parsed.json, typeof parsed.json === 'string' ? 1 : 0);
	}
	return readable(text.slice(0, LONGEST)).trim();
}

/** Whether a text is a page, such as a firewall's: the service answers with JSON. */
export const isPage = (text: string) => /<!doctype|<html/i.test(text.slice(0, LONGEST));

/** A text as it is; of a page its title. */
function readable(text: string): string {
	if (!isPage(text)) return text;
	return /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? 'a web page';
}

export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

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
