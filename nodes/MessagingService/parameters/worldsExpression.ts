import { INVISIBLE } from '../values/given';
import { fieldsIn, renamed, withHoles, withTexts } from './code';
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
		try { return JSON.stringify(JSON.parse(v, (k, x) => typeof x === "string" ? p(x) : x)); } catch (e) { return plain; }
	})((v) => [${CHANGED.map(String).join(', ')}].reduce((t, r) => t.replace(r, (w) =>
		${JSON.stringify(words)}.includes(w.toLowerCase()) ? "x".repeat(w.length) : w), v))`;

function plain(text: string, words: string[]): string {
	const other = (w: string) => (words.includes(w.toLowerCase()) ? 'x'.repeat(w.length) : w);
	return CHANGED.reduce((changed, found) => changed.replace(found, other), text);
}

/** n8n's names for data, for functions that give data, and for what has data under some of its own names. */
const DATA =
	/(?<![\w$]|(?<!\.\.)\.)\$(?:json|data|binary|vars|secrets|tool|workflow|execution|prevNode|thisItem)\b/g;
const FUNCTIONS = /(?<![\w$]|(?<!\.\.)\.)\$(?:from(?:AI|Ai|ai)|items)\b/g;
const ITEM = /(?<![\w$]|(?<!\.\.)\.)\$item\s*(?=\()/;
const MEMBERS = ['item', 'json', 'data', 'binary', 'params', 'context', 'isExecuted', 'runIndex'];
const GETTERS = ['first', 'last', 'all', 'itemMatching', 'pairedItem'];

/** The functions of the expression, by their names. No two braces stand together: they'd end it. */
const helpersWith = (words: string[]): Record<string, string> => ({
	$try: '(task, failed) => { try { return task(); } catch (e) { return failed; } }',
	$text: '(v) => v || v === 0 || v === false ? String(v) : ""',
	$shown: `(v) => v === undefined ? "${HOLE}" : v === null ? "${HOLE_OF_NULL}" : String(v)`,
	$plain: plainCode(words),
	$isBlank: `(v) => v === undefined || v === null || String(v).replace(${String(INVISIBLE)}, "") === ""`,
	$holds: `(v) => ((text) => ${JSON.stringify(words)}.some((w) => text.includes(w)))(JSON.stringify(v).toLowerCase())`,
	$words: JSON.stringify(words),
	$isLong: `(texts) => texts.some((text) => ${String(LONG_NUMBER)}.test(text))`,
	$isRounded: '(v) => typeof v === "number" && Math.abs(v) > 9007199254740991',
	$isCellError: `(v) => ${String(CELL_SIGN)}.test(v) && !v.replace(${String(CELL_ERROR)}, "").trim()`,
	$last: `(v, d) => typeof v === "string" ? v.replace(/\\d(?!\\d)/g, d)
		: Number.isSafeInteger(v) ? ((x) => Number.isSafeInteger(x) ? x : undefined)(v - v % 10 + Math.sign(v) * d) : v`,
	$strange: `((c) => {
		const s = (v) => typeof v === "number" ? v * 3 + 7e5 : typeof v !== "string" ? v : c(v, s);
		return s;
	})((v, s) => {
		if (/^\\s*[[{]/.test(v)) try { return JSON.stringify(JSON.parse(v, (k, x) => s(x))); } catch (e) {}
		return v && v.replace(/\\p{L}|\\d/gu, (c) => c >= "0" && c <= "9" ? 9 - c
			: c === c.toLowerCase() ? (c === "q" ? "z" : "q") : (c === "Q" ? "Z" : "Q")) + "q";
	})`,
});

/** In it, n8n's names mean copies of the data, with the changes of a world. */
export function expressionOf(
	codes: string[],
	worlds: Record<string, string[]>,
	words: string[],
	most: number,
): string {
	const code = codes.join('\n');
	const used = (pattern: RegExp) => [...new Set(code.match(pattern) ?? [])];
	const isUsed = (name: string) => code.includes(name);
	const fields = fieldsIn(code);
	// A text that is called like an object has its fields, too.
	const marks = fields.filter((name) => name !== 'length' && !/^\d+$/.test(name));
	const members = MEMBERS.filter(isUsed).map((name) => `${name}: $try(() => $copy(n.${name}))`);
	const getters = GETTERS.filter(isUsed).map((name) => `${name}: (...a) => $copy(n.${name}(...a))`);
	const names: Record<string, string> = {
		...Object.fromEntries(used(DATA).map((name) => [name, `$try(() => $copy(${name}))`])),
		// It doesn't say which names it has.
		...(isUsed('$env') && {
			$env: '$copy($entries($fields.map((k) => [k, $try(() => $env[k])])))',
		}),
		...Object.fromEntries(used(FUNCTIONS).map((name) => [name, `(...a) => $copy(${name}(...a))`])),
		...(ITEM.test(code) && { $item: '(...a) => ({ $json: $copy($item(...a).$json) })' }),
		$now: '$still[0]',
		$today: '$still[1]',
		$input: '$shape($input)',
		$of: '(...a) => $shape($(...a))',
		$nodeOf: '(name) => $shape($node[name])',
	};
	const texts = (change: (code: string) => string) =>
		codes.map((one) => `$try(() => $as((${renamed(change(one))}\n)), "${FAILED}")`);
	const running = (change: (code: string) => string) =>
		`(${[...Object.keys(names), '$as'].join(', ')}) => [${texts(change).join(', ')}]`;
	const helpers = helpersWith(words);
	const changes = Object.entries(worlds).map(
		([name, [change, when]]) => `into("${name}", (v) => ${change}, ${when})`,
	);
	return `{{ ((${Object.keys(helpers).join(', ')}, $fields, $marks) => {
	const $entries = (all) => Object.fromEntries(all);
	const $run = ${running((one) => one)};
	const $runPlain = ${running((one) => withTexts(one, (text) => plain(text, words)))};
	const $runShown = ${running(withHoles)};
	const $blank = [];
	const $noted = [];
	const $still = [$now, $today];
	const $in = ($world, $change, $task, $as, $fill) => {
		let left = ${most};
		const isSame = $world === "same";
		const isStrange = $world === "strange";
		const $copy = (v, isOfLong) => {
			left -= 1;
			if (typeof v === "string" || typeof v === "number") {
				if (isSame && $isRounded(v)) $noted.push("rounded");
				if (isSame && typeof v === "string" && $isCellError(v)) $noted.push("error");
				if (v.length > 1e5) return v;
				if ((isSame || $fill || $world === "widened") && /^\\s*[[{]/.test(v)) {
					const filled = $try(() => [JSON.parse(v)].map((x) => [x, $copy(x)].map((y) => JSON.stringify(y)))[0], []);
					return filled[0] === filled[1] ? v : filled[1];
				}
				return $change(v);
			}
			if (typeof v === "function") return undefined;
			if (!v || typeof v !== "object") return v;
			if (v instanceof Date || v instanceof DateTime) return !isStrange ? v : v.plus ? v.plus(4e10) : new Date(+v + 4e10);
			const isList = Array.isArray(v);
			if (left < 0 || (isList && v.length > left)) {
				if ($world === "wordless" && $holds(v)) $noted.push("words");
				return !isList ? v : isStrange ? [] : [...v];
			}
			if (isList) {
				const isGone = (x) => (typeof x !== "object" || x === null) && $isBlank(x);
				if (isSame && v.some(isGone) && !$blank.includes("[]")) $blank.push("[]");
				// Of its entries, only what the code names is changed: that takes time.
				const isLong = v.length > 100;
				const list = isStrange ? [...v, ...v.slice(-1).filter((x) => !$isBlank(x))] : v;
				return list.map((x) => $fill && isGone(x) && $fill.names.includes("[]") ? $fill.value : $copy(x, isLong));
			}
			const names = Object.keys(v);
			const named = $entries($fields.filter((k) => k in v).map((k) => [k, $copy(v[k], isOfLong)]));
			const other = (k) => isOfLong ? v[k] : $copy(v[k]);
			const o = $entries(names.map((k) => [k, $fields.includes(k) ? named[k] : other(k)]));
			if (isSame) $blank.push(...$fields.filter((k) => !$blank.includes(k) && $isBlank(o[k])));
			if ($world === "widened") return Object.assign(o, { ["${MARK}"]: "${MARK}" });
			if (!$fill) return o;
			const filled = $fill.names.filter((k) => $isBlank(o[k]) && ($fill.isAdded || k in o));
			return Object.assign(o, $entries(filled.map((k) => [k, $fill.value])));
		};
		const $shape = (n) => ({ ${[...members, ...getters].join(', ')} });
		return $task(${[...Object.values(names), '$as'].join(', ')});
	};
	const $filled = (names, value, isAdded, task, as) => $in("", (v) => v, task, as, { names, value, isAdded });
	const $marked = (names, mark, isAdded) => {
		const texts = $filled(names, mark, isAdded, $run, $text);
		if (!texts.includes("${FAILED}")) return texts;
		return $filled(names, Object.assign(new String(mark), $entries($marks.map((k) => [k, mark]))), isAdded, $run, $text);
	};
	const $differ = (one, other) => one.map((text, at) => text !== other[at] && text !== "${FAILED}" && other[at] !== "${FAILED}");
	const $pairs = (names, isAdded) => [["2017", "2018"], ["1", "2"]].map((pair) => pair.map((mark) => $marked(names, mark, isAdded)));
	const runs = { wordless: $runPlain, shown: $runShown };
	const found = {};
	const into = (name, change, when) => {
		found[name] = when ? $in(name, change, runs[name] || $run, name === "shown" ? $shown : $text) : found.same;
	};
	${changes[0]};
	const $goIn = $blank.length > 0 && $pairs($blank, true).some(([one, other]) =>
		one.includes("${FAILED}") || $differ(one, other).includes(true));
	${changes.slice(1).join(';\n')};
	const isAdded = found.widened.every((text, at) => text === found.same[at]);
	const blanks = ($goIn ? $blank : []).map((name) => {
		const pairs = $pairs([name], isAdded);
		const goesIn = found.same.map((_, at) => pairs.some(([one, other]) => $differ(one, other)[at]));
		if (!goesIn.includes(true)) return undefined;
		const [none, nothing, empty, spaced] = [undefined, null, "", "\u2003"].map((value) =>
			$filled([name], value, isAdded, $runShown, $shown));
		const [year, nextYear] = pairs[0];
		return { goesIn, texts: { marked: $marked([name], "${MARK}", isAdded), year, nextYear, none, nothing, empty, spaced } };
	}).filter((one) => one);
	const at = (texts, place) => $entries(Object.keys(texts).map((name) => [name, texts[name][place]]));
	return found.same.map((text, place) => ({
		...at(found, place),
		blanks: blanks.filter((one) => one.goesIn[place]).map((one) => at(one.texts, place)),
		mayHold: $noted.includes("words"),
	}));
	})(
		${[...Object.values(helpers), JSON.stringify(fields), JSON.stringify(marks)].join(',\n')}
	) }}`;
}
