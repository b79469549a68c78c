import { INVISIBLE } from '../values/given';
import { fieldsIn, withTexts } from './code';
import { CELL_ERROR, CELL_SIGN, LONG_NUMBER, WORDS } from './pieces';
import type { World } from './worlds';

/** The changes of texts and numbers `v`, each with what it takes to make a difference. */
const WORLDS: Record<World, [change: string, when: string]> = {
	same: ['v', 'true'],
	wordless: ['typeof v === "string" ? $plain(v) : v', '$words.length'],
	lettered: ['v.replace ? v.replace(/n/g, "ŋ").replace(/N/g, "Ŋ") : v', '$words.length'],
	computed: ['typeof v === "string" && $isCellError(v) ? "" : v', '$noted.includes("error")'],
	widened: ['v', '$goIn'],
	shown: ['v', '$joins || $goIn'],
	renumbered: ['$isRounded(v) ? v * 1.5 : v', '$noted.includes("rounded")'],
	strange: ['$strange(v)', 'true'],
	last0: ['$last(v, 0)', '$isLong'],
	last1: ['$last(v, 1)', '$isLong'],
	last2: ['$last(v, 2)', '$isLong'],
	again: ['v', 'true'],
};

/** In place of the text of a piece that n8n can't evaluate again. */
export const FAILED = '~?~';

/** The value of a field that was blank; in a link it stays the same. */
export const MARK = '~!~';

/** The words in a join for an entry that is nothing. */
export const HOLE = '~undefined~';
export const HOLE_OF_NULL = '~null~';

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
	/(?<![\w$.])\$(?:json|data|binary|vars|env|secrets|tool|workflow|execution|prevNode|thisItem)\b/g;
const FUNCTIONS = /(?<![\w$.])\$(?:from(?:AI|Ai|ai)|items)\b/g;
const NODE = /(?<![\w$.])\$node\s*(?:\.\s*(\w+)|\[([^\][]*)\])/g;
const ITEM = /(?<![\w$.])\$item\s*(?=\()/;
const CALL = /(?<![\w$.])\$\s*(?=\()/g;
const MEMBERS = ['item', 'json', 'data', 'binary', 'params', 'context', 'isExecuted', 'runIndex'];
const GETTERS = ['first', 'last', 'all', 'itemMatching', 'pairedItem'];

/** Code whose joins show what is nothing. */
const withHoles = (code: string) =>
	code.replace(/\.join\s*\(/g, '.map((x) => x ?? $shown(x)).join(');

/** Code in which `$` and `$node` are called by names that can be parameters. */
const renamed = (code: string) =>
	code
		.replace(/;\s*$/, '')
		.replace(NODE, (_, name?: string, key?: string) => `$nodeOf(${key ?? `"${name}"`})`)
		.replace(CALL, '$of');

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
export function expressionOf(codes: string[], words: string[], most: number): string {
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
		$input: '$shape($input)',
		$of: '(...a) => $shape($(...a))',
		$nodeOf: '(name) => $shape($node[name])',
	};
	const running = (change: (code: string) => string) => {
		const texts = codes.map((one) => `$try(() => $as((${renamed(change(one))}\n)), "${FAILED}")`);
		return `(${[...Object.keys(names), '$as'].join(', ')}) => [${texts.join(', ')}]`;
	};
	const helpers = helpersWith(words);
	const worlds = Object.entries(WORLDS).map(
		([name, [change, when]]) =>
			`into("${name}", (v) => ${change}, ${when.replace('$isLong', '$isLong(found.same)')})`,
	);
	return `{{ ((${Object.keys(helpers).join(', ')}, $fields, $marks) => {
	const $entries = (all) => Object.fromEntries(all);
	const $run = ${running((one) => one)};
	const $runPlain = ${running((one) => withTexts(one, (text) => plain(text, words)))};
	const $runShown = ${running(withHoles)};
	const $joins = ${/\bjoin\b/.test(code)};
	const $blank = [];
	const $noted = [];
	const $in = ($world, $change, $task, $as, $fill) => {
		let left = ${most};
		const isSame = $world === "same";
		const isStrange = $world === "strange";
		const $copy = (v) => {
			left -= 1;
			if (typeof v === "string" || typeof v === "number") {
				if (isSame && $isRounded(v)) $noted.push("rounded");
				if (isSame && typeof v === "string" && $isCellError(v)) $noted.push("error");
				return v.length > 1e5 ? v : $change(v);
			}
			if (typeof v === "function") return undefined;
			if (!v || typeof v !== "object") return v;
			if (v instanceof Date) return isStrange ? new Date(+v + 4e10) : v;
			if (v instanceof DateTime) return isStrange ? v.plus(4e10) : v;
			const isList = Array.isArray(v);
			if (left < 0 || (isList && v.length > left)) {
				if ($world === "wordless" && $holds(v)) $noted.push("words");
				return !isList ? v : isStrange ? [] : [...v];
			}
			if (isList) return (isStrange ? [...v, ...v.slice(-1).filter((x) => !$isBlank(x))] : v).map($copy);
			const names = Object.keys(v);
			const named = $entries($fields.filter((k) => k in v).map((k) => [k, $copy(v[k])]));
			const o = $entries(names.map((k) => [k, $fields.includes(k) ? named[k] : $copy(v[k])]));
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
	const $years = (names, isAdded) => [$marked(names, "2017", isAdded), $marked(names, "2018", isAdded)];
	const runs = { wordless: $runPlain, shown: $runShown };
	const found = {};
	const into = (name, change, when) => {
		found[name] = when ? $in(name, change, runs[name] || $run, name === "shown" ? $shown : $text) : found.same;
	};
	${worlds[0]};
	const $goIn = $blank.length > 0 && (([one, other]) =>
		one.some((text, at) => text !== other[at] || text === "${FAILED}"))($years($blank, true));
	${worlds.slice(1).join(';\n')};
	const isAdded = found.widened.every((text, at) => text === found.same[at]);
	const blanks = ($goIn ? $blank : []).map((name) => {
		const [one, other] = $years([name], isAdded);
		const goesIn = one.map((text, at) => text !== other[at] && text !== "${FAILED}" && other[at] !== "${FAILED}");
		if (!goesIn.includes(true)) return undefined;
		const [none, nothing, empty] = [undefined, null, ""].map((value) => $filled([name], value, isAdded, $runShown, $shown));
		return { goesIn, texts: { marked: $marked([name], "${MARK}", isAdded), none, nothing, empty } };
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
