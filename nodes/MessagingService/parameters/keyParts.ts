import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	hasCellError,
	hasWordForNothing,
	isBlank,
	isRounded,
	isWordForNothing,
	longNumbersIn,
	standsForNothing,
} from './nothing';
import { fieldAt, hasDefault, piecesOf } from './pieces';
import { ALL_WORLDS, inWorlds, MARK, type Worlds } from './worlds';

/** A piece of a key, and what it lacks for an item: a value, words other than those for nothing, or its last digits. */
export type KeyPart = { piece: string; lacks?: 'value' | 'words' | 'digits' };

/** Judges the pieces of a key, which has to be another one for each message. */
export function keyParts(
	context: IExecuteFunctions,
	entered: unknown,
): (index: number, json: IDataObject, text: string) => KeyPart[] {
	const pieces = piecesOf(entered);
	const worldsOf = inWorlds(
		context,
		pieces.map(({ code }) => code),
		...ALL_WORLDS,
	);
	return (index, json, text) => {
		const isPlain = pieces.every(({ path }) => path);
		const found = isPlain ? undefined : worldsOf(index);
		const worlds = found?.every(({ same }) => text.includes(same)) ? found : undefined;
		return pieces.map(({ path, ...piece }, at) => ({
			piece: piece.source,
			lacks: path
				? fieldLacks(fieldAt(json, path))
				: worlds
					? codeLacks(piece.code, worlds[at])
					: textLacks(text, json),
		}));
	};
}

type Lack = KeyPart['lacks'];

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
	const { same, wordless, computed, filled, renumbered, retyped, other } = worlds;
	if (isBlank(same)) return 'value';
	const hadError = hasCellError(same) && !hasCellError(computed);
	if (hasWordForNothing(wordless) || isWordForNothing(same) || hadError) return 'words';
	const isLeftOut = filled.includes(MARK) && lettersOf(filled) === lettersOf(same);
	// A default may leave a part out where the others still tell messages apart.
	if (isLeftOut && (!hasDefault(code) || other === same)) return 'value';
	if (renumbered !== same) return 'digits';
	const isComputed =
		retyped === same && longNumbersIn(same).some((number) => !code.includes(number));
	return isComputed ? 'digits' : undefined;
}

/** The same by the whole text, where n8n can't evaluate its code with other data. */
function textLacks(text: string, json: IDataObject): Lack {
	const ofItem = JSON.stringify(json, (_name, one: unknown) => (typeof one === 'number' ? 0 : one));
	if (hasWordForNothing(text) && !hasWordForNothing(ofItem)) return 'words';
	return longNumbersIn(text).some((number) => !ofItem.includes(number)) ? 'digits' : undefined;
}
