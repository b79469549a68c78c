import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { asText, isGiven } from '../values/given';
import { splitAddresses } from '../values/emailAddresses';
import { shortened, shownName } from '../values/words';
import { type Lack, lackOf } from './keyLack';
import { hasEmptyPart, hasOddData, mayBeBlank, missingIn, withMark, wordsMade } from './parts';
import {
	chunksOf,
	fieldAt,
	isBlank,
	isRounded,
	isWordForNothing,
	longNumbersIn,
	mayLackValue,
	type Piece,
	piecesOf,
	standsForNothing,
} from './pieces';
import { inKeyWorlds, inWorlds, type KeyWorlds } from './worlds/worlds';
import { FAILED, MARK } from './worlds/helpers';

/** The text of code for an item; an empty one where n8n can't evaluate it. */
function textOf(context: IExecuteFunctions, { source }: Piece, index: number): string {
	try {
		return asText(context.evaluateExpression(source, index));
	} catch {
		return '';
	}
}

/** Judges the pieces of a key, which has to be another one for each message. */
export function keyParts(context: IExecuteFunctions, entered: unknown) {
	const pieces = piecesOf(entered);
	const isPlain = pieces.every(({ path }) => path);
	const worldsOf = inKeyWorlds(context, pieces);
	return (index: number, json: IDataObject, text: string) => {
		const found = isPlain ? undefined : worldsOf(index, text);
		const lackAt = (piece: Piece, worlds?: KeyWorlds): Lack => {
			if (piece.path) return fieldLacks(fieldAt(json, piece.path));
			if (worlds && worlds.same !== FAILED) return lackOf(piece.code, worlds, json);
			return textLacks(textOf(context, piece, index));
		};
		return pieces.map((piece, at) => ({
			piece: piece.source,
			lacks: lackAt(piece, found?.[at]),
		}));
	};
}

/**
 * The first piece without a value of what is another one without it, such as a number, an ID, or an hour; undefined if
 * each has one. An entry of a list may be missing as a whole.
 */
export function missingPart(context: IExecuteFunctions, entered: unknown, isList: boolean) {
	const pieces = piecesOf(entered);
	const isOfTool = isTool(context.getNode());
	const worldsOf = inWorlds(context, pieces);
	const isPlain = !isOfTool && pieces.every(({ path }) => path);
	return (index: number, json: IDataObject, text: string): string | undefined => {
		const found = isPlain ? undefined : worldsOf(index, text);
		const odd = found?.findIndex(
			(worlds, at) =>
				wordsMade(worlds).length > 0 ||
				hasOddData(worlds) ||
				hasEmptyPart(pieces[at].code, worlds) ||
				missingIn(pieces[at].code, worlds).some((blank) => withMark(blank) === undefined),
		);
		if (odd !== undefined && odd >= 0) return pieces[odd].source;
		/** A sign for each piece, or a mark if it is blank and may not be so. */
		const signs = pieces.map((piece, at): string => {
			if (piece.path && !isOfTool) return isBlank(fieldAt(json, piece.path)) ? MARK : 'x';
			const worlds = found?.[at];
			const same = worlds?.same ?? textOf(context, piece, index);
			const given = same === FAILED ? '' : same;
			if (!isBlank(given)) return 'x';
			return mayBeBlank(piece, given, worlds) || mayBeBlank(piece, undefined) ? '' : MARK;
		});
		/** The texts of a piece with a mark in place of each part that it lacks. */
		const marksOf = (at: number): string[] => {
			const worlds = found?.[at];
			if (signs[at] !== 'x' || !worlds || (pieces[at].path && !isOfTool)) return [];
			return missingIn(pieces[at].code, worlds).flatMap((blank) => withMark(blank) ?? []);
		};
		const isBroken = (all: string[]): boolean => {
			let at = 0;
			const whole = chunksOf(entered).map(({ type, text }) => (type === 'text' ? text : all[at++]));
			const entries = isList ? entriesOf(whole.join('')) : [whole.join('')];
			// The name before an email address may be blank.
			const exact = entries.map((one) => /<([^<>]*)>/.exec(one)?.[1] ?? one);
			return exact.some((one) => one.includes(MARK) && isGiven(one.replaceAll(MARK, '')));
		};
		if (isBroken(signs)) return pieces[signs.indexOf(MARK)].source;
		return pieces.find((_, at) => marksOf(at).some((text) => isBroken(signs.with(at, text))))
			?.source;
	};
}

/** The entries of a list of numbers or addresses; within quotes nothing separates them. */
const entriesOf = (text: string): string[] =>
	splitAddresses(text).flatMap((one) => (one.includes('"') ? [one] : one.split(/[;\n]/)));

/** The refusal of such a field. */
export const incomplete = (field: string, piece: string) =>
	new Problem(
		`${field} has a part without a value: ${shortened(piece)}`,
		"Without that part it's another one. Correct the expression. If the part may be blank, say so: {{ $json.part || '' }}.",
	);

/** Refuses an item's ID. @throws Problem if a part of it has no value, or it lost its last digits: nobody has such an ID */
export function idChecker(context: IExecuteFunctions, parameter: string) {
	const node = context.getNode();
	const partsOf = keyParts(context, node.parameters[parameter]);
	const missingIn = missingPart(context, node.parameters[parameter], false);
	return (index: number, json: IDataObject, given: unknown): void => {
		const text = asText(given);
		// In a tool of an AI agent `$json` is not what the tool is called with.
		const mayLack = !isTool(node) && (mayLackValue(text) || longNumbersIn(text).length > 0);
		const part = mayLack && partsOf(index, json, text).find(({ lacks }) => lacks);
		const missing = part ? undefined : missingIn(index, json, text);
		if (missing) throw incomplete(shownName(parameter), missing);
		if (!part) return;
		const advice = `${shortened(part.piece)} has no such value in this item. Use the ID from the output of an earlier node.`;
		throw new Problem(`${shownName(parameter)} isn't an ID: ${shortened(text)}`, advice);
	};
}

/** Where n8n can't evaluate it again, a word or a number that may be wrong is refused. */
function textLacks(text: string): Lack {
	if (isBlank(text)) return 'value';
	if (mayLackValue(text)) return 'words';
	return longNumbersIn(text).length ? 'digits' : undefined;
}

function fieldLacks(value: unknown): Lack {
	if (Array.isArray(value) && value.length) {
		return value.map(fieldLacks).find((lack) => lack !== undefined);
	}
	if (isBlank(value)) return 'value';
	if (isRounded(value)) return 'digits';
	const isWord = typeof value === 'string' && isWordForNothing(value);
	return isWord || standsForNothing(value) ? 'words' : undefined;
}
