import { Problem } from '../errors/problem';
import { asText, listOf } from './given';

/** Prices of an SMS part, in millionths of a currency of three letters, or without one. */
export type Prices = NonNullable<ReturnType<typeof readPrices>>;

const UNIT = 1_000_000;

/** A comma before a digit may be a decimal one: +370: 0,04 is no price of 0 and another one of 4. */
const SEPARATORS = /,(?!\d)|[;\n]/;

/** The user's prices, e.g. `0.04 EUR` or `+370: 0.04, +49: 0.09, 0.08 EUR`. @throws Problem if an entry isn't one */
export function readPrices(given: unknown, label: string) {
	const prices = new Map<string, number>();
	let currency = '';
	for (const entry of listOf(given, SEPARATORS)) {
		const text = asText(entry).trim();
		const [, start = '', amount, unit = currency] =
			/^(?:\+([\d ().-]+?) ?: ?)?(\d{1,6}(?:\.\d{1,6})?)(?: ?([A-Za-z]{3}))?$/.exec(text) ?? [];
		const beginning = start.replace(/\D/g, '');
		// Where an expression for the currency found nothing, a blank is left in front of it.
		const isCutOff = /\d[ \t]+$/.test(asText(given));
		const isWrong =
			isCutOff || amount === undefined || (currency && unit.toUpperCase() !== currency);
		if (isWrong || prices.has(beginning) || beginning.startsWith('0')) {
			throw new Problem(
				`${label} has an entry that can't be read: ${text}`,
				'Enter one amount, such as 0.04 EUR, or amounts by beginning of the number, such as +370: 0.04 EUR, +49: 0.09 EUR. Use a decimal point and one currency, and give each beginning once.',
			);
		}
		currency = unit.toUpperCase();
		prices.set(beginning, inMillionths(Number(amount)));
	}
	if (!prices.size) return undefined;
	const longestFirst = [...prices].sort(([one], [other]) => other.length - one.length);
	/** Of a number, as digits with its country code. */
	const priceOf = (number: string) => longestFirst.find(([one]) => number.startsWith(one))?.[1];
	return { currency, priceOf, areFree: longestFirst.every(([, price]) => !price) };
}

export const inMillionths = (amount: number): number => Math.round(amount * UNIT);

export const inUnits = (millionths: number): number => millionths / UNIT;

/** An amount in words, e.g. `4.16 EUR`; below one, or if `isExact`, with more than two decimals if it has them. */
export function inMoney(millionths: number, currency: string, isExact = false): string {
	const amount = inUnits(millionths);
	const maximumFractionDigits = isExact ? 6 : amount < 1 ? 4 : 2;
	const shown = amount.toLocaleString('en-US', {
		...{ minimumFractionDigits: 2, maximumFractionDigits, useGrouping: false },
	});
	return `${shown} ${currency}`.trim();
}
