import { INVISIBLE } from '../values/given';
import { CELL_ERROR, CELL_SIGN, LONG_NUMBER, WORDS } from './pieces';

/** In place of the text of a piece that n8n can't evaluate again. */
export const FAILED = '~?~';

/** The value of a field that was blank; in a link it stays the same. */
export const MARK = '~!~';

/** The words in a join for an entry that is nothing. */
export const [HOLE, HOLE_OF_NULL] = ['~undefined~', '~null~'];

/** The words for nothing, also where only what the code does makes them of their letters. */
const CHANGED = [WORDS, /invalid|object|\b(?:nan|ns)\b/gi, /NaN|NAN/g];

/** A text in which such words are others, in JavaScript for an expression. In JSON, only its texts change: null is null. */
const plainCode = (words: string[]) => `((p) => (v) => {
		const plain = p(v);
		if (plain === v || !/^\\s*[[{]/.test(v)) return plain;
		try { return $JSON.stringify($JSON.parse(v, (k, x) => typeof x === "string" ? p(x) : x)); } catch (e) { return plain; }
	})((v) => [${CHANGED.map(String).join(', ')}].reduce((t, r) => t.replace(r, (w) =>
		${JSON.stringify(words)}.includes(w.toLowerCase()) ? "x".repeat(w.length) : w), v))`;

export function plain(text: string, words: string[]): string {
	const other = (w: string) => (words.includes(w.toLowerCase()) ? 'x'.repeat(w.length) : w);
	return CHANGED.reduce((changed, found) => changed.replace(found, other), text);
}

/** The functions of the expression, by their names. No two braces stand together: they'd end it. */
export const helpersWith = (words: string[]): Record<string, string> => ({
	$try: '(task, failed) => { try { return task(); } catch (e) { return failed; } }',
	$text: '(v) => v || v === 0 || v === false ? $String(v) : ""',
	$shown: `(v) => v === $undefined ? "${HOLE}" : v === null ? "${HOLE_OF_NULL}" : $String(v)`,
	...(words.length && {
		$plain: plainCode(words),
		$holds: `(v) => ((text) => ${JSON.stringify(words)}.some((w) => text.includes(w)))($JSON.stringify(v).toLowerCase())`,
	}),
	$isBlank: `(v) => v === $undefined || v === null || $String(v).replace(${String(INVISIBLE)}, "") === ""`,
	$isLong: `(texts) => texts.some((text) => ${String(LONG_NUMBER)}.test(text))`,
	$isRounded: '(v) => typeof v === "number" && (v > 9007199254740991 || v < -9007199254740991)',
	$isCellError: `(v) => ${String(CELL_SIGN)}.test(v) && !v.replace(${String(CELL_ERROR)}, "").trim()`,
	$last: `(v, d) => typeof v === "string" ? v.replace(/\\d(?!\\d)/g, d)
		: $Number.isSafeInteger(v) ? v - v % 10 + (v < 0 ? -d : d) : v`,
	$strange: `((c) => {
		const s = (v) => typeof v === "number" ? v * 3 + 7e5 : typeof v !== "string" ? v : c(v, s);
		return s;
	})((v, s) => {
		if (/^\\s*[[{]/.test(v)) try { return $JSON.stringify($JSON.parse(v, (k, x) => s(x))); } catch (e) {}
		return v && v.replace(/\\p{L}|\\d/gu, (c) => c >= "0" && c <= "9" ? 9 - c
			: c === c.toLowerCase() ? (c === "q" ? "z" : "q") : (c === "Q" ? "Z" : "Q")) + "q";
	})`,
});
