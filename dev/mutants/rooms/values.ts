import { inSource } from '../mistake.ts';

export const values = [
	...inSource('values/phoneNumbers.ts', 'values/phoneNumbers', [
		['A number has 15 digits at most.', 'isDate || !/^\\d{7,[-15-]{+16+}}$/'],
		[
			'A (0) behind the country code is refused.',
			"if ([-HAS_ZERO_IN_BRACKETS.test(text)-]{+text === '(0)'+}) {\n\t\treturn refused(",
		],
		['A number that begins with 0 has no country code.', "if (digits.startsWith('[-0-]{+00+}')) {"],
		[
			'A number with the country code 1 has ten more digits.',
			'/^1[2-9]\\d{{+8,+}9}$/.test(digits)',
		],
		[
			'A character that turns digits around is refused.',
			"test(given) && [-BIDI_CONTROL.test(given.replace(SEPARATORS, ''))-]{+!given+}) {",
		],
		[
			'A number with 00 stays international.',
			"/^\\d{1,20}$/.test(digits)[- && !digits.startsWith('00')-]",
		],
	]),
	...inSource('values/phoneNumbers.ts', 'values/phoneNumbers', [
		['A date is no phone number.', 'if ([-DATE.test(text) || -]endsInBrackets(text)) return true;'],
		[
			'A number that a spreadsheet rounded is refused.',
			"> 0) return [-undefined-]{+(first + decimals).padEnd(Number(exponent) + 1, '0')+};",
		],
	]),
	...inSource('values/countries/nationalNumber.ts', [
		['A number that may be two is refused.', 'if ([-!others.length-]{+meant+}) return meant;'],
		[
			'A number that is mobile with the country code and no mobile without it has its country code.',
			' country)[- && !national.some((one) => isMobile(one, country))-]) return [number];',
		],
	]),
	...inSource('values/countries/country.ts', 'answers/suppressionList, values/phoneNumbers', [
		[
			'A listed number with its country code and a prefix has an ending without it.',
			'[-...behindCode.map((rest) => code + rest), -]',
		],
	]),
	...inSource('values/time.ts', 'values/time', [
		[
			'A number too small for ms counts as seconds.',
			'[-isPossible(value) ? value : value * 1000-]{+value+}',
		],
		[
			'A day that does not exist is refused.',
			'isPossible(time.toMillis())[- && isOnDayOf(value, time)-]',
		],
	]),
	...inSource('values/readers.ts', 'values/readers, values/time', [
		[
			'A subject with a line break could add a header to an email.',
			'if (!/[\\[-p{Cc}\\-]u2028\\u2029]/u.test(text)) return;',
		],
		[
			'A campaign in the past would start at once, so its time is refused.',
			'Date.parse(String(time)) > [-Date.now() - DAY_MS-]{+0+}',
		],
		[
			"From comes before the account's sender.",
			'{+options.senderId ?? +}optionalText(value, name)?.trim()[- ?? options.senderId-]',
		],
		[
			'A number that a list has twice gets one message.',
			'return [-[...new Set(numbers)]-]{+numbers+};',
		],
		[
			'A list or an object is no text.',
			"if ([-typeof value === 'object'-]{+Array.isArray(value)+}) {",
		],
	]),
	...inSource('values/emailAddresses.ts', [
		[
			'An address with a line break is refused.',
			'\t[-refuseControls(text, name);\n\t-]if (MAILBOX',
		],
	]),
	...inSource('values/recipients.ts', [
		['Those in cc and bcc are recipients too.', '|[-cc|bcc|-]'],
	]),
	...inSource('values/given.ts', 'values/readers, values/recipients, answers/outcomes', [
		['An ID may be a number.', "(name) => ['string'[-, 'number'-]].includes("],
	]),
];
