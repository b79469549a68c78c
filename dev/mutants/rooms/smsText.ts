import { inSource } from '../mistake.ts';

export const smsText = [
	...inSource('smsText/parts.ts', [
		[
			'A single SMS holds 160 characters of GSM-7.',
			"'GSM-7': { alone: [-160-]{+161+}, each: 153 }",
		],
		[
			'An extension character takes two septets.',
			'(character) => [character, [-2-]{+1+}] as const',
		],
		['An extension character stands in one part.', 'used > 0 && used + [-size-]{+1+} > each'],
	]),
	...inSource('smsText/simplify.ts', 'smsText/simplify', [
		[
			'A letter and its accent that came as two characters become one.',
			"text[-.normalize('NFC')-]",
		],
		['1½ is 1 1/2, and not 11/2.', "text.normalize('NFC')[-.replace(BEFORE_FRACTION, ' ')-]"],
		['Letters stay.', "text.normalize('[-NFC-]{+NFD').replace(/\\p{M}/gu, '+}')"],
	]),
	...inSource('smsText/smsText.ts', 'smsText/smsText, limits/withinLimits', [
		['A text may take as many parts as Max Parts says.', 'if (parts <= most{+ + 1+}) return text;'],
		[
			'The text that is sent is the one that is counted.',
			'const text = [-simplifiedText(-]requiredText(value, name)[-, options)-];',
		],
	]),
	...inSource('smsText/cost.ts', [
		['Each recipient of a campaign is paid for.', 'else cost.amount [-+-]= parts * price;'],
		[
			'The cost is told only if that of all is known.',
			'if (!count[- || bodies.length < count-]) return',
		],
	]),
];
