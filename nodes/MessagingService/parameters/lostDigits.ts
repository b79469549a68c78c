import type { IDataObject } from 'n8n-workflow';

import { longNumbersIn, textsIn } from './pieces';
import type { KeyWorlds } from './worlds';

const digitsOf = (text: string) => text.replace(/[,.'’\s]/g, '');

/** Whether a number has more digits than JavaScript's numbers keep, and is written as it writes those. */
const isWrittenByCode = (number = ''): boolean => {
	const value = Number(digitsOf(number));
	return /e\+/.test(number) || (!Number.isSafeInteger(value) && String(value) === digitsOf(number));
};

/** Whether a long number of the text is the same with other last digits of the data: JavaScript has rounded it, and not cut it. */
export function hasLostDigits(worlds: KeyWorlds, json: IDataObject): boolean {
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
		// One field may have lost its digits in what others made long.
		const isNumber = [number, ...formsIn([strange], at), ...forms].every(isWrittenByCode);
		return isNumber && lasts.some((texts) => isLost(formsIn(texts, at)));
	});
}
