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

/** What a value is that isn't text, in a word. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : String(value);
}

/** That a parameter isn't what it has to be, e.g. `'Max Wait' isn't a whole number: soon`. */
export function isNot(name: string, what: string, given: unknown): string {
	const text = asText(given).trim();
	if (!text) return `${name} is empty`;
	const isObject = typeof given === 'object' && /^[[{]/.test(text);
	return `${name} ${what}: ${isObject ? kindOf(given) : text}`;
}

/** The entries of a list that an expression returns, or that is written as text; without blank ones. */
export function listOf(given: unknown, separators: string | RegExp = /[,;\n]/): unknown[] {
	const entries = typeof given === 'string' ? given.split(separators) : [given].flat();
	return entries.filter((entry) => asText(entry).trim());
}

const shownNames = new Map<string, string>();

/** A parameter's name as messages quote it: phoneNumber is 'Phone Number'. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known !== undefined) return known;
	const words = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ (?:And|For|On)(?= )/g, (word) => word.toLowerCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	const name = `'${words}'`;
	shownNames.set(parameter, name);
	return name;
}

/** The web address that a text is, if it is one. */
export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** 2027-01-31, 2027-01-31 09:00, 2027-01-31T09:00:00.000+02:00, and 20270131T0900Z; offsets go from -12:00 to +14:00. */
const ISO_TIME =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]\d\d[\d:.]*(?: ?(?:Z|\+14(?::?00)?|-12(?::?00)?|(?:\+(?:0\d|1[0-3])|-(?:0\d|1[01]))(?::?[0-5]\d)?))?)?$/;

const [EARLIEST_MS, LATEST_MS] = [Date.UTC(2000), Date.UTC(2100)];

const isPossible = (ms: number) => ms >= EARLIEST_MS && ms < LATEST_MS;

/**
 * The point in time that a value is, if it is one from 2000 to 2099; without a zone of its own in the given one. A
 * number is one of milliseconds or seconds since 1970: none is both.
 */
export function parseTime(
	value: unknown,
	timeZone: string,
): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		const time = tryToParseDateTime(dateOf(value), timeZone);
		return isPossible(time.toMillis()) && isOnDayOf(value, time) ? time : undefined;
	} catch {
		return undefined;
	}
}

/** What n8n reads a time from, without what it would guess: "Room 5" and "12" too are times to it. */
function dateOf(value: unknown): unknown {
	if (typeof value === 'number') return new Date(isPossible(value) ? value : value * 1000);
	if (typeof value !== 'string') return Array.isArray(value) ? undefined : value;
	const text = value.trim();
	if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return dateOf(Number(text));
	return ISO_TIME.test(text) ? text : undefined;
}

/** n8n makes March 2 of February 30. */
function isOnDayOf(value: unknown, time: ReturnType<typeof tryToParseDateTime>): boolean {
	const written = typeof value === 'string' && ISO_TIME.exec(value.trim());
	return !written || time.toISODate() === written.slice(1, 4).join('-');
}
