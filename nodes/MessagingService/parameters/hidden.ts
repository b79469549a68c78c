import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Hide } from '../errors/nodeError';
import { asText, listOf } from '../values/words';

/** A lone $fromAI() with no more than texts and numbers: the model itself gave its value. */
const OF_MODEL =
	/^=\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\((?:[^()'"`]|'[^']*'|"[^"]*"|`[^`]*`)*\)\s*\}\}$/i;

/** Pieces of a text that may be numbers, or addresses. */
const PIECE = /\d[\d ().-]+|[^\s\d"'<>,;][^\s"'<>,;]*/g;

const NUMBER = /\+?\d(?:[\d\s().-]*\d)?/g;

/** The last digits of a number, in front of which stands the country code, a national prefix, or nothing. */
const TELLING = 7;

const MASK = '***';

const isAddress = (text: string) => text.includes('@');
const digitsOf = (text: string) => text.replace(/\D/g, '');

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
	const { limits, bodyFields } = (parameters.options ?? {}) as IDataObject;
	const others = [given('jsonBody'), limits, bodyFields]
		.flatMap((one) => asText(one).match(PIECE) ?? [])
		.filter((one) => isAddress(one) || digitsOf(one).length >= TELLING);
	const recipients = ['to', 'recipients', 'phoneNumber'].flatMap((name) => listOf(given(name)));
	const hidden = [...recipients.map(asText), ...others];
	const addresses = hidden.filter(isAddress).map((one) => one.trim());
	const ends = hidden.map((one) => digitsOf(one).slice(-TELLING)).filter((end) => end.length > 3);
	if (!addresses.length && !ends.length) return undefined;
	const isHidden = (digits: string) =>
		ends.some((end) => (end.length < TELLING ? digits === end : digits.includes(end)));
	return (text) =>
		addresses
			.reduce((rest, address) => rest.replaceAll(address, MASK), text)
			.replace(NUMBER, (number) => (isHidden(digitsOf(number)) ? MASK : number));
}

/** An item's JSON as the model may see it. */
export function withHidden(json: IDataObject, hide: Hide): IDataObject {
	const shown = JSON.stringify(json, (_name, value: unknown) => {
		if (typeof value !== 'string' && typeof value !== 'number') return value;
		const text = hide(String(value));
		if (text === String(value)) return value;
		return text === MASK ? undefined : text;
	});
	return JSON.parse(shown) as IDataObject;
}
