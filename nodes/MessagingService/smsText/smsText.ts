import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { numberField, switchField } from '../fields/common';
import { isOn, readNumber } from '../parameters/optionReaders';
import { type ReadValue, requiredText } from '../values/readers';
import { charactersBeyondGsm7, measureSms } from './parts';
import { simplified, simplifyText } from './simplify';

/** A field of Limits. A message cannot have more parts: the number of a part is one byte. */
export const maxParts = numberField('Max Parts', 'maxParts', {
	typeOptions: { minValue: 0, maxValue: 255 },
	hint: '1 to 255 for each message; 0 for no limit',
	description:
		'Max number of SMS parts in one message. If a text takes more, nothing is sent. You pay for each part.',
});

export const simplifyOption = switchField('Simplify Text', 'simplifyText', {
	default: true,
	description:
		"Whether to replace typographic quotes, dashes, ellipses, and spaces with plain ones. Just one of them shortens an SMS from 160 to 70 characters. Letters aren't changed.",
});

export const smsText: ReadValue = (value, name, { options }) => {
	const text = simplifiedText(requiredText(value, name), options);
	const most = readNumber(maxParts, 'limits', options);
	if (!most) return text;
	const { parts, encoding, length } = measureSms(text);
	if (parts <= most) return text;
	throw new Problem(
		`${name} would take ${parts} SMS parts, but 'Max Parts' is ${most}`,
		`It has ${length} characters in ${encoding}. Shorten it, or allow more under Options → Limits.${encoding === 'UCS-2' ? WHY_UCS2 : ''}`,
	);
};

const WHY_UCS2 =
	" Preview shows which characters need UCS-2, whose parts hold fewer, and what 'Simplify Text' has for them.";

export function simplifiedText(text: string, options: IDataObject): string {
	return isOn(options, 'simplifyText') ? simplifyText(text) : text;
}

/** The characters that make a text UCS-2, and what Simplify Text has for them. */
export function ucs2Characters(text: string): IDataObject[] {
	return charactersBeyondGsm7(text).map((character) => ({
		// Half of a character cannot be stored.
		character: /\p{Cs}/u.test(character) ? '' : character,
		codePoint: `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
		simplified: simplified(character) ?? null,
	}));
}
