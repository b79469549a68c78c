import type { IExecuteFunctions } from 'n8n-workflow';

import { INVISIBLE } from '../values/given';
import { fieldsIn, withTexts } from './code';
import { CELL_ERROR, CELL_SIGN, WORDS, wordsForNothing } from './pieces';

/** Changes of the texts and numbers `v` that code reads, to know what its own text was made of, however the code is spelled. */
const WORLDS = {
	same: 'v',
	/** No data has the words for nothing that the text has: where one is left, the code made it. */
	wordless: 'typeof v === "string" ? $plain(v) : v',
	/** No data has the letter n, which each such word has: one that is left was not put together from the data's letters. */
	lettered: 'typeof v === "string" ? v.replace(/n/g, "ŋ").replace(/N/g, "Ŋ") : v',
	/** No cell has an error. */
	computed: 'typeof v === "string" && $isCellError(v) ? "" : v',
	/** No field is missing. A part that is new in the text had been left out. */
	filled: 'v',
	/** The same, but a join leaves out what is blank: between two spaces there is nothing that could be missing. */
	marked: 'v',
	/** Each object has one more field: where that changes the text, the code reads objects whole. */
	widened: 'v',
	/** Numbers that were rounded are others. */
	renumbered: 'typeof v === "number" && Math.abs(v) > 9007199254740991 ? v * 1.5 : v',
	/** All data is other: a text that stays the same has no part of it. */
	strange: '$strange(v)',
};

/** Worlds that differ in the last digits of all numbers alone: where two give the same text, it has lost them. */
export const LAST_DIGITS = Array.from({ length: 10 }, (_, digit) => `last${digit}` as const);
type World = keyof typeof WORLDS;
type AnyWorld = World | (typeof LAST_DIGITS)[number];

const changeIn = (world: AnyWorld): string =>
	world in WORLDS ? WORLDS[world as World] : `$last(v, ${world.slice(-1)})`;

/** The text of a piece in each world. */
export type Worlds = Record<World, string>;
export const ALL_WORLDS = Object.keys(WORLDS) as World[];

/** Those that tell of a part without a value. */
export type WorldsOfParts = Omit<Worlds, 'renumbered' | 'strange'>;
export const WORLDS_OF_PARTS = ALL_WORLDS.filter(
	(name): name is keyof WorldsOfParts => name !== 'renumbered' && name !== 'strange',
);

/** The entries that all items together copy: about ten seconds in all worlds. */
const MOST_COPIED = 60_000;

/** In place of the text of a piece that n8n can't evaluate again. */
export const FAILED = '~?~';

/** The words for nothing that the code made: neither has its data, nor are they put together from the data's letters. */
export function wordsMade({ same, wordless, lettered }: WorldsOfParts): string[] {
	const made = wordsForNothing(wordless);
	// Where the letters led the code elsewhere, they tell nothing.
	if (lettered.replaceAll('ŋ', 'n').replaceAll('Ŋ', 'N') !== same) return made;
	return made.filter((word) => wordsForNothing(lettered).includes(word));
}

/** The value of each field that was missing; in a link it stays the same. */
export const MARK = '~!~';

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
	const other = (word: string) =>
		words.includes(word.toLowerCase()) ? 'x'.repeat(word.length) : word;
	return CHANGED.reduce((changed, found) => changed.replace(found, other), text);
}

/** n8n's names for data, for functions that give data, and for what has data under some of its own names. */
const DATA =
	/(?<![\w$.])\$(?:json|data|vars|env|secrets|tool|workflow|execution|prevNode|thisItem)\b/g;
const FUNCTIONS = /(?<![\w$.])\$(?:from(?:AI|Ai|ai)|items)\b/g;
const NODE = /(?<![\w$.])\$node\s*(?:\.\s*(\w+)|\[([^\][]*)\])/g;
const ITEM = /(?<![\w$.])\$item\s*(?=\()/;
const CALL = /(?<![\w$.])\$\s*(?=\()/g;
const MEMBERS = ['item', 'json', 'params', 'context', 'isExecuted'];
const GETTERS = ['first', 'last', 'all', 'itemMatching', 'pairedItem'];

/** Evaluates pieces' code in some worlds for an item, at once; undefined where n8n can't. The words are those of the text. */
export function inWorlds<W extends AnyWorld>(
	context: IExecuteFunctions,
	codes: string[],
	worlds: readonly W[],
) {
	const expressions = new Map<string, string>();
	// Each item may read the lists of all items: longer ones stay as they are.
	const most = Math.max(100, MOST_COPIED / context.getInputData().length);
	return (index: number, words: string[]): Array<Record<W, string>> | undefined => {
		try {
			const key = words.join();
			const expression = expressions.get(key) ?? expressionOf(codes, worlds, words, most);
			expressions.set(key, expression);
			const found = context.evaluateExpression(expression, index) as unknown as string[][];
			const textsOf = (at: number) => worlds.map((name, place) => [name, found[place][at]]);
			return codes.map((_, at) => Object.fromEntries(textsOf(at)) as Record<W, string>);
		} catch {
			// Nothing that is only looked at may stop what is sent, or was.
			return undefined;
		}
	};
}

/** Code whose joins don't leave out what is missing. */
const withoutHoles = (code: string) =>
	code.replace(/\.join\s*\(/g, '.map((x) => $isBlank(x) ? $mark : x).join(');

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
	$plain: plainCode(words),
	$isBlank: `(v) => v === undefined || v === null || String(v).replace(${String(INVISIBLE)}, "") === ""`,
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
function expressionOf(codes: string[], worlds: readonly AnyWorld[], words: string[], most: number) {
	const code = codes.join('\n');
	const used = (pattern: RegExp) => [...new Set(code.match(pattern) ?? [])];
	const isUsed = (name: string) => code.includes(name);
	const fields = fieldsIn(code);
	const members = MEMBERS.filter(isUsed).map((name) => `${name}: $try(() => $copy(n.${name}))`);
	const getters = GETTERS.filter(isUsed).map((name) => `${name}: (...a) => $copy(n.${name}(...a))`);
	const names: Record<string, string> = {
		...Object.fromEntries(used(DATA).map((name) => [name, `$copy(${name})`])),
		...Object.fromEntries(used(FUNCTIONS).map((name) => [name, `(...a) => $copy(${name}(...a))`])),
		...(ITEM.test(code) && { $item: '(...a) => ({ $json: $copy($item(...a).$json) })' }),
		$input: '$shape($input)',
		$of: '(...a) => $shape($(...a))',
		$nodeOf: '(name) => $shape($node[name])',
	};
	const all = worlds.map((name) => {
		const changed = (one: string) => {
			if (name === 'wordless') return withTexts(one, (text) => plain(text, words));
			return name === 'filled' ? withoutHoles(one) : one;
		};
		const texts = codes.map(
			(one) => `$try(() => $text((${renamed(changed(one))}\n)), "${FAILED}")`,
		);
		const run = `(${Object.keys(names).join(', ')}) => [${texts.join(', ')}]`;
		return `["${name}", (v) => ${changeIn(name)}, ${run}]`;
	});
	const helpers = helpersWith(words);
	return `{{ ((${Object.keys(helpers).join(', ')}, $mark, $fields, $most) =>
	[${all.join(',\n')}].map(([$world, $change, $run]) => {
		const $copy = (v) => {
			if (typeof v === "string" || typeof v === "number") return $change(v);
			const isStrange = $world === "strange";
			if (Array.isArray(v) && v.length > $most) return isStrange ? [] : v;
			if (Array.isArray(v)) return (isStrange ? [...v, ...v.slice(-1).filter((x) => !$isBlank(x))] : v).map($copy);
			if (v instanceof Date) return isStrange ? new Date(+v + 4e10) : v;
			if (v instanceof DateTime) return isStrange ? v.plus(4e10) : v;
			if (!v || typeof v !== "object") return v;
			const o = Object.fromEntries(Object.entries(v).map(([k, x]) => [k, k === "binary" ? x : $copy(x)]));
			const missing = $world === "filled" || $world === "marked" ? $fields.filter((k) => $isBlank(o[k])) : [];
			const more = $world === "widened" ? ["${MARK}"] : missing;
			return Object.assign(o, Object.fromEntries(more.map((k) => [k, $mark])));
		};
		const $shape = (n) => ({ ${[...members, ...getters].join(', ')} });
		return $run(${Object.values(names).join(', ')});
	}))(
		${Object.values(helpers).join(',\n')},
		...((fields) => [
			Object.assign(new String("${MARK}"), Object.fromEntries(fields.map((k) => [k, "${MARK}"]))),
			fields,
			${most},
		])(${JSON.stringify(fields)})
	) }}`;
}
