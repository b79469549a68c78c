import { isGiven, visibleIn } from '../values/given';
import { defaultsOf } from './code';
import {
	cellErrorsIn,
	hasWordForNothing,
	isMeant,
	isWordForNothing,
	type Piece,
	wordsForNothing,
} from './pieces';
import { asksAbout, isConverted, isStated } from './thoughtOf';
import type { Blank, Worlds } from './worlds/worlds';
import { FAILED, HOLE, HOLE_OF_NULL, LONG_MARK, MARK } from './worlds/helpers';

/** The words for nothing that the code made: neither has its data, nor are they put together from the data's letters. */
export function wordsMade({ same, wordless, lettered, mayHold }: Worlds): string[] {
	// Code may fail without the words, as it reads JSON in which null is one: that excuses no word.
	const made = mayHold ? [] : wordsForNothing(wordless === FAILED ? same : wordless);
	// Where the letters led the code elsewhere, they tell nothing.
	if (lettered.replaceAll('ŋ', 'n').replaceAll('Ŋ', 'N') !== same) return made;
	return made.filter((word) => wordsForNothing(lettered).includes(word));
}

/** Whether a cell's error of the data goes in, or an object as a text, also if code has changed it. */
export const hasOddData = ({ same, erred, again, hasObject }: Worlds): boolean =>
	hasObject || (same === again ? same !== erred : cellErrorsIn(same) > 0);

/** Whether what code gives has a word for nothing, a cell's error, or an object. */
export const lacksWords = (worlds: Worlds): boolean =>
	wordsMade(worlds).length > 0 || isWordForNothing(worlds.same) || hasOddData(worlds);

/** Whether a text is another one now, without any change of data. */
export const changesByItself = ({ same, again }: Worlds): boolean => same !== again;

/** Letters and digits of these: without a part, the signs around it may be gone too. */
const lettersOf = (text: string) => visibleIn(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The text of a piece with a mark where a field's value stands as it is; undefined where nobody sees it. */
export function withMark({ marked, year, nextYear, spaced }: Blank): string | undefined {
	if (marked.includes(MARK)) return marked;
	const end = year.split('').findIndex((sign, at) => sign !== nextYear[at]) + 1;
	const start = end - '2017'.length;
	if (year.slice(0, end).endsWith('2017')) return year.slice(0, start) + MARK + year.slice(end);
	return spaced.includes('\u2003') ? spaced.replaceAll('\u2003', MARK) : undefined;
}

/** A text without quotation marks, which JSON has around texts alone. */
const bare = (text: string) => text.replace(/\\?"|%22/g, '');

/** Whether code counts with the field's value, and doesn't put it into a text as it is. */
const isCounted = ({ year, counted }: Blank): boolean =>
	bare(counted) !== bare(year) && ![year, counted].includes(FAILED);

/** Whether code fills up the field's value with what can be seen, for example with zeros. */
function isFilledUp({ same }: Worlds, { marked, spaced, filled }: Blank): boolean {
	const [all, rest] = [visibleIn(same), visibleIn(marked.replaceAll(MARK, ''))];
	// It keeps the end, for example the last six digits behind zeros.
	const before = all.slice(0, -rest.length);
	if (marked.includes(MARK) && rest && all.endsWith(rest) && /^[^\p{L}1-9]+$/u.test(before))
		return true;
	if (!filled.includes(LONG_MARK)) return false;
	const short = spaced.replaceAll(HOLE, '').replaceAll(HOLE_OF_NULL, '');
	const others = [
		...(marked.includes(MARK) ? [marked.replaceAll(MARK, '')] : []),
		...(short.includes('\u2003') ? [short] : []),
	];
	return others.some((one) => visibleIn(one) !== visibleIn(filled.replaceAll(MARK, '')));
}

/** Whether a text has a blank place where the field's value would stand. */
export function isLeftOut({ same }: Worlds, blank: Blank): boolean {
	const seen = visibleIn(same);
	const rest = withMark(blank)?.replaceAll(MARK, '');
	const isRest =
		rest !== undefined &&
		visibleIn(rest).length >= seen.length &&
		lettersOf(rest) === lettersOf(same);
	const isSpace = blank.spaced.includes('\u2003') && visibleIn(blank.spaced) === seen;
	return isRest || isSpace || hasBlankPlace(same, blank.marked.split(MARK));
}

/** Whether nothing stands at one of several places of a field, beside a default at another. */
function hasBlankPlace(text: string, [first, ...others]: string[]): boolean {
	if (others.length < 2 || !text.startsWith(first)) return false;
	let at = first.length;
	return others.some((next, place) => {
		const isLast = place === others.length - 1;
		const found = isLast ? text.length - next.length : next && text.indexOf(next, at);
		if (found === '' || found < at || !text.startsWith(next, found)) return false;
		const isHole = !visibleIn(text.slice(at, found));
		at = found + next.length;
		return isHole;
	});
}

/** Whether a text is left of another one by leaving out signs of it. */
function isLeftOf(rest: string, full: string): boolean {
	let at = 0;
	for (const sign of full) if (sign === rest[at]) at += 1;
	return at === rest.length && rest.length < full.length;
}

/** A condition in code, in whichever way. */
const CONDITION = /\bif\s*\(|&&|\?(?!\.\D)/;

/** Whether code leaves out a blank field, and more with it than its value, such as the signs around it. */
function leavesNoTrace({ shown }: Worlds, blank: Blank): boolean {
	const { year, counted } = blank;
	const full = withMark(blank) ?? [counted, year].find((text) => text !== FAILED);
	if (shown === FAILED || full === undefined || !isLeftOf(shown, full)) return false;
	// Its value is a mark, or has only digits.
	const [all, left] = [full, shown].map((text) => text.replaceAll(MARK, '').replace(/\d/g, ''));
	return all.length > left.length;
}

/** Whether code leaves it out by a condition: the user has thought of it. */
export const isLeftByWish = (code: string, worlds: Worlds, blank: Blank): boolean =>
	CONDITION.test(code) && asksAbout(code, blank.names) && leavesNoTrace(worlds, blank);

/** Whether code makes something of a blank field that nobody wants there, or leaves it out. */
function isMissing(code: string, worlds: Worlds, blank: Blank) {
	const { marked, none, nothing, empty } = blank;
	const { shown } = worlds;
	const isShown = marked.includes(MARK);
	const isThoughtOf = asksAbout(code, blank.names);
	const isSaid = isStated(code, worlds, withMark(blank));
	const hasDefault = isSaid || (isThoughtOf && defaultsOf(code, true).isGiven);
	const isFull = !hasDefault && isFilledUp(worlds, blank);
	const isOut = isLeftOut(worlds, blank);
	/** Whether the code makes no difference between the ways in which a field can be blank: the user has thought of it. */
	const isExpected = (): boolean => {
		const isNamed = hasDefault || hasWordForNothing(code);
		const isAsked = isShown || isNamed || /\.(?:filter|find)\s*\(/.test(code);
		if (isFull) return false;
		if (isLeftByWish(code, worlds, blank)) return true;
		if ([none, nothing].includes(FAILED))
			return (isThoughtOf && defaultsOf(code).isBlank) || (isAsked && !isOut);
		if (isOut && nothing !== empty) return false;
		// It says something of a field that isn't there alone.
		const isOfNone = !isOut && isNamed && none !== nothing && none === shown;
		if (isOfNone && !hasWordForNothing(none)) return true;
		return isAsked && none === nothing && visibleIn(none) === visibleIn(shown);
	};
	/** Whether something else stands in its place that is no default. */
	const isOther = (): boolean =>
		!isShown ||
		isCounted(blank) ||
		isFull ||
		(shown !== empty && !hasDefault && !hasWordForNothing(code));
	if (!isSaid && isConverted(code, worlds, blank, withMark(blank))) return true;
	return (isOut || isOther()) && !isExpected();
}

/** The blank fields that a piece lacks: of others stands in their place what the user wants there. */
export function missingIn(code: string, worlds: Worlds): Blank[] {
	if (changesByItself(worlds)) return [];
	return worlds.blanks.filter((blank) => isMissing(code, worlds, blank));
}

/** Whether a piece takes an empty part of a text, and doesn't say that it may be empty. */
export const hasEmptyPart = (code: string, { hasHole }: Worlds): boolean =>
	hasHole && !defaultsOf(code, true).isBlank;

/** In JSON, a blank text stands in quotation marks: it says so. */
const isJson = (text: string): boolean => /^\s*(?:\{[^]*\}|\[[^]*\])\s*$/.test(text);

/** Whether a piece has a trace of nothing, such as a blank place, a price of 0.00, a day in 1970, or the letters of a cell's error. */
export const showsNothing = (code: string, worlds: Worlds): boolean =>
	hasOddData(worlds) ||
	missingIn(code, worlds).some(
		(blank) => !isLeftOut(worlds, blank) || !(leavesNoTrace(worlds, blank) || isJson(worlds.same)),
	);

/** A text with a mark in place of each entry of its lists that is nothing; undefined without one. */
export function holesIn({ shown }: Worlds): string | undefined {
	const marked = shown.replaceAll(HOLE, MARK).replaceAll(HOLE_OF_NULL, MARK);
	return marked === shown || marked === MARK ? undefined : marked;
}

/** Whether a piece that is blank may be so: its code says so, also of entries; a list is blank if each entry is left out. */
export function mayBeBlank(piece: Piece, value: unknown, worlds?: Worlds, isList = false): boolean {
	if (isMeant(piece, value)) return true;
	if (typeof value !== 'string' || !worlds?.blanks.length || changesByItself(worlds)) return false;
	if (!isList && !defaultsOf(piece.code, true).isBlank) return false;
	return worlds.blanks.every(({ none, nothing, empty }) => ![none, nothing, empty].some(isGiven));
}
