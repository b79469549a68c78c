import { isTooDeep, parseJson } from '../values/parsing';

/** Where services put the words for people, the most telling first; compared without case. */
const KEYS = ['message', 'error', 'detail', 'error_description', 'description', 'title', 'reason'];

/** What is looked at of a text, in characters; of the words only the first few hundred are shown. */
const LONGEST = 20_000;

/**
 * What the service said went wrong: from `message`, `error`, `error.message`, `detail`, `errors` and
 * their like in a JSON body, or the text of a text or HTML body. Empty if it said nothing.
 */
export function serviceWords(body: unknown): string {
	if (typeof body === 'string' && isTooDeep(body)) return '';
	return wordsIn(body, 0);
}

function wordsIn(value: unknown, depth: number): string {
	if (depth > 4 || value === null || value === undefined || typeof value === 'boolean') return '';
	if (typeof value === 'string') return fromText(value, depth);
	if (typeof value === 'number') return depth ? String(value) : '';
	if (Array.isArray(value)) return join(value.map((entry) => wordsIn(entry, depth + 1)));

	const entries = Object.entries(value as object);
	const valueOf = (key: string): unknown =>
		entries.find(([name]) => name.toLowerCase() === key)?.[1];
	const said = KEYS.map((key) => wordsIn(valueOf(key), depth + 1)).find(Boolean);
	const listed = errorList(valueOf('errors'), depth);
	// "errors" holds what "message" or "title" only announces: both are said.
	if (said && listed && listed !== said) return `${said.replace(/[.:]$/, '')}: ${listed}`;
	return said || listed || (depth || !entries.length ? '' : JSON.stringify(value));
}

/** errors: ["…"], [{ field, message }] or { field: ["…"] }. */
function errorList(value: unknown, depth: number): string {
	if (typeof value !== 'object' || value === null) return wordsIn(value, depth + 1);
	const entries: Array<[field: unknown, entry: unknown]> = Array.isArray(value)
		? value.map((entry: { field?: unknown } | null) => [entry?.field, entry])
		: Object.entries(value);
	const words = entries.map(([field, entry]) => {
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
	return join(readable(text.slice(0, LONGEST)), ': ');
}

function join(parts: string[], separator = '; '): string {
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))].join(separator);
}

/**
 * What a person reads of a text that may be a page: its title and what stands on it. Takes time in proportion to
 * the text's length, whatever is in it.
 */
export function readable(text: string): string[] {
	// A message may hold e.g. "<digits>": only what has an end tag or a document type is a page.
	if (!/<!doctype|<\/[a-z]/i.test(text)) return [text];
	const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '';
	const shown = ['head', 'script', 'style'].reduce(withoutElements, text);
	return [title, shown.replace(/<[^<>]*>/g, ' ')].map((part) =>
		withCharacters(part).replace(/\s+/g, ' '),
	);
}

/** The text without all elements of a kind; one that has no end stays, and with it all after it. */
function withoutElements(text: string, name: string): string {
	const begin = new RegExp(`<${name}\\b`, 'gi');
	const end = new RegExp(`</${name}>`, 'gi');
	let rest = '';
	let from = 0;
	for (let found = begin.exec(text); found; found = begin.exec(text)) {
		end.lastIndex = found.index;
		if (!end.test(text)) break;
		rest += `${text.slice(from, found.index)} `;
		from = begin.lastIndex = end.lastIndex;
	}
	return rest + text.slice(from);
}

const CHARACTERS: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' };

/** The usual character references of HTML as the characters they stand for. */
function withCharacters(html: string): string {
	return html.replace(/&(?:#(\d{1,6})|(nbsp|lt|gt|quot|amp));/gi, (_, code?: string, name = '') =>
		code ? String.fromCodePoint(Number(code)) : CHARACTERS[String(name).toLowerCase()],
	);
}
