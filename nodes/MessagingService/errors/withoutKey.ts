const MASK = '***';

/** A shorter key would be found in ordinary words, so those would be masked. */
export const SHORTEST_MASKED = 8;

/** The text without the key, be it as it is, in JSON, in an address, or in HTML; in upper or lower case. */
export function withoutKey(text: string, apiKey: string): string {
	const key = apiKey.trim();
	return key ? text.replace(patternFor(key), MASK) : text;
}

/** JSON without the key in any of its texts, names and numbers; a key that is too short is left in. */
export function jsonWithoutKey(json: unknown, apiKey: string): unknown {
	if (apiKey.trim().length < SHORTEST_MASKED) return json;
	const masked = (value: unknown): unknown => {
		if (typeof value === 'string') return withoutKey(value, apiKey);
		if (typeof value === 'number') {
			const text = withoutKey(String(value), apiKey);
			return text === String(value) ? value : text;
		}
		if (Array.isArray(value)) return value.map(masked);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([name, one]) => [withoutKey(name, apiKey), masked(one)]),
		);
	};
	return masked(json);
}

/** The last key's pattern: a run asks for the same one again and again. */
let last: { key: string; pattern: RegExp } | undefined;

/** One spelling at a time, in which a text has one way to fit: the time of a search grows with the text, whatever the key. */
function patternFor(key: string): RegExp {
	if (last?.key !== key) {
		const spellings = [literally, inJson, inAddress, inHtml].map((spell) =>
			[...key].map((character) => `(?:${spell(character)})`).join(''),
		);
		last = { key, pattern: new RegExp(spellings.join('|'), 'gi') };
	}
	return last.pattern;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

function inJson(character: string): string {
	const code = character
		.split('')
		.map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
		.join('');
	if (character === '/') return `\\\\?\\/|${code}`;
	return `${/["\\]/.test(character) ? '\\\\' : ''}${literally(character)}|${code}`;
}

function inAddress(character: string): string {
	const code = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
	if (character === '%') return code;
	return `${literally(character)}|${code}${character === ' ' ? '|\\+' : ''}`;
}

const HTML_NAMES: Record<string, string> = {
	'<': 'lt',
	'>': 'gt',
	'&': 'amp',
	'"': 'quot',
	"'": 'apos',
};

function inHtml(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const name = HTML_NAMES[character];
	return [
		...(character === '&' ? [] : [literally(character)]),
		`&#0?${code};`,
		`&#x0?${hex(code, 1)};`,
		...(name ? [`&${name};`] : []),
	].join('|');
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
