/**
 * A number as spreadsheets write it, 3.7060012345E+10 or 37060012345.0, as plain digits; other text as it is, and
 * undefined for a number that was rounded.
 */
export function spreadsheetNumber(text: string): string | undefined {
	const whole = /^(\+?\d{7,})\.0+$/.exec(text)?.[1];
	if (whole) return whole;

	const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text);
	if (!scientific) return text;
	const [, first, decimals = '', exponent] = scientific;
	const missing = Number(exponent) - decimals.length;
	if (missing > 0) return undefined;
	const beyond = missing < 0 ? decimals.slice(missing) : '';
	return /^0*$/.test(beyond) ? first + decimals.slice(0, Number(exponent)) : text;
}
