import { asText, isGiven } from '../values/words';

/** The words that JavaScript and n8n write where there is no value, however a text was changed since. */
const WORDS = /undefined|null|infinity|∞|invalid[\W\d_]*date|object[\W\d_]*object|\[object /i;
const NAN = /NaN|NAN|\bnan\b/;

/** The beginning of what JavaScript writes into a text for an object. */
export const OBJECT = '[object ';

/** Errors that a spreadsheet writes into a cell, also as they stand in a link. */
const CELL_ERRORS =
	'(?:#|%23)(?:N(?:/|%2F)A|DIV(?:/|%2F)0!|NAME(?:\\?|%3F)|(?:REF|VALUE|ERROR|NULL|NUM|SPILL|CALC)!)';
export const CELL_ERROR = new RegExp(`^\\s*${CELL_ERRORS}\\s*$`);
const HAS_CELL_ERROR = new RegExp(CELL_ERRORS);

/** Whether a text has a word for nothing. It may be a word of the data that the text was made of. */
export const hasWordForNothing = (text: string): boolean => WORDS.test(text) || NAN.test(text);

/** Whether a text is nothing but such a word, or has a character that a program couldn't read. */
export const isWordForNothing = (text: string): boolean =>
	/^\s*(?:undefined|null|NaN|-?Infinity|Invalid Date(?:Time)?)\s*$|\ufffd/.test(text);

export const hasCellError = (text: string): boolean => HAS_CELL_ERROR.test(text);

/** Whether a text may have a part without a value, at a cheap look. */
export const mayLackValue = (text: string): boolean =>
	hasWordForNothing(text) || hasCellError(text);

/** Whether nothing of a value can be seen in a text, as n8n puts it there: of a list, its entries. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length < 2 && value.every(isBlank);
	return typeof value !== 'object' ? !isGiven(value) : value === null;
}

/** Whether a field of the data has a value that stands for a missing one. Words of the data are words. */
export function standsForNothing(value: unknown): boolean {
	if (typeof value === 'string') return CELL_ERROR.test(value);
	if (Array.isArray(value)) return value.some(standsForNothing);
	return value !== undefined && value !== null && hasWordForNothing(String(value as object));
}

/** Whether JavaScript gives other numbers the same digits: beyond 2^53 it gives them to many. */
export function isRounded(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** The numbers in a text that have as many digits. */
export function longNumbersIn(text: string): string[] {
	const all = asText(text).match(/\d{16,}/g) ?? [];
	return all.filter((digits) => isRounded(Number(digits)));
}
