import { decoded, HTML_NAMES } from './decoded';

const MASK = '***';

/** A shorter key would be found in ordinary words, so those would be masked. */
export const SHORTEST_MASKED = 8;

/** How often a text may be encoded within another: the key in it is not found beyond that. */
const MOST_ROUNDS = 8;

/**
 * The text without the key, however its characters are written: as they are, in an address (encoded more than
 * once too), in JSON, in HTML, or all of it in base64; in upper or lower case. A text that holds the key in several
 * of these within each other comes back decoded.
 */
export function withoutKey(text: string, apiKey: string): string {
	if (!apiKey.trim()) return text;
	const pattern = patternFor(apiKey.trim());
	let masked = text.replace(pattern, MASK);
	let current = masked;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const inner = decoded(current);
		if (inner === current) break;
		current = inner.replace(pattern, MASK);
		if (current !== inner) masked = current;
	}
	return masked;
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

function patternFor(key: string): RegExp {
	if (last?.key !== key) {
		const spelled = [...key].map((character) => `(?:${spellingsOf(character).join('|')})`).join('');
		last = {
			key,
			pattern: new RegExp(
				[spelled, Buffer.from(key).toString('hex'), ...inBase64(key)].join('|'),
				'gi',
			),
		};
	}
	return last.pattern;
}

/** Patterns of how a character may be written; each repetition has an end, so that a search takes linear time. */
function spellingsOf(character: string): string[] {
	const code = character.codePointAt(0) ?? 0;
	const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
	const name = HTML_NAMES[character];
	return [
		`\\\\{0,8}${literally(character)}`,
		bytes.map((byte) => `%(?:25){0,4}${byte}`).join(''),
		`\\\\{1,8}x${code.toString(16).padStart(2, '0')}`,
		`\\\\{1,8}u${code.toString(16).padStart(4, '0')}`,
		`&(?:amp;){0,3}#0{0,6}${code};?`,
		`&(?:amp;){0,3}#x0{0,6}${code.toString(16)};?`,
		...(name ? [`&(?:amp;){0,3}(?:${name});?`] : []),
		...(character === ' ' ? ['\\+'] : []),
	];
}

/** What stands in a base64 text for the key, wherever in it the key begins; also in the alphabet of addresses. */
function inBase64(key: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(key)]);
		const text = bytes.toString('base64').replace(/=+$/, '');
		// At both ends a character may hold bits of what stands beside the key.
		const whole = text.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
		if (whole.length < SHORTEST_MASKED) return [];
		const urlSafe = whole.replaceAll('+', '-').replaceAll('/', '_');
		return [...new Set([whole, urlSafe])].map((one) => `${literally(one)}[\\w+/-]?={0,2}`);
	});
}

function literally(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
