import { INVISIBLE } from '../../values/given';
import { CELL_ERROR, CELL_SIGN, LONG_NUMBER, WORDS } from '../pieces';

/** In place of the text of a piece that n8n can't evaluate again. */
export const FAILED = '~?~';

/** The value of a field that was blank; in a link it stays the same. */
export const MARK = '~!~';

/** A longer one, longer than whatever code fills up with zeros. */
export const LONG_MARK = MARK.repeat(20);

/** The words in a join for an entry that is nothing. */
export const [HOLE, HOLE_OF_NULL] = ['~undefined~', '~null~'];

/** The words for nothing, also where only what the code does makes them of their letters. */
const CHANGED = [WORDS, /invalid|object|\b(?:nan|ns)\b/gi, /NaN|NAN/g];

/** A text in which such words are others, in JavaScript for an expression. In JSON, only its texts change: null is null. */
const plainCode = (words: string[]) => `((p) => (v) => {
		const inJson = (t) => $JSON.stringify($JSON.parse(t, (k, x) => typeof x === "string" ? p(x) : x));
		return p(v) === v ? v : $within(v, inJson, p) || p(v);
	})((v) => [${CHANGED.map(String).join(', ')}].reduce((t, r) => t.replace(r, (w) =>
		${JSON.stringify(words)}.includes(w.toLowerCase()) ? "x".repeat(w.length) : w), v))`;

export function plain(text: string, words: string[]): string {
	const other = (w: string) => (words.includes(w.toLowerCase()) ? 'x'.repeat(w.length) : w);
	return CHANGED.reduce((changed, found) => changed.replace(found, other), text);
}

/** Values that a blank field is given: a text that differs by them has the field in it, also if it rounds, limits, or adds. */
const PAIRS = [
	['2017', '2018'],
	['1', '2'],
	[23, 24],
	[1, 2],
	[0.25, 0.5],
	[-1, 1],
	[41_000, 42_000],
	[1_764_322_812_000, 1_795_858_812_000],
	['Mona', 'Nora'],
];
/** In the place of an hour, a time zone, a time in seconds, a unit of time, or some of them, only these do. */
const PAIRS_OF_TIME = [
	['day', 'year'],
	[{ day: 1 }, { day: 2 }],
	['10:00', '11:00'],
	['UTC', 'Asia/Tokyo'],
	['1764322812', '1795858812'],
	['2117-01-01', '2118-01-01'],
];
/** In the place of a language. */
const LANGUAGES = ['de', 'ja'];

/** Errors of cells, as code names them: with their signs, or without. */
const CELL_ERRORS_NAMED = /N\/A|#(?:[A-Z]{2,}[!?]?)/g;

/** So many rounds of a loop take no time. */
const MOST_ROUNDS = 100_000;

/** A loop may count up to the value of a field: its code gets no great one. */
function pairsFor(code: string) {
	const pairs = [
		...PAIRS,
		...(/date|time|zone|now|today/i.test(code) ? PAIRS_OF_TIME : []),
		...(/locale|intl/i.test(code) ? [LANGUAGES] : []),
	];
	const hasLoop = /\b(?:for|while|do|from|Array)\b/.test(code);
	return hasLoop ? pairs.filter(([one]) => !(Number(one) > MOST_ROUNDS)) : pairs;
}

/** Those for the worlds of a key. */
const OF_KEY = {
	$isLong: `(texts) => texts.some((text) => ${String(LONG_NUMBER)}.test(text))`,
	$isRounded: '(v) => typeof v === "number" && (v > 9007199254740991 || v < -9007199254740991)',
	$kind: '(v) => typeof v !== "number" ? "" : $isRounded(v) ? "rounded" : "number"',
	$last: `(v, d) => typeof v === "string" ? v.replace(/\\d(?!\\d)/g, d) : v % 1 ? $Number(($String(v)).replace(/\\d$/, d + 3))
		: $Number.isSafeInteger(v) ? v - v % 10 + (v < 0 ? -d : d) : v`,
	$withEnd:
		'(v, end) => typeof v === "string" ? v.replace(/(?<!\\d)(\\d{9,})\\d{7}(?!\\d)/g, (all, begin) => begin + end) : v',
	// Signs of other scripts stay near: a digit is a digit of its script.
	$strange: `((c) => {
		let n = 0;
		const s = (v) => typeof v === "number" ? v * 3 + 7e5 + (n = n > 0 ? -1 - n : 1 - n) : typeof v !== "string" ? v : c(v, s);
		return s;
	})((v, s) => $within(v, (t) => $JSON.stringify($JSON.parse(t, (k, x) => s(x))), s) || ($isBlank(v) ? v :
		v.replace(/\\p{L}|\\d|(?![ -~])[\\p{N}\\p{S}]/gu, (c) => c >= "0" && c <= "9" ? 9 - c
			: !/\\p{L}/u.test(c) ? $String.fromCodePoint(c.codePointAt(0) ^ 1)
			: c === c.toLowerCase() ? (c === "q" ? "z" : "q") : (c === "Q" ? "Z" : "Q")) + "q"))`,
};

/** The functions of the expression, by their names. No two braces stand together: they'd end it. */
export const helpersWith = (
	words: string[],
	code: string,
	isOfKey: boolean,
): Record<string, string> => ({
	$pairs: JSON.stringify(pairsFor(code)),
	$differ: `(one, other) => one.map((text, at) => text !== other[at] && text !== "${FAILED}" && other[at] !== "${FAILED}")`,
	$try: '(task, failed) => { try { return task(); } catch (e) { return failed; } }',
	...Object.fromEntries(
		['local', 'utc'].map((name) => [
			`$${name}`,
			`(...parts) => parts[0] === $undefined ? $now : $DateTime["${name}"](...parts)`,
		]),
	),
	// A text with JSON in it, such as a model's answer, whose JSON and whose other words are changed.
	$within: !/parse/i.test(code)
		? '() => ""'
		: `(v, change, others) => {
		const [, before, json, after] = /^([^[{]*)([[{][^]*[\\]}])([^\\]}]*)$/.exec(v) || [];
		const changed = json && $try(() => change(json));
		return changed && others(before) + changed + others(after);
	}`,
	$text: '(v) => v || v === 0 || v === false ? $String(v) : ""',
	$shown: `(v) => v === $undefined ? "${HOLE}" : v === null ? "${HOLE_OF_NULL}" : $String(v)`,
	...(words.length && {
		$plain: plainCode(words),
		$holds: `(v) => ((text) => ${JSON.stringify(words)}.some((w) => text.includes(w)))($JSON.stringify(v).toLowerCase())`,
	}),
	$isBlank: `(v) => v === $undefined || v === null || (typeof v !== "object" && $String(v).replace(${String(INVISIBLE)}, "") === "")`,
	...(isOfKey && OF_KEY),
	// Errors that the code asks for by name are expected there.
	$isNamed: `(v) => ${JSON.stringify(code.replaceAll('\\', '').match(CELL_ERRORS_NAMED) ?? [])}.some((w) => v.includes(w))`,
	$isCellError: `(v) => ${String(CELL_SIGN)}.test(v) && !v.replace(${String(CELL_ERROR)}, "").trim()`,
});
