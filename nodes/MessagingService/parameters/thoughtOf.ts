import { isGiven } from '../values/given';
import { fieldsIn, tokensOf } from './code';
import { hasWordForNothing } from './pieces';
import type { Blank, Worlds } from './worlds/worlds';
import { MARK } from './worlds/helpers';

/** Code without its texts, but for those by which it reads a field. */
const bareOf = (code: string): string =>
	tokensOf(code)
		.map(({ kind, text }, at, all) => {
			if (kind === 'code') return text;
			const isName = kind === 'text' && /\[\s*$/.test(all[at - 1]?.text ?? '');
			return isName ? text : kind === 'comment' ? ' ' : "''";
		})
		.join('');

/** Where a part of code ends that began in front of a place, or begins that ends there: at a bracket or a sign around it. */
function partAt(code: string, from: number, step: 1 | -1): string {
	const [opening, closing] = step > 0 ? ['([{', ')]}'] : [')]}', '([{'];
	let depth = 0;
	let at = from;
	for (; code[at] !== undefined; at += step) {
		const sign = code[at];
		if (opening.includes(sign)) depth += 1;
		if (closing.includes(sign)) depth -= 1;
		if (depth < 0) break;
		if (depth > 0) continue;
		const isAssigned = sign === '=' && !/[=!<>]/.test(code[at - 1]) && code[at + 1] !== '=';
		const isAsked = sign === '?' && !/[?.]/.test(code[at + 1]) && code[at - 1] !== '?';
		if (/[,;:]/.test(sign) || isAssigned || isAsked || code.startsWith('=>', at - 1)) break;
	}
	return step > 0
		? code.slice(from, at)
		: code.slice(at + 1, from + 1).replace(/^[^]*\breturn\b/, '');
}

/** The parts by which code decides: in front of `?`, `||`, `??`, and `&&`, and in the brackets of an `if`. */
function partsAsked(code: string): string[] {
	const before = [...code.matchAll(/\|\||&&|\?\??(?!\.\D|\?)(?<!\?\?\?)/g)];
	const inside = [...code.matchAll(/(?<![\w$.])(?:if|\$if\w*)\s*\(/g)];
	return [
		...before.map(({ index }) => partAt(code, index - 1, -1)),
		...inside.map(({ 0: begin, index }) => partAt(code, index + begin.length, 1)),
	];
}

/** A name that stands for itself, or whose method is called, and for no field: for data, or for what a function was given. */
const ALONE =
	/(?<![\w$.])(?!(?:typeof|instanceof|new|true|false|null|undefined|NaN|Number|String|Boolean|Array|Object|Math|Date|DateTime|isNaN)\b)[A-Za-z_]\w*(?![\w$])(?!(?:\s*\??\.\s*\w+)+(?![\w$]|\s*\())/;

/** Ways to say what stands in a blank place that name no field. */
const OF_ALL = /\bcatch\b|[({,]\s*[\w$]+\s*=(?![=>])/;

/**
 * Whether code decides by fields, so that the user has thought of them where they're blank: it asks about one of them, or
 * about something of which nobody can tell what it is.
 */
export function asksAbout(code: string, names: string[]): boolean {
	const bare = bareOf(code);
	if (OF_ALL.test(bare) || names.some((name) => /^\W+$/.test(name))) return true;
	return partsAsked(bare).some((part) => {
		const asked = fieldsIn(part);
		const isNamed = names.some((name) => asked.includes(name.trim()));
		return isNamed || ALONE.test(part.replace(/(['"`]).*?\1/g, ''));
	});
}

/** The texts that code has in quotes. */
const wordsIn = (code: string) =>
	tokensOf(code).flatMap(({ kind, text }) =>
		kind === 'text' && /^(['"]).+\1$/s.test(text) ? [text.slice(1, -1)] : [],
	);

/** Whether a word of the code stands where the field's value would: the user has said what stands there. */
export function isStated(code: string, { same }: Worlds, text: string | undefined): boolean {
	const [before, behind, ...others] = text?.split(MARK) ?? [];
	if (behind === undefined || others.length > 0) return false;
	const isAround = same.startsWith(before) && same.endsWith(behind);
	const word = same.slice(before.length, same.length - behind.length);
	return isAround && isGiven(word) && wordsIn(code).includes(word);
}

/** Whether the text of a blank field is made of the word that JavaScript has for nothing, for example of its first letter. */
const isOfWord = (code: string, { shown }: Worlds, blank: Blank): boolean => {
	const { none, nothing, named, marked } = blank;
	const isWord = named === none && none !== nothing && none !== marked;
	return isWord && [none, nothing].includes(shown) && !hasWordForNothing(code);
};

/** A list that code makes of several values, or of the entries of another one. */
const LIST = /(?:^|[-+(,=:?&|!{};[*%<>~]|\breturn)\s*\[|\.(?:map|flatMap|concat)\s*\(/;

/** Code that may leave out blank entries. */
const LEAVES_OUT = /\.(?:filter|find|findLast|compact)\s*\(/;

/** Whether a field leaves a blank place in a list that JavaScript has turned into a text: between its commas, or alone. */
function isInList(code: string, names: string[], { shown }: Worlds, text?: string): boolean {
	if (text?.replaceAll(MARK, '') !== shown || LEAVES_OUT.test(code)) return false;
	if (asksAbout(code, names)) return names[0] === '[]' && isBesideComma(code, text);
	return LIST.test(bareOf(code)) || isBesideComma(code, text);
}

/** Whether a place stands beside a comma that the code doesn't say. */
function isBesideComma(code: string, text: string): boolean {
	const saysComma = tokensOf(code).some((one) => one.kind === 'text' && one.text.includes(','));
	const places = text.split(MARK);
	const isBeside = places.some(
		(part, at) =>
			(at < places.length - 1 && /(?:,|%2C)$/i.test(part)) || (at > 0 && /^(?:,|%2C)/i.test(part)),
	);
	return isBeside && !saysComma;
}

/** Whether the text of a blank field is what JavaScript makes of nothing, in a text or in a list: nobody has thought of it. */
export const isConverted = (
	code: string,
	worlds: Worlds,
	blank: Blank,
	text: string | undefined,
): boolean => isOfWord(code, worlds, blank) || isInList(code, blank.names, worlds, text);
