import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Hide } from '../errors/nodeError';
import { asText, isObject, listOf } from '../values/given';

/** A lone $fromAI() of texts and numbers, without a default value: the model itself gave its value. */
const OF_MODEL =
	/^=\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\((?:[^()'"`,]|'[^']*'|"[^"]*"|`[^`]*`)*(?:,(?:[^()'"`,]|'[^']*'|"[^"]*"|`[^`]*`)*){0,2}\)\s*\}\}$/i;

/** Digits of any script, and up to three characters between two of them that are neither letters nor digits. */
const NUMBER = /\+?\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd})*/gu;

/** Digits with what people write between those of one number. */
const ONE_NUMBER = /\d[\d ().-]*/g;

/** The last digits of a number, in front of which stands the country code, a national prefix, or nothing. */
const TELLING = 7;

const MASK = '***';

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

/** Hides whom a tool sends to, and may send to, without the model's saying so; undefined without anybody. */
export function readHidden(context: IExecuteFunctions): Hide | undefined {
	const { parameters } = context.getNode();
	const given = (name: string): unknown => {
		try {
			const isOfModel = OF_MODEL.test(String(parameters[name]));
			return isOfModel ? '' : context.getNodeParameter(name, 0, '');
		} catch {
			// The run says so itself.
			return '';
		}
	};
	const { limits, bodyFields } = Object(given('options')) as IDataObject;
	const others = [given('jsonBody'), limits, bodyFields].map(asText);
	const recipients = ['to', 'recipients', 'phoneNumber'].flatMap((name) => listOf(given(name)));
	const texts = [...recipients.map(asText), ...others];
	const pieces = texts.flatMap((text) => text.split(/[\s"'<>,;]+/));
	const addresses = pieces.filter((piece) => piece.includes('@'));
	const numbers = texts.flatMap((text, place) => {
		const found = [NUMBER, ONE_NUMBER].flatMap((pattern) => text.match(pattern) ?? []);
		const least = place < recipients.length ? 4 : TELLING;
		return found.map(digitsOf).filter(({ length }) => length >= least);
	});
	if (!addresses.length && !numbers.length) return undefined;
	const isHidden = (digits: string) =>
		numbers.some((number) =>
			number.length < TELLING
				? digits === number
				: digits.includes(number.slice(-TELLING)) || (digits.length > 4 && number.endsWith(digits)),
		);
	return (text) =>
		addresses
			.reduce((rest, address) => rest.replaceAll(address, MASK), text)
			.replace(NUMBER, (number) => (isHidden(digitsOf(number)) ? MASK : number));
}

/** Hides all numbers of more than three digits, for an answer that is about other people. */
export const withoutNumbers: Hide = (text) =>
	text.replace(NUMBER, (number) => (digitsOf(number).length > 3 ? MASK : number));

/** An item's JSON as the model may see it. */
export function withHidden(json: IDataObject, hide: Hide): IDataObject {
	const shown = JSON.stringify(json, (_name, value: unknown) => {
		if (isObject(value)) {
			return Object.fromEntries(Object.entries(value).map(([name, one]) => [hide(name), one]));
		}
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		const text = hide(String(value));
		if (text === String(value)) return value;
		return text === MASK ? undefined : text;
	});
	return JSON.parse(shown) as IDataObject;
}
