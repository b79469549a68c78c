import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fieldsIn, readsWithoutNames } from './code';
import { fieldAt, isBlank } from './pieces';

const TEXT = String.raw`(?:'[^'\\]*'|"[^"\\]*"|\x60[^\x60\\]*\x60)`;
/** A step into data, also an optional one, that calls no method. */
const STEP = String.raw`\s*(?:\??\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*|(?:\?\.)?\s*\[\s*(?:${TEXT}|\d+)\s*\])(?![\p{ID_Continue}$]|\s*(?:\?\.)?\()`;
const NODE = String.raw`\$(?:\(\s*${TEXT}\s*\)|node\s*(?:\.\s*\w+|\[[^\][]*\])|items\s*\([^()]*\)|input)`;
const ONE = String.raw`(?:\s*\??\.\s*(?:item|(?:first|last)\(\)))|(?:\s*\??\.\s*all\(\))?\s*(?:\?\.)?(?:\[\s*\d+\s*\]|\s*\??\.\s*at\(\s*-?\d+\s*\))`;
const JSON_OF = String.raw`\s*(?:\??\.\s*json\b|(?:\?\.)?\s*\[\s*(?:'json'|"json")\s*\])`;
/** A field of the own item, one of one item of another node, and all that another node gave. */
const OWN = new RegExp(String.raw`\$json((?:${STEP})*)`, 'gu');
const OTHERS = new RegExp(`${NODE}(?:${ONE})?${JSON_OF}(?:${STEP})*`, 'gu');
const ALL = new RegExp(NODE, 'gu');
/** A name that begins no data of an item, with each step from it. */
const NO_DATA = /(?<![\w$.])(?:[A-Z]\w*|\$(?!json\b)\w+)(?:\.\w+(?:\([^()]{0,200}\))?){1,9}/g;
const OF_N8N = /^(?:item|json|first|last|all|length)$/;

const stepsOf = (path: string): string[] =>
	[...path.matchAll(/'([^']*)'|"([^"]*)"|[\p{ID_Continue}$]+/gu)].map(
		([step, one, two]) => one ?? two ?? step,
	);

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

const NAME_IN_JSON = /"([^"\\]{0,200})"\s{0,9}:\s{0,9}(null|"\s{0,99}")?/g;
const BLANK_ENTRY_IN_JSON = /[[,]\s{0,9}(?:null|"\s{0,99}")\s{0,9}[\],]/;

export function lackingIn(data: unknown): Lacking {
	const blank = new Set<string>();
	const given = new Set<string>();
	JSON.stringify(data, (name, value: unknown) => {
		if (isBlank(value)) blank.add(/^\d+$/.test(name) ? '[]' : name);
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
	const paths = [...code.matchAll(OWN)].map(([, path]) => stepsOf(path));
	const own = paths.filter(({ length }) => length > 0);
	const others = [...new Set(code.match(OTHERS) ?? [])];
	const isField = others.length === 1 && code.trim() === others[0].trim();
	const rest = code.replace(OTHERS, ' ').replace(OWN, ' ');
	const named = fieldsIn(rest);
	const members = membersIn(rest);
	const isNameless = readsWithoutNames(rest);
	const nodes = members.length || isNameless ? [...new Set(rest.match(ALL) ?? [])] : [];
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
		const all = nodes.map((node) => (node.startsWith('$items') ? node : `${node}.all()`));
		const items = all.map((list) => evaluated(`${list}.map((one) => one.json)`, 0) ?? [null]);
		return lacks(lackingIn(items), true);
	};
	return (index: number, json: IDataObject, lacking: () => Lacking): boolean => {
		if (own.some((path) => isBlank(fieldAt(json, path)))) return true;
		if (!isField && others.length) {
			const values = evaluated(`[${others.join(', ')}]`, index);
			if (!Array.isArray(values) || values.some(isBlank)) return true;
		}
		if (nodes.length && (elsewhere ??= lacksElsewhere())) return true;
		return lacks(lacking(), !nodes.length);
	};
}
