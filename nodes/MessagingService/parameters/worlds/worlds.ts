import type { IExecuteFunctions } from 'n8n-workflow';

import { type Piece, wordsForNothing } from '../pieces';
import { expressionOf } from './expression';

/**
 * Changes of the texts and numbers `v` that code reads, to know what its text was made of, however the code is spelled; each
 * with what it takes to make a difference: words for nothing in the text, or what is true in the expression.
 */
const WORLDS = {
	same: ['v', 'true'],
	/** No data has the words for nothing that the text has: where one is left, the code made it. */
	wordless: ['typeof v === "string" ? $plain(v) : v', 'words'],
	/** No data has the letter n, which each such word has: one that is left was not put together from the data's letters. */
	lettered: ['v.replace ? v.replace(/n/g, "ŋ").replace(/N/g, "Ŋ") : v', 'words'],
	/** A cell's error is another one, but for those that the code names. */
	erred: [
		'typeof v === "string" && $isCellError(v) && !$isNamed(v) ? (v.includes("#REF") ? "#N/A" : "#REF!") : v',
		'$noted.includes("error")',
	],
	/** Each object has one more field: where that changes the text, the code reads objects whole. */
	widened: ['v', '$goIn'],
	/** Nothing and no value are shown, in joins too. */
	shown: ['v', 'true'],
	/** The same once more: a text that is another one now changes by itself, and tells nothing by that. */
	again: ['v', 'true'],
};

/** Changes by which a key has to be another one. */
const OF_KEYS = {
	/** Numbers that were rounded are others, from the first digit on. */
	renumbered: ['$isRounded(v) ? v * 3 : v', '$noted.includes("rounded")'],
	/** Whether it gives a number, and one that was rounded. */
	kind: ['v', 'true'],
	/** All data is other: a text that stays the same has no part of it. */
	strange: ['$strange(v)', 'true'],
	/** The last digits of all numbers are others: where two of three give the same text, it has lost them. */
	last0: ['$last(v, 0)', '$isLong(found.same)'],
	last1: ['$last(v, 1)', '$isLong(found.same)'],
	last2: ['$last(v, 2)', '$isLong(found.same)'],
	/** The end of long numbers in texts is another one: of two that are neighbors, only rounding makes the same. */
	end0: ['$withEnd(v, "0999999")', '$noted.includes("long")'],
	end1: ['$withEnd(v, "1000000")', '$noted.includes("long")'],
	end2: ['$withEnd(v, "0501357")', '$noted.includes("long")'],
};

/** The text of a piece where a field that is blank has another value. */
export type Blank = {
	/** The field, or fields that go in only together; one that is given, and of which code leaves nothing, behind a tab. */
	names: string[];
	/** `MARK`, a longer one, and two that differ in a digit, the first also as a number. */
	marked: string;
	filled: string;
	year: string;
	nextYear: string;
	counted: string;
	/** Undefined, null, no text, and a blank. */
	none: string;
	nothing: string;
	empty: string;
	spaced: string;
	/** The word `undefined`, as a text. */
	named: string;
};

/** The text of a piece in each world, and for each blank field that goes into it. */
export type Worlds = Record<keyof typeof WORLDS, string> & {
	blanks: Blank[];
	/** Whether an object stands in the text as one, also if code has changed that text. */
	hasObject: boolean;
	/** Whether code takes an empty part of a text, such as what stands behind its last slash. */
	hasHole: boolean;
	/** For a key with a long number, the texts with ten last digits of each field by itself. */
	lasts: string[][];
	/** Whether a list that was too long to change may have the words for nothing that the text has. */
	mayHold: boolean;
};
export type KeyWorlds = Worlds & Record<keyof typeof OF_KEYS, string>;

/** The values that are changed for one evaluation at most, and for all items of a run together. */
const MOST_CHANGED = { once: 16_000, inAll: 3_000_000 };

/** Evaluates pieces' code in all worlds for an item, at once; undefined where n8n can't. The words are those of the text. */
export const inWorlds = (context: IExecuteFunctions, pieces: Piece[]) =>
	evaluated<Worlds>(context, pieces, WORLDS);

/** The same in those of a key, too. */
export const inKeyWorlds = (context: IExecuteFunctions, pieces: Piece[]) =>
	evaluated<KeyWorlds>(context, pieces, { ...WORLDS, ...OF_KEYS });

function evaluated<Found>(
	context: IExecuteFunctions,
	pieces: Piece[],
	worlds: Record<string, string[]>,
) {
	const codes = pieces.map(({ code }) => code);
	const expressions = new Map<string, string>();
	const share = MOST_CHANGED.inAll / context.getInputData().length;
	// A power of two: n8n compiles each expression anew that it hasn't seen.
	const most = Math.min(MOST_CHANGED.once, Math.max(2000, 2 ** Math.floor(Math.log2(share))));
	return (index: number, text: string): Found[] | undefined => {
		try {
			const words = [...new Set(wordsForNothing(text))].sort();
			const key = words.join();
			const expression = expressions.get(key) ?? expressionOf(codes, worlds, words, most);
			expressions.set(key, expression);
			return context.evaluateExpression(expression, index) as unknown as Found[];
		} catch {
			// Nothing that is only looked at may stop what is sent, or was.
			return undefined;
		}
	};
}
