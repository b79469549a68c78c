import type { IDataObject } from 'n8n-workflow';

import { visibleIn } from '../values/given';
import { defaultsOf, readsData } from './code';
import {
	changesByItself,
	hasEmptyPart,
	holesIn,
	isLeftByWish,
	isLeftOut,
	lacksWords,
	missingIn,
	withMark,
} from './parts';
import { isStated } from './thoughtOf';
import { longNumbersIn, textsIn } from './pieces';
import { MARK } from './worlds/helpers';
import type { Blank, KeyWorlds } from './worlds/worlds';

/** The lack of a piece of a key for an item: a value, words other than those for nothing, or its last digits. */
export type Lack = 'value' | 'words' | 'digits' | undefined;

/** The names by which code reads the data of items. */
const READS = /\$(?:json|input|node|items|item|thisItem)\b|\$\s*\(/;

/** A default for a blank field: a word, a number, or the first of a list. */
const DEFAULT = /(?:\|\||\?\?)[\s[]{0,9}(?:'([^']{1,200})'|"([^"]{1,200})"|(\d{1,9}))/g;

/** Whether a text has what code says in the place of a blank field. */
const hasDefault = (code: string, worlds: KeyWorlds) =>
	[...code.matchAll(DEFAULT)].some(([, ...words]) => worlds.same.includes(words.join(''))) ||
	(worlds.blanks.length > 0 &&
		worlds.blanks.every((blank) => isStated(code, worlds, withMark(blank))));

const digitsOf = (text: string) => text.replace(/[,.'’\s]/g, '');

/** Whether a number is written as JavaScript writes numbers. */
const isWrittenByCode = (number = ''): boolean => {
	const digits = digitsOf(number);
	return /e\+/.test(number) || String(Number(digits)) === digits;
};

/** Whether a long number of the text is the same with other last digits of the data: JavaScript has rounded it, and not cut it. */
function hasLostDigits(worlds: KeyWorlds, json: IDataObject): boolean {
	const { same, strange, last0, last1, last2, lasts } = worlds;
	const numbers = longNumbersIn(same);
	if (!numbers.length) return false;
	/** The forms of a number in other worlds; with other digits, a date may not exist. */
	const formsIn = (texts: string[], at: number): string[] =>
		texts.map(longNumbersIn).flatMap((all) => (all.length === numbers.length ? [all[at]] : []));
	const isLost = (forms: string[]): boolean => new Set(forms).size < forms.length;
	const data = textsIn(json).map(digitsOf);
	return numbers.some((number, at) => {
		const isOfData = data.some((text) => text.includes(digitsOf(number)));
		if (isOfData || longNumbersIn(strange)[at] === number) return false;
		const forms = formsIn([last0, last1, last2], at);
		if (isLost(forms)) return true;
		if (Number.isSafeInteger(Number(digitsOf(number)))) return false;
		// One field may have lost its digits in what others made long.
		const isNumber = [number, ...formsIn([strange], at), ...forms].every(isWrittenByCode);
		return isNumber && lasts.some((texts) => isLost(formsIn(texts, at)));
	});
}

/** The lack of code in a key, which has to be another one for each message. */
export function lackOf(code: string, worlds: KeyWorlds, json: IDataObject): Lack {
	const { same, renumbered, strange, blanks } = worlds;
	if (!visibleIn(same)) return readsData(code) ? 'value' : undefined;
	if (lacksWords(worlds)) return 'words';
	if (worlds.kind === 'rounded') return 'digits';
	if (changesByItself(worlds)) return undefined;
	// A count is one also where it's 0, or the same with other data.
	const isNumber = worlds.kind === 'number';
	const byEntry = defaultsOf(code, true);
	// A word of the code for a blank field is the user's wish. Else, what stays the same with other data is empty of it.
	const isConstant = strange === same && READS.test(code) && !/\b(?:true|false)\b/.test(same);
	const isOpen = !byEntry.isGiven || byEntry.isBlank || byEntry.isNothing;
	if (!isNumber && isConstant && isOpen && !hasDefault(code, worlds)) return 'value';
	if (hasEmptyPart(code, worlds) || holesIn(worlds) || missingIn(code, worlds).length)
		return 'value';
	// Only a default may leave out a part, and one for entries nothing beside it.
	const isCut = (blank: Blank) =>
		!isLeftByWish(code, worlds, blank) &&
		(!byEntry.isGiven ||
			visibleIn((withMark(blank) ?? '').replaceAll(MARK, '')) !== visibleIn(same));
	const isByDefault = defaultsOf(code).isGiven;
	if (!isNumber && !isByDefault && blanks.some((blank) => isLeftOut(worlds, blank) && isCut(blank)))
		return 'value';
	const isRoundedText = worlds.end0 === worlds.end1 && worlds.end1 !== worlds.end2;
	return renumbered !== same || isRoundedText || hasLostDigits(worlds, json) ? 'digits' : undefined;
}
