import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fieldsIn, matchAt, readsWithoutNames, withHoles } from './code';
import { fieldAt, isBlank, standsForNothing } from './pieces';

/** A step into data, also an optional one, that calls no method. */
const STEP =
	/\s{0,9}(?:\??\.\s{0,9}[\p{ID_Start}$_][\p{ID_Continue}$]{0,200}|(?:\?\.)?\s{0,9}\[\s{0,9}(?:'[^'\\]{0,200}'|"[^"\\]{0,200}"|`[^`\\]{0,200}`|\d{1,9})\s{0,9}\])(?![\p{ID_Continue}$]|\s{0,9}(?:\?\.)?\()/uy;
/** A node by its name, one of its items, and its data, as code asks for them. */
const NODE =
	/\$(?:\(\s{0,9}(?:'[^']{0,200}'|"[^"]{0,200}"|`[^`]{0,200}`)\s{0,9}\)|node\s{0,9}(?:\.\s{0,9}\w{1,200}|\[[^\][]{0,200}\])|items\s{0,9}\([^()]{0,200}\)|input\b)/y;
const ONE =
	/\s{0,9}(?:\??\.\s{0,9}(?:item\b|(?:first|last)\(\)|all\(\)\s{0,9}(?:(?:\?\.)?\[\d{1,9}\]|\??\.\s{0,9}at\(-?\d{1,9}\)))|\[\d{1,9}\])/y;
const JSON_OF =
	/\s{0,9}(?:\??\.\s{0,9}json\b|(?:\?\.)?\s{0,9}\[\s{0,9}(?:'json'|"json")\s{0,9}\])/y;

/** The readings of code: fields of its item, fields of an item of another node, and all items of others; and the rest of it. */
function readingsIn(code: string) {
	const own: string[][] = [];
	const others = new Set<string>();
	const nodes = new Set<string>();
	let rest = '';
	let at = 0;
	const taken = (pattern: RegExp): string | undefined => {
		const found = matchAt(pattern, code, at);
		at += found?.length ?? 0;
		return found;
	};
	const path = (): string[] => {
		const steps: string[] = [];
		for (let step = taken(STEP); step !== undefined; step = taken(STEP)) {
			steps.push(step.trim().replace(/^[?.\s[]*['"`]?|['"`]?\s?\]$/g, ''));
		}
		return steps;
	};
	while (at < code.length) {
		const begin = at;
		if (taken(/\$json(?![\w$])/y)) {
			const steps = path();
			if (steps.length > 0) own.push(steps);
			rest += ' ';
			continue;
		}
		const node = taken(NODE);
		if (node !== undefined) {
			taken(ONE);
			if (taken(JSON_OF)) {
				path();
				others.add(code.slice(begin, at));
				rest += ' ';
				continue;
			}
			at = begin + node.length;
			if (!node.startsWith('$node')) nodes.add(node);
			rest += ' ';
			continue;
		}
		rest += code[at++];
	}
	return { own, others: [...others], nodes: [...nodes], rest };
}

/** A name that begins no data of an item, with each step from it. */
const NO_DATA = /(?<![\w$.])(?:[A-Z]\w*|\$(?!json\b)\w+)(?:\.\w+(?:\([^()]{0,200}\))?){1,9}/g;
/** All items of another node are looked at for so many of a run: each may have each of them in its text. */
const MOST_LOOKED_AT = 100;

const OF_N8N = /^(?:item|json|first|last|all|length)$/;

/** The names by which code may read fields of entries, for example in functions. */
function membersIn(rest: string): string[] {
	const bare = /(?<![\p{ID_Continue}$.\])])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
	const members = fieldsIn(rest.replace(NO_DATA, ' ').replace(bare, ' '));
	const apart = rest.matchAll(/\{([\w$,:\s]{1,300})\}\s{0,9}(?:=(?!=)|\)\s{0,9}=>)/g);
	const taken = [...apart].flatMap(([, names]) => names.match(/[\w$]+/g) ?? []);
	return [...members.filter((name) => !OF_N8N.test(name)), ...taken];
}

/** The names of fields in data: of those in which nothing stands, or that only some entries of a list have, and of others. */
export interface Lacking {
	/** With `[]` if a list has a blank entry. */
	blank: Set<string>;
	given: Set<string>;
}

/** Code may make something of nothing, of a cell's error, and of an object. */
const isBlankOrOdd = (value: unknown): boolean =>
	isBlank(value) || typeof value === 'object' || standsForNothing(value);

const NAME_IN_JSON = /"([^"\\]{0,200})"\s{0,9}:\s{0,9}(null|"\s{0,99}")?/g;
const BLANK_ENTRY_IN_JSON = /[[,]\s{0,9}(?:null|"\s{0,99}")\s{0,9}[\],]/;

export function lackingIn(data: unknown): Lacking {
	const blank = new Set<string>();
	const given = new Set<string>();
	JSON.stringify(data, (name, value: unknown) => {
		if (isBlank(value) || (typeof value === 'string' && standsForNothing(value)))
			blank.add(/^\d+$/.test(name) ? '[]' : name);
		else given.add(name);
		// A text may be JSON, such as a model's answer.
		if (typeof value === 'string' && /[\]}]/.test(value)) {
			for (const [, key, nothing] of value.matchAll(NAME_IN_JSON))
				(nothing ? blank : given).add(key);
			if (BLANK_ENTRY_IN_JSON.test(value)) blank.add('[]');
		}
		if (Array.isArray(value)) {
			const entries = value.filter((one) => typeof one === 'object' && !Array.isArray(one));
			const names = entries.map((one) => Object.keys((one ?? {}) as object));
			for (const key of new Set(names.flat()))
				if (names.some((own) => !own.includes(key))) blank.add(key);
		}
		return value;
	});
	return { blank, given };
}

/**
 * Whether code may make something of a field that is blank or isn't there, of its item or of another node's, at a look that
 * costs little: of a field as it stands, it makes nothing.
 */
export function blankReader(context: IExecuteFunctions, code: string) {
	const { own, others, nodes: all, rest } = readingsIn(code);
	const hasJoin = withHoles(code) !== code;
	const isField = others.length === 1 && code.trim() === others[0].trim();
	const named = fieldsIn(rest);
	const readsOwn = others.length === 0 || /\$(?:json|input|thisItem|item)\b/.test(code);
	const members = membersIn(rest);
	const isNameless = readsWithoutNames(rest);
	const isOfEntries = members.length > 0 || isNameless;
	const nodes = isOfEntries ? all : [];
	const lacks = ({ blank, given }: Lacking, isAll: boolean): boolean =>
		blank.has('[]') ||
		(isNameless && blank.size > 0) ||
		named.some((name) => blank.has(name)) ||
		(isAll && members.some((name) => !given.has(name)));
	const evaluated = (list: string, index: number): unknown => {
		try {
			return context.evaluateExpression(`{{ ${list} }}`, index);
		} catch {
			return undefined;
		}
	};
	/** All items of other nodes are the same for each item. */
	let elsewhere: boolean | undefined;
	const lacksElsewhere = (): boolean => {
		const lists = nodes.map((node) => (node.startsWith('$items') ? node : `${node}.all()`));
		const items = lists.map((list) => evaluated(`${list}.map((one) => one.json)`, 0) ?? [null]);
		try {
			return lacks(lackingIn(items), true);
		} catch {
			// JSON can't have all that a node can give.
			return true;
		}
	};
	return (index: number, json: IDataObject, isSure: boolean, lacking: () => Lacking): boolean => {
		if (isField || !code.includes('$')) return false;
		if (isSure || hasJoin) return true;
		if (own.map((path) => fieldAt(json, path)).some(isBlankOrOdd)) return true;
		if (others.length) {
			const values = evaluated(`[${others.join(', ')}]`, index);
			if (!Array.isArray(values) || values.some(isBlankOrOdd)) return true;
			if (isOfEntries && lacks(lackingIn(values), true)) return true;
		}
		if (index < MOST_LOOKED_AT && nodes.length && (elsewhere ??= lacksElsewhere())) return true;
		return readsOwn && lacks(lacking(), !nodes.length);
	};
}
