import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { asText, isGiven } from '../values/given';
import { shortened, shownName } from '../values/words';
import { defaultsOf } from './code';
import {
	cellErrorsIn,
	chunksOf,
	fieldAt,
	isBlank,
	isMeant,
	isRounded,
	isWordForNothing,
	longNumbersIn,
	mayLackValue,
	piecesOf,
	standsForNothing,
	textsIn,
	wordsForNothing,
} from './pieces';
import {
	ALL_WORLDS,
	FAILED,
	inWorlds,
	LAST_DIGITS,
	MARK,
	wordsMade,
	type Worlds,
	WORLDS_OF_PARTS,
	type WorldsOfParts,
} from './worlds';

/** The lack of a piece of a key for an item: a value, words other than those for nothing, or its last digits. */
type Lack = 'value' | 'words' | 'digits' | undefined;

/** Judges the pieces of a key, which has to be another one for each message. */
export function keyParts(context: IExecuteFunctions, entered: unknown) {
	const pieces = piecesOf(entered);
	const codes = pieces.map(({ code }) => code);
	const worldsOf = inWorlds(context, codes, ALL_WORLDS);
	const lastDigitsOf = inWorlds(context, codes, LAST_DIGITS);
	const textOf = (source: string, index: number) => {
		try {
			return asText(context.evaluateExpression(source, index));
		} catch {
			return '';
		}
	};
	return (index: number, json: IDataObject, text: string) => {
		const found = pieces.every(({ path }) => path)
			? undefined
			: worldsOf(index, wordsForNothing(text));
		const isLong = found?.some(({ same }) => longNumbersIn(same).length);
		const others = isLong ? lastDigitsOf(index, []) : undefined;
		return pieces.map(({ path, source, code }, at) => ({
			piece: source,
			lacks: path
				? fieldLacks(fieldAt(json, path))
				: found && found[at].same !== FAILED
					? codeLacks(code, found[at], json, others && Object.values(others[at]))
					: textLacks(textOf(source, index)),
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
	const codes = pieces.map(({ code }) => code);
	const worldsOf = inWorlds(context, codes, WORLDS_OF_PARTS);
	const isPlain = !isOfTool && pieces.every(({ path }) => path);
	return (index: number, json: IDataObject, text: string): string | undefined => {
		const found = isPlain ? undefined : worldsOf(index, wordsForNothing(text));
		if (!isPlain && !found) return undefined;
		const filled = pieces.map((piece, at) => {
			const { path, code } = piece;
			if (path && !isOfTool) return isBlank(fieldAt(json, path)) ? MARK : 'x';
			const { same } = found![at];
			if (isBlank(same)) return isMeant(piece, same) || isMeant(piece, undefined) ? '' : MARK;
			const { marked, widened } = found![at];
			const isIn = widened === same && isLeftOut({ same, filled: marked });
			return isIn && !defaultsOf(code).isGiven ? marked : 'x';
		});
		const made = found?.findIndex(lacksWords) ?? -1;
		if (made >= 0) return pieces[made].source;
		let at = 0;
		const whole = chunksOf(entered).map(({ type, text }) =>
			type === 'text' ? text : filled[at++],
		);
		const entries = isList ? whole.join('').split(/[,;\n]/) : [whole.join('')];
		// The name before an email address may be blank.
		const exact = entries.map((one) => /<([^<>]*)>/.exec(one)?.[1] ?? one);
		const isBroken = exact.some((one) => one.includes(MARK) && isGiven(one.replaceAll(MARK, '')));
		return isBroken ? pieces[filled.findIndex((one) => one.includes(MARK))].source : undefined;
	};
}

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

/** Letters and digits: without a part, the signs around it may be gone too. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether what code gives has a word for nothing, or a cell's error. */
function lacksWords(worlds: WorldsOfParts): boolean {
	const { same, computed } = worlds;
	const hadError = cellErrorsIn(same) > cellErrorsIn(computed);
	return wordsMade(worlds).length > 0 || isWordForNothing(same) || hadError;
}

/** Whether code leaves a missing part out of its text. */
const isLeftOut = ({ same, filled }: Pick<Worlds, 'same' | 'filled'>) =>
	filled.includes(MARK) && lettersOf(filled) === lettersOf(same);

/** Whether a missing part is nowhere to be seen in what code makes of it, such as a hash or a sum. */
const isLost = ({ same, computed, marked, widened }: WorldsOfParts) =>
	![same, FAILED].includes(marked) &&
	!marked.includes(MARK) &&
	[computed, widened].every((text) => text === same);

/** The names by which code reads the data of items. */
const READS = /\$(?:json|input|node|items|item|thisItem)\b|\$\s*\(/;

function codeLacks(code: string, worlds: Worlds, json: IDataObject, others?: string[]): Lack {
	const { same, renumbered, strange } = worlds;
	if (isBlank(same)) return 'value';
	if (lacksWords(worlds)) return 'words';
	const { isGiven: hasDefault, isBlank: hasBlank, isNothing } = defaultsOf(code);
	// A word of the code for a blank field is the user's wish. Else, what stays the same with other data is empty of it.
	const isConstant = strange === same && READS.test(code) && !/\b(?:true|false)\b/.test(same);
	if (isConstant && (!hasDefault || hasBlank || isNothing)) return 'value';
	// A default may leave a part out where the others still tell messages apart.
	if ((isLeftOut(worlds) || isLost(worlds)) && !hasDefault) return 'value';
	if (renumbered !== same) return 'digits';
	return others && hasLostDigits(worlds, others, json) ? 'digits' : undefined;
}

/** Whether a long number of the data is the same with other last digits: JavaScript has rounded it, and not cut it. */
function hasLostDigits({ same, strange }: Worlds, others: string[], json: IDataObject): boolean {
	const numbers = longNumbersIn(same);
	const inOthers = others.map(longNumbersIn);
	const digitsOf = (text: string) => text.replace(/[,.'’\s]/g, '');
	const data = textsIn(json).map(digitsOf);
	return numbers.some((number, at) => {
		const isOfData = data.some((text) => text.includes(digitsOf(number)));
		if (isOfData || longNumbersIn(strange)[at] === number) return false;
		// With other digits, a date may not exist.
		const forms = inOthers
			.filter(({ length }) => length === numbers.length)
			.map((some) => some[at]);
		return new Set(forms).size < forms.length;
	});
}
