import { type IExecuteFunctions, isSafeObjectProperty } from 'n8n-workflow';

import { CELL_ERROR } from './pieces';

/** Changes of the texts and numbers `v` that code reads, to know what its own text was made of, however the code is spelled. */
const WORLDS = {
	same: 'v',
	/** No data has a word for nothing: where one is left, the code made it. */
	wordless: 'typeof v === "string" ? $plain(v) : v',
	/** No cell has an error. */
	computed: `typeof v === "string" && ${String(CELL_ERROR)}.test(v) && !v.replace(${String(CELL_ERROR)}, "").trim() ? "" : v`,
	/** No field is missing. A part that is new in the text had been left out. */
	filled: 'v',
	/** Numbers that were rounded are others. */
	renumbered: 'typeof v === "number" && Math.abs(v) > 9007199254740991 ? v * 1.5 : v',
	/** All texts and numbers are others, the last digit of those in texts. */
	other:
		'typeof v !== "string" ? v + 1 : /\\d/.test(v) ? v.replace(/\\d(?!\\d)/g, (d) => 9 - d) : v + "q"',
};
type World = keyof typeof WORLDS;

/** The text of a piece in each world. */
export type Worlds = Record<World, string>;
export const ALL_WORLDS = Object.keys(WORLDS) as World[];

/** The value of each field that was missing; in a link it stays the same. */
export const MARK = '~!~';

const WORD = /undefined|null|nan|infinity|∞|invalid|object/gi;
const PLAIN = `(v) => v.replace(${String(WORD)}, (w) => "x".repeat(w.length))`;
const plain = (text: string) => text.replace(WORD, (word) => 'x'.repeat(word.length));

/** A name or a text by which code may read a field. */
const FIELD = /\.([A-Za-z_$][\w$]*)(?![\w$(])|\[(?:'([^'\\{}]*)'|"([^"\\{}]*)")\]/g;

/** n8n's names for data, for functions that give data, and for what has data under some of its own names. */
const DATA = /(?<![\w$.])\$(?:json|data|vars|env|secrets|tool|workflow|execution|prevNode)\b/g;
const FUNCTIONS = /(?<![\w$.])\$(?:from(?:AI|Ai|ai)|items)\b/g;
const NODE = /(?<![\w$.])\$node\s*(?:\.\s*(\w+)|\[([^\]$]*)\])/g;
const CALL = /(?<![\w$.])\$\s*(?=\()/g;
const MEMBERS = ['item', 'json', 'params', 'context', 'isExecuted'];
const GETTERS = ['first', 'last', 'all', 'itemMatching', 'pairedItem'];

/** Evaluates pieces' code in some worlds for an item, at once; undefined where n8n can't. */
export function inWorlds<W extends World>(
	context: IExecuteFunctions,
	codes: string[],
	...worlds: W[]
) {
	let expression: string | undefined;
	return (index: number) => {
		try {
			expression ??= expressionOf(codes, worlds);
			const found = context.evaluateExpression(expression, index) as unknown as string[][];
			const textsOf = (at: number) => worlds.map((name, place) => [name, found[place][at]]);
			return codes.map((_, at) => Object.fromEntries(textsOf(at)) as Record<W, string>);
		} catch {
			// Nothing that is only looked at may stop what is sent, or was.
			return undefined;
		}
	};
}

/** Code whose texts have no words for nothing, but for the names of fields and nodes. */
function withoutWords(code: string): string {
	// `typeof` gives such words to compare with.
	if (code.includes('typeof')) return code;
	/** The quotes and braces that are open, and whether a name is in them. */
	const open: Array<{ sign: string; isName?: boolean }> = [];
	return code.replace(/\\.|\$\{|[{}'"`]|[^\\${}'"`]+|\$/gs, (token, at: number) => {
		const { sign = '{', isName } = open.at(-1) ?? {};
		if (sign !== '{' && token !== sign && !(sign === '`' && token === '${')) {
			return isName ? token : plain(token);
		}
		if (token === sign || token === '}') open.pop();
		else if (/^['"`]$/.test(token)) {
			const before = code.slice(Math.max(0, at - 50), at);
			open.push({ sign: token, isName: /(?:[\w$)\].]\s*\[|\$\w*\()\s*$/.test(before) });
		} else if (token.endsWith('{')) open.push({ sign: '{' });
		return token;
	});
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

/** In it, n8n's names mean copies of the data, with the changes of a world. No two braces stand together: they'd end it. */
function expressionOf(codes: string[], worlds: World[]): string {
	const code = codes.join('\n');
	const used = (pattern: RegExp) => [...new Set(code.match(pattern) ?? [])];
	const words = new Set(code.match(/\w+/g));
	const isUsed = (name: string) => words.has(name);
	const fields = [...code.matchAll(FIELD)].map((found) => found.slice(1).find(Boolean) ?? '');
	const isField = (name: string) => isSafeObjectProperty(name) && !(name in Object.prototype);
	const members = MEMBERS.filter(isUsed).map((name) => `${name}: $try(() => $copy(n.${name}))`);
	const getters = GETTERS.filter(isUsed).map((name) => `${name}: (...a) => $copy(n.${name}(...a))`);
	const names: Record<string, string> = {
		...Object.fromEntries(used(DATA).map((name) => [name, `$copy(${name})`])),
		...Object.fromEntries(used(FUNCTIONS).map((name) => [name, `(...a) => $copy(${name}(...a))`])),
		$input: '$shape($input)',
		$of: '(...a) => $shape($(...a))',
		$nodeOf: '(name) => $shape($node[name])',
	};
	const changes: Partial<Record<World, typeof renamed>> = {
		wordless: withoutWords,
		filled: withoutHoles,
	};
	const all = worlds.map((name) => {
		const change = changes[name] ?? String;
		const texts = codes.map((one) => `$try(() => $text((${renamed(change(one))}\n)))`);
		const run = `(${Object.keys(names).join(', ')}) => [${texts.join(', ')}]`;
		return `[(v) => ${WORLDS[name]}, ${name === 'filled'}, ${run}]`;
	});
	return `{{ (($try, $text, $plain, $isBlank, $mark, $fields) =>
	[${all.join(',\n')}].map(([$change, $fills, $run]) => {
		const $copy = (v) => {
			if (typeof v === "string" || typeof v === "number") return $change(v);
			if (Array.isArray(v)) return v.map($copy);
			if (!v || typeof v !== "object" || v instanceof Date || v instanceof DateTime) return v;
			const o = Object.fromEntries(Object.entries(v).map(([k, x]) => [k, k === "binary" ? x : $copy(x)]));
			const missing = $fills ? $fields.filter((k) => $isBlank(o[k])) : [];
			return Object.assign(o, Object.fromEntries(missing.map((k) => [k, $mark])));
		};
		const $shape = (n) => ({ ${[...members, ...getters].join(', ')} });
		return $run(${Object.values(names).join(', ')});
	}))(
		(task) => { try { return task(); } catch (e) { return ""; } },
		(v) => v || v === 0 || v === false ? String(v) : "",
		${PLAIN},
		(v) => v === undefined || v === null || String(v).trim() === "",
		...((fields) => [
			Object.assign(new String("${MARK}"), Object.fromEntries(fields.map((k) => [k, "${MARK}"]))),
			fields,
		])(${JSON.stringify([...new Set(fields.filter(isField))])})
	) }}`;
}
