import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fieldsIn, readsWithoutNames } from './code';
import { fieldAt, isBlank } from './pieces';

/** A step into data, also an optional one, that calls no method. */
const STEP = String.raw`\s*(?:\??\.\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*)|(?:\?\.)?\s*\[\s*(?:'[^'\\]*'|"[^"\\]*"|\d+)\s*\])(?![\p{ID_Continue}$]|\s*(?:\?\.)?\()`;
const NODE = String.raw`\$(?:\(\s*(?:'[^']*'|"[^"]*"|\x60[^\x60]*\x60)\s*\)|node\s*(?:\.\s*\w+|\[[^\][]*\])|items\s*\([^()]*\)|input)`;
const ONE = String.raw`(?:\s*\??\.\s*(?:item|(?:first|last)\(\)))|(?:\s*\??\.\s*all\(\))?\s*(?:\?\.)?(?:\[\s*\d+\s*\]|\s*\??\.\s*at\(\s*-?\d+\s*\))`;
const JSON_OF = String.raw`\s*(?:\??\.\s*json\b|(?:\?\.)?\s*\[\s*(?:'json'|"json")\s*\])`;
/** What code reads of its own item, and of one item of another node. */
const OWN = new RegExp(String.raw`\$json((?:${STEP})*)`, 'gu');
const OTHERS = new RegExp(`${NODE}(?:${ONE})?${JSON_OF}((?:${STEP})*)`, 'gu');
/** All that another node gave. */
const ALL = new RegExp(`(${NODE})`, 'gu');
/** Names that begin no data of an item, each with what is read of it. */
const NO_DATA = /(?:(?<![\w$.])[A-Z]\w*|\$(?!json\b|\()\w+)(?:\s*\??\.\s*[\w$]+(?:\([^()]*\))?)+/g;
const NAME_OF_N8N = /^(?:item|json|first|last|all|length)$/;
const stepsOf = (path: string): string[] =>
	[
		...path.matchAll(/[\p{ID_Continue}$]+(?=\s*(?:\??\.|\[|\?\.\[|\]|$))|'([^']*)'|"([^"]*)"/gu),
	].map(([step, one, two]) => one ?? two ?? step);

/** The fields that code reads of entries, for example in functions. */
const membersOf = (rest: string): string[] =>
	fieldsIn(
		rest.replace(NO_DATA, ' ').replace(/(?<![\w$.\])])[\p{ID_Start}_$][\p{ID_Continue}$]*/gu, ' '),
	).filter((name) => !NAME_OF_N8N.test(name));

const JSON_TEXT = /^[^[{]*[[{].*[\]}]/s;
const BLANK_IN_JSON = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:null|"\s*")/g;
const BLANK_ENTRY_IN_JSON = /[[,]\s*(?:null|"\s*")\s*[\],]/;

/** What data lacks, by name: fields in which nothing stands, or that only some entries of a list have; `[]` are blank entries. */
export interface Lacking {
	blank: Set<string>;
	given: Set<string>;
}

export function lackingIn(data: unknown): Lacking {
	const blank = new Set<string>();
	const given = new Set<string>();
	JSON.stringify(data, (name, value: unknown) => {
		if (isBlank(value)) blank.add(/^\d+$/.test(name) ? '[]' : name);
		else given.add(name);
		if (typeof value === 'string' && JSON_TEXT.test(value)) {
			for (const [, key] of value.matchAll(BLANK_IN_JSON)) blank.add(key);
			for (const [, key] of value.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)) given.add(key);
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
 * Whether code may make something of a field that is blank or absent, of its item or of another node's, at a look that costs
 * little: a field as it stands is judged as it is.
 */
export function blankReader(context: IExecuteFunctions, code: string) {
	const own = [...code.matchAll(OWN)]
		.map(([, path]) => stepsOf(path))
		.filter(({ length }) => length);
	const others = [...new Set([...code.matchAll(OTHERS)].map(([reading]) => reading))];
	const isField = others.length === 1 && code.trim() === others[0].trim();
	const rest = code.replace(OTHERS, ' ').replace(OWN, ' ');
	const destructured = [...rest.matchAll(/\{([\w$,:\s]+)\}\s*(?:=(?!=)|\)\s*=>)/g)];
	const members = [
		...membersOf(rest),
		...destructured.flatMap(([, names]) => names.match(/[\w$]+(?=\s*(?:[,:]|$))/g) ?? []),
	];
	const named = fieldsIn(rest);
	const isNameless = readsWithoutNames(rest);
	const nodes =
		members.length || isNameless ? [...new Set([...rest.matchAll(ALL)].map(([node]) => node))] : [];
	const lacks = ({ blank, given }: Lacking, isAll = !nodes.length): boolean =>
		blank.has('[]') ||
		(isNameless && blank.size > 0) ||
		named.some((name) => blank.has(name)) ||
		(isAll && members.some((name) => !given.has(name)));
	const evaluated = (list: string, index: number): unknown => {
		try {
			return context.evaluateExpression(`{{ ${list} }}`, index);
		} catch {
			return null;
		}
	};
	/** What all items of other nodes lack, which is the same for each item. */
	let elsewhere: boolean | undefined;
	const lacksElsewhere = (): boolean => {
		const items = nodes.map((node) => {
			const all = /^\$items/.test(node) ? node : `${node}.all()`;
			return evaluated(`${all}.map((one) => one.json)`, 0);
		});
		return lacks(lackingIn(items), true);
	};
	return (index: number, json: IDataObject, lacking: () => Lacking): boolean => {
		if (own.some((path) => isBlank(fieldAt(json, path)))) return true;
		if (!isField && others.length) {
			const values = evaluated(`[${others.join(', ')}]`, index);
			if (!Array.isArray(values) || values.some(isBlank)) return true;
		}
		if (nodes.length && (elsewhere ??= lacksElsewhere())) return true;
		return lacks(lacking());
	};
}
