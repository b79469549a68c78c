import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { asText } from '../values/given';
import { shortened, shownName } from '../values/words';
import { defaultsOf } from './code';
import {
	cellErrorsIn,
	fieldAt,
	hasWordForNothing,
	isBlank,
	isRounded,
	isWordForNothing,
	longNumbersIn,
	mayLackValue,
	piecesOf,
	standsForNothing,
	textsIn,
	wordsForNothing,
} from './pieces';
import { ALL_WORLDS, FAILED, inWorlds, LAST_DIGITS, MARK, type Worlds } from './worlds';

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

/** Refuses an item's ID. @throws Problem if a part of it has no value, or it lost its last digits: nobody has such an ID */
export function idChecker(context: IExecuteFunctions, parameter: string) {
	const node = context.getNode();
	const partsOf = keyParts(context, node.parameters[parameter]);
	return (index: number, json: IDataObject, given: unknown): void => {
		const text = asText(given);
		// In a tool of an AI agent `$json` is not what the tool is called with.
		if (isTool(node) || !(mayLackValue(text) || longNumbersIn(text).length)) return;
		const part = partsOf(index, json, text).find(({ lacks }) => lacks);
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

/** The names by which code reads the data of items. */
const READS = /\$(?:json|input|node|items|item|thisItem)\b|\$\s*\(/;

function codeLacks(code: string, worlds: Worlds, json: IDataObject, others?: string[]): Lack {
	const { same, wordless, computed, filled, renumbered, strange } = worlds;
	if (isBlank(same)) return 'value';
	const hadError = cellErrorsIn(same) > cellErrorsIn(computed);
	if (hasWordForNothing(wordless) || isWordForNothing(same) || hadError) return 'words';
	const { isGiven: hasDefault, isBlank: hasBlank, isNothing } = defaultsOf(code);
	// A word of the code for a blank field is the user's wish. Else, what stays the same with other data is empty of it.
	const isConstant = strange === same && READS.test(code);
	if (isConstant && (!hasDefault || hasBlank || isNothing)) return 'value';
	// A default may leave a part out where the others still tell messages apart.
	const isLeftOut = filled.includes(MARK) && lettersOf(filled) === lettersOf(same);
	if (isLeftOut && !hasDefault) return 'value';
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
		const forms = inOthers.map((some) => (some.length === numbers.length ? some[at] : ''));
		return new Set(forms).size < forms.length;
	});
}
