const MASK = '***';

/** A shorter key could be part of ordinary words and IDs: in answers it is masked only where it stands alone. */
export const SHORTEST_MASKED = 8;

/** A shorter key is masked in errors only, and only where it stands alone: it may be an ordinary word or number. */
const SHORTEST_WORD = 4;

/** The text without the key, be it as it is, in JSON, in an address, or in HTML; in upper or lower case. */
export function withoutKey(text: string, apiKey: string): string {
	const key = apiKey.trim();
	if (!key) return text;
	const { anywhere, alone } = patternsFor(key);
	return text.replace(key.length < SHORTEST_WORD ? alone : anywhere, MASK);
}

/** JSON without the key in any of its texts, names and numbers; names stay if the key is short. */
export function jsonWithoutKey(json: unknown, apiKey: string): unknown {
	const key = apiKey.trim();
	if (key.length < SHORTEST_WORD) return json;
	const isShort = key.length < SHORTEST_MASKED;
	const { anywhere, alone } = patternsFor(key);
	const maskedText = (text: string) => text.replace(isShort ? alone : anywhere, MASK);
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string' || typeof value === 'number') {
			const text = maskedText(String(value));
			return text === String(value) ? value : text;
		}
		if (Array.isArray(value)) return value.map(masked);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([name, one]) => [isShort ? name : maskedText(name), masked(one)]),
		);
	};
	return masked(json);
}

type Patterns = { anywhere: RegExp; alone: RegExp };

/** The patterns of the latest keys: a run asks for the same ones again and again. */
const known = new Map<string, Patterns>();
const MOST_KNOWN = 50;

/** A character as it is, in JSON, in an address, and in HTML; a key has one way, so that a search takes linear time. */
const SPELLINGS: Array<(character: string) => string> = [literally, inJson, inAddress, inHtml];

function patternsFor(key: string): Patterns {
	const found = known.get(key);
	if (found) return found;
	const spellings = SPELLINGS.map((spell) =>
		[...key].map((character) => `(?:${spell(character)})`).join(''),
	).join('|');
	const alone = `(?<![\\w-])(?:${spellings})(?![\\w-])`;
	const patterns = { anywhere: new RegExp(spellings, 'gi'), alone: new RegExp(alone, 'gi') };
	if (known.size >= MOST_KNOWN) known.clear();
	known.set(key, patterns);
	return patterns;
}

function inJson(character: string): string {
	const code = character.split('').map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
	const escape = { '/': '\\\\?', '"': '\\\\', '\\': '\\\\' }[character] ?? '';
	return `${escape}${literally(character)}|${code.join('')}`;
}

function inAddress(character: string): string {
	const code = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
	if (character === '%') return code;
	return `${literally(character)}|${code}${character === ' ' ? '|\\+' : ''}`;
}

const HTML_NAMES: Record<string, string> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function inHtml(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const name = HTML_NAMES[character];
	const plain = character === '&' ? '&amp;' : literally(character);
	return `${plain}|&#0?${code};|&#x0?${hex(code, 1)};${name ? `|&${name};` : ''}`;
}

function hex(number: number, digits: number): string {
	return number.toString(16).padStart(digits, '0');
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Longer than any key, and short enough to look for it in every answer. */
const LONGEST_KEY = 512;

/** Why no header can carry a key (RFC 9110, 5.5); undefined if one can. A key is never changed. */
export function whyUnsendable(apiKey: string): string | undefined {
	if (apiKey.length > LONGEST_KEY) return `The API key is longer than ${LONGEST_KEY} characters`;
	if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(apiKey)) return undefined;
	if (!apiKey.trim()) return 'The API key is empty';
	if (apiKey !== apiKey.trim()) return 'The API key begins or ends with a space or a new line';
	return "The API key has a character that can't be sent, such as a new line or a letter beyond A to Z";
}
