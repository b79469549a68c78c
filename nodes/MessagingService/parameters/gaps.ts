import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool, itemsInWords } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { asText, groupedBy, isGiven, visibleIn } from '../values/given';
import { counted, shortened } from '../values/words';
import { enteredIn, type Read } from './body';
import { incomplete, missingPart } from './keyParts';
import { hasOddData, holesIn, mayBeBlank, missingIn, showsNothing, wordsMade } from './parts';
import {
	type Piece,
	fieldAt,
	cellErrorsIn,
	isBlank,
	mayLackValue,
	OBJECT,
	piecesOf,
	standsForNothing,
	textsIn,
	wordsForNothing,
} from './pieces';
import { blankReader, type Lacking, lackingIn } from './readings';
import { inWorlds, type Worlds } from './worlds/worlds';

/** A part of a text that has no value for an item: a piece `{{ … }}`, or what is left in the text that goes out. */
export type Gap = { field: string; piece: string };

/** The characters of a text that can be seen. Between the entries of a list, commas may be gone. */
const withoutCommas = (text: string) => visibleIn(text).replace(/[,;]/g, '');

/** Braces of a template that nobody filled in, and words with a letter that a program couldn't read. */
const leftIn = (text: string): string[] => [
	...(text.match(/\{\{[^{}]*\}\}/g) ?? []),
	...text.split(/\s/).filter((word) => word.includes('\ufffd')),
];

/** Whether a value is an object, or a list with one, that a text shows as [object Object]; a date is shown as one. */
const isShownAsObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && String(value as object).includes(OBJECT);

/** How a text shows a function; n8n doesn't give it as a value. */
const FUNCTION = /\)\s*\{|=>/;

/** Signs that code made something of nothing: a zero, a day in 1970, or a place between two separators or at the end. */
const MADE = /(?<![\d.,:])0(?:[.,]0+)?(?![.,:]?\d)|\b1970\b|[,;]\s*(?:[,;]|$)|\s$/;

/** Finds the gaps in the texts of an item, as they were read. @throws Problem if a piece is an object */
export function gapFinder(context: IExecuteFunctions): (index: number, read: Read) => Gap[] {
	const node = context.getNode();
	const items = context.getInputData();
	const texts = enteredIn(node.parameters).map((text) => {
		const { entered, isList = false, isExact } = text;
		const pieces = piecesOf(entered);
		const hasParts = pieces.some(({ path, isWhole }) => !path || !isWhole);
		return {
			...text,
			pieces: pieces.map((piece) => judge(context, piece, isList)),
			missingIn: isExact && hasParts ? missingPart(context, entered, isList) : undefined,
		};
	});
	return (index, read) => {
		const { json } = items[index];
		let lacking: Lacking | undefined;
		return texts.flatMap(
			({ field, valueIn, pieces, missingIn, isRequired = false, isList = false }) => {
				const sent = valueIn(read);
				const text = asText(sent);
				const missing = text && missingIn?.(index, json, text);
				if (missing) throw incomplete(field, missing);
				// A list goes out without its blank entries.
				const isOdd = isList || mayLackValue(text);
				const mayBeMade = MADE.test(text);
				const shown = FUNCTION.test(text) && pieces.find(({ isFunction }) => isFunction(index));
				if (shown) {
					throw new Problem(
						`${field} has a function in place of words: ${shortened(shown.source)}`,
						'Add its brackets, as in {{ $json.name.trim() }}.',
					);
				}
				const visible = pieces.length ? withoutCommas(text) : '';
				const found = pieces.filter((piece) => {
					const isSure = isRequired && piece.isWhole;
					const mayBeBlank = !isSure && (Array.isArray(sent) || piece.mayBeBlankIn(visible));
					const readsBlank = piece.readsBlank(
						index,
						json,
						mayBeMade,
						() => (lacking ??= lackingIn(json)),
					);
					if (!mayBeBlank && !isOdd && !readsBlank) return false;
					const value = piece.valueOf(index, json);
					// An invalid date is nothing in JSON, too.
					if (isBlank(value) || (!visible && !asText(value))) {
						return mayBeBlank && !piece.mayLack(index, value);
					}
					const made = (isOdd || Array.isArray(value)) && piece.madeOf(index, json, value, text);
					if (made !== OBJECT) return made || (readsBlank && piece.showsNothing(index, value));
					throw new Problem(
						`${field} has an object in place of words: ${shortened(piece.source)}`,
						'Choose one of its fields, as in {{ $json.customer.name }}.',
					);
				});
				const left = /\{\{|\ufffd/.test(text) ? leftIn(text) : [];
				const named = [...found.map(({ source }) => source), ...left.map(shortened)];
				return [...new Set(named)].map((piece) => ({ field, piece }));
			},
		);
	};
}

/** Whether a text has nothing where an entry of a list would stand; several people may be fewer. */
const lacksEntry = (found: Worlds, isList: boolean) => !isList && holesIn(found) !== undefined;

/** Whether nobody stands beside a separator. */
const hasBlankEntry = (text: string): boolean =>
	/[,;\n]/.test(text) && !text.split(/[,;\n]/).every(isGiven);

/** Whether an entry is blank because a part has no value: one that is blank in the data, or for the user, is meant. */
function lacksOne(code: string, json: IDataObject, found?: Worlds): boolean {
	if (!found || !hasBlankEntry(found.same)) return !textsIn(json).some(hasBlankEntry);
	return holesIn(found) !== undefined || missingIn(code, found).length > 0;
}

/** Judges a piece by its value for an item, also one of a text that names several people. */
function judge(context: IExecuteFunctions, piece: Piece, isList = false) {
	const { source, code, around } = piece;
	// In a tool of an AI agent `$json` is not what the tool is called with.
	const path = isTool(context.getNode()) ? undefined : piece.path;
	const worldsOf = path ? undefined : inWorlds(context, [piece]);
	// Simplifying leaves such texts as they are.
	const isSure = /^[ -~\s]*$/.test(around) && !around.includes('\\');
	const between = withoutCommas(around);
	return {
		...piece,
		readsBlank: path ? () => false : blankReader(context, code),
		/** Whether it has a trace of a field that is blank, or nothing in place of one in a list. */
		showsNothing: (index: number, value: unknown): boolean => {
			const found = worldsOf?.(index, asText(value))?.[0];
			return found !== undefined && (showsNothing(code, found) || lacksEntry(found, isList));
		},
		/** Whether it may be blank: where it isn't, the texts around it stand apart. That saves an evaluation. */
		mayBeBlankIn: (visible: string) => !!path || !isSure || visible.includes(between),
		/** Whether it's blank because the user wants it so. */
		mayLack: (index: number, value: unknown) =>
			mayBeBlank(piece, value, worldsOf?.(index, '')?.[0], isList),
		isFunction: (index: number): boolean => {
			try {
				return (
					context.evaluateExpression(`{{ typeof (${code}\n) === "function" }}`, index) === true
				);
			} catch {
				return false;
			}
		},
		valueOf: (index: number, json: IDataObject): unknown => {
			if (path) return fieldAt(json, path);
			try {
				return context.evaluateExpression(source, index);
			} catch {
				// The text itself was read: nothing that is only looked at may stop what is sent, or was.
				return source;
			}
		},
		/** Whether its value has a word for nothing that isn't one of its data, lacks one of several people, or is an object. */
		madeOf: (index: number, json: IDataObject, value: unknown, sent: string) => {
			// A question has the parameters of a tool's call as JSON.
			if (isShownAsObject(value)) return sent.includes(OBJECT) && OBJECT;
			if (path) return standsForNothing(value);
			const text = String(value);
			const mayLackOne = isList && hasBlankEntry(text);
			if (!mayLackOne && !mayLackValue(text)) return false;
			const words = wordsForNothing(text);
			const found = worldsOf?.(index, text)?.[0];
			if (mayLackOne && lacksOne(code, json, found)) return true;
			// Where n8n can't evaluate it again, or to something else, only data that has the word excuses it.
			if (!mayLackValue(found?.same ?? '')) {
				const hasError = cellErrorsIn(text) > 0 && textsIn(json).some(standsForNothing);
				const known = textsIn(json).flatMap(wordsForNothing);
				return hasError || !words.every((word) => known.includes(word));
			}
			if (found!.wordless.includes(OBJECT)) return OBJECT;
			return hasOddData(found!) || wordsMade(found!).some((word) => words.includes(word));
		},
	};
}

/** The gaps of items, e.g. `2 texts have a gap: {{ $json.name }} in 'Text' (items 2 and 4)`, if some have one. */
export function gapsInWords(items: Array<{ index: number; gaps: Gap[] }>): string {
	const { length } = items.filter(({ gaps }) => gaps.length);
	if (!length) return '';
	const all = items.flatMap(({ index, gaps }) => gaps.map((gap) => ({ ...gap, index })));
	const found = groupedBy(all, ({ piece, field }) => `${piece} in ${field}`);
	const named = [...found].map(([gap, of]) => {
		const indexes = of.map(({ index }) => index);
		return `${gap} (${itemsInWords(indexes, 20)})`;
	});
	return `${counted(length, 'text')} ${length === 1 ? 'has' : 'have'} a gap: ${named.join(', ')}`;
}
