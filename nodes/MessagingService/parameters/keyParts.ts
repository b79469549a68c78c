import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	fieldAt,
	hasCellError,
	hasDefault,
	hasWordForNothing,
	isBlank,
	isRounded,
	isWordForNothing,
	longNumbersIn,
	piecesOf,
	standsForNothing,
} from './pieces';
import { ALL_WORLDS, inWorlds, MARK, type Worlds } from './worlds';

/** The lack of a piece of a key for an item: a value, words other than those for nothing, or its last digits. */
type Lack = 'value' | 'words' | 'digits' | undefined;

/** Judges the pieces of a key, which has to be another one for each message. */
export function keyParts(context: IExecuteFunctions, entered: unknown) {
	const pieces = piecesOf(entered);
	const codes = pieces.map(({ code }) => code);
	const worldsOf = inWorlds(context, codes, ...ALL_WORLDS);
	return (index: number, json: IDataObject, text: string) => {
		const found = pieces.every(({ path }) => path) ? undefined : worldsOf(index);
		const isKnown = found?.every(({ same }) => text.includes(same));
		// Where n8n can't evaluate that, a word or a number that may be wrong is refused.
		const unknown = Object.fromEntries(ALL_WORLDS.map((name) => [name, text])) as Worlds;
		return pieces.map(({ path, source, code }, at) => ({
			piece: source,
			lacks: path
				? fieldLacks(fieldAt(json, path))
				: codeLacks(code, isKnown ? found![at] : unknown),
		}));
	};
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

function codeLacks(code: string, worlds: Worlds): Lack {
	const { same, wordless, computed, filled, renumbered, other } = worlds;
	if (isBlank(same)) return 'value';
	const hadError = hasCellError(same) && !hasCellError(computed);
	if (hasWordForNothing(wordless) || isWordForNothing(same) || hadError) return 'words';
	const isLeftOut = filled.includes(MARK) && lettersOf(filled) === lettersOf(same);
	// A default may leave a part out where the others still tell messages apart.
	if (isLeftOut && (!hasDefault(code) || other === same)) return 'value';
	if (renumbered !== same) return 'digits';
	// A long number that another last digit doesn't change was rounded, unless the code has it.
	const isRound = (number: string) => other.includes(number) && !code.includes(number);
	return longNumbersIn(same).some(isRound) ? 'digits' : undefined;
}
