import { tryToParseDateTime } from 'n8n-workflow';

/** The JSON of a text, or why it is none. */
export function parseJson(text: string): { json: unknown } | { reason: string } {
	try {
		return { json: JSON.parse(text) };
	} catch (error) {
		return { reason: (error as Error).message };
	}
}

/** What matters in JSON when one looks for numbers: where texts begin and end, and what may be a number. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/gs;

/** A number of many digits or with an exponent; most answers have none. */
const MAY_BE_LARGE = /(?:^|[\s:,[])-?(?:\d{16}|[\d.]+[eE])/;

/** The JSON of a text, in which numbers that JavaScript would round (beyond 2^53) are texts of their digits. */
export function parseExactJson(text: string): ReturnType<typeof parseJson> {
	const parsed = parseJson(text);
	if ('reason' in parsed || !MAY_BE_LARGE.test(text)) return parsed;
	let isInText = false;
	const exact = text.replace(TOKEN, (token) => {
		if (token === '"') isInText = !isInText;
		const isSafe = isInText || !(Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER);
		return isSafe ? token : `"${token}"`;
	});
	return parseJson(exact);
}

/** How deep JSON may be: n8n cannot store what is nested thousands of times. */
const DEEPEST = 500;

/** Whether a text is JSON, or the beginning of it, that is nested more deeply than anybody means. */
export function isTooDeep(text: string): boolean {
	let depth = 0;
	let isInText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') isInText = !isInText;
		else if (isInText) {
			if (character === '\\') at++;
		} else if (character === '{' || character === '[') {
			if (++depth > DEEPEST) return true;
		} else if (character === '}' || character === ']') depth--;
	}
	return false;
}

/** Any value as text: an object as its JSON, since its `toString` may be anything; what is none as nothing. */
export function asText(value: unknown): string {
	if (value === undefined || Number.isNaN(value)) return '';
	if (typeof value !== 'object') return String(value);
	// A date that is none has the JSON null.
	const json = JSON.stringify(value);
	return json === 'null' ? '' : json;
}

/** That a parameter isn't what it has to be, e.g. `'Max Wait' isn't a whole number: soon`. */
export function isNot(name: string, what: string, given: unknown): string {
	const text = asText(given).trim();
	if (!text) return `${name} is empty`;
	const isObject = typeof given === 'object' && /^[[{]/.test(text);
	const kind = Array.isArray(given) ? 'a list' : 'an object';
	return `${name} ${what}: ${isObject ? kind : text}`;
}

/** The web address that a text is, if it is one. */
export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** The point in time that a value is, if it is one; without a zone of its own in the given one. */
export function parseTime(
	value: unknown,
	timeZone: string,
): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(typeof value === 'number' ? new Date(value) : value, timeZone);
	} catch {
		return undefined;
	}
}
