import { isTooDeep, parseJson } from '../values/parsing';
import { readable } from './html';

/** Where services put the words for people, the most telling first; compared without case. */
const KEYS = [
	'message',
	'error',
	'detail',
	'errors',
	'error_description',
	'description',
	'title',
	'reason',
];

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
	const found = KEYS.map((key) => {
		const entry = entries.find(([name]) => name.toLowerCase() === key);
		if (!entry) return '';
		return key === 'errors' ? errorList(entry[1], depth) : wordsIn(entry[1], depth + 1);
	}).filter(Boolean);
	if (!found.length)
		return depth ? '' : JSON.stringify(value) === '{}' ? '' : JSON.stringify(value);

	// "errors" holds what "message" or "title" only announces: both are said.
	const errors = entries.find(([name]) => name.toLowerCase() === 'errors');
	const listed = errors ? errorList(errors[1], depth) : '';
	return listed && listed !== found[0] ? `${found[0].replace(/[.:]$/, '')}: ${listed}` : found[0];
}

/** errors: ["…"], [{ field, message }] or { field: ["…"] }. */
function errorList(value: unknown, depth: number): string {
	if (Array.isArray(value)) {
		return join(
			value.map((entry: unknown) => {
				const words = wordsIn(entry, depth + 1);
				const field = (entry as { field?: unknown } | null)?.field;
				return words && typeof field === 'string' ? `${field}: ${words}` : words;
			}),
		);
	}
	if (typeof value === 'object' && value !== null) {
		return join(
			Object.entries(value).map(([field, entry]) => {
				const words = wordsIn(entry, depth + 1);
				return words && `${field}: ${words}`;
			}),
		);
	}
	return wordsIn(value, depth + 1);
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
