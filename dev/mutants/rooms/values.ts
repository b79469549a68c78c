import { inSource } from '../mistake.ts';

export const values = [
	...inSource(
		'values/phoneNumbers.ts',
		[
			[
				'sixteen digits',
				'A number has 15 digits at most.',
				'isDate || !/^\\d{7,15}$/',
				'isDate || !/^\\d{7,16}$/',
			],
			[
				'a date',
				'A date is no phone number.',
				'if (DATE.test(text) || endsInBrackets(text)) return true;',
				'if (endsInBrackets(text)) return true;',
			],
			[
				'the (0) of +49 (0)',
				'A (0) behind the country code is refused.',
				'if (HAS_ZERO_IN_BRACKETS.test(text)) {\n\t\treturn refused(',
				"if (text === '(0)') {\n\t\treturn refused(",
			],
			[
				'no country code',
				'A number that begins with 0 has no country code.',
				"if (digits.startsWith('0')) {",
				"if (digits.startsWith('00')) {",
			],
			[
				'eleven digits of country code 1',
				'A number with the country code 1 has ten more digits.',
				'/^1[2-9]\\d{9}$/.test(digits)',
				'/^1[2-9]\\d{8,9}$/.test(digits)',
			],
			[
				'a text that turns around',
				'A character that turns digits around is refused.',
				"if (BIDI_CONTROL.test(given) && BIDI_CONTROL.test(given.replace(SEPARATORS, ''))) {",
				'if (BIDI_CONTROL.test(given) && !given) {',
			],
			[
				'the default country of international numbers',
				'A number with 00 stays international.',
				"/^\\d{1,20}$/.test(digits) && !digits.startsWith('00')",
				'/^\\d{1,20}$/.test(digits)',
			],
			[
				'a listed date',
				'A date in the suppression list is no number.',
				'&& !DATE_DIGITS.test(digits)\n\t\t?',
				'\n\t\t?',
			],
		],
		['nodes/values/phoneNumbers.test.ts'],
	),
	...inSource(
		'values/words.ts',
		[
			[
				'a rounded number',
				'A number that a spreadsheet rounded is refused.',
				'if (missing > 0) return undefined;',
				"if (missing > 0) return (first + decimals).padEnd(Number(exponent) + 1, '0');",
			],
		],
		['nodes/values/phoneNumbers.test.ts'],
	),
	...inSource('values/countries/nationalNumber.ts', [
		[
			'the first of two meanings',
			'A number that may be two is refused.',
			'if (!others.length) return meant;',
			'if (meant) return meant;',
		],
		[
			'a landline with its country code',
			'A number that is mobile with the country code and no mobile without it has its country code.',
			'if (isMobile(number, country) && !national.some((one) => isMobile(one, country))) return [number];',
			'if (isMobile(number, country)) return [number];',
		],
	]),
	...inSource(
		'values/countries/country.ts',
		[
			[
				'the endings behind a country code',
				'A listed number with its country code and a prefix has an ending without it.',
				'...behindCode.map((rest) => code + rest), ',
				'',
			],
		],
		['nodes/answers/suppressionList.test.ts', 'nodes/values/phoneNumbers.test.ts'],
	),
	...inSource(
		'values/time.ts',
		[
			[
				'seconds as milliseconds',
				'A number too small for ms counts as seconds.',
				'isPossible(value) ? value : value * 1000',
				'value',
			],
			[
				'February 30',
				'A day that does not exist is refused.',
				'isPossible(time.toMillis()) && isOnDayOf(value, time)',
				'isPossible(time.toMillis())',
			],
		],
		['nodes/values/time.test.ts'],
	),
	...inSource('values/readers.ts', [
		[
			'a line break in a subject',
			'A subject with a line break could add a header to an email.',
			'if (!/[\\p{Cc}\\u2028\\u2029]/u.test(text)) return;',
			'if (!/[\\u2028\\u2029]/u.test(text)) return;',
		],
		[
			'a time that has passed',
			'A campaign in the past would start at once, so its time is refused.',
			'Date.parse(String(time)) > Date.now() - DAY_MS',
			'Date.parse(String(time)) > 0',
		],
		[
			"the account's sender first",
			"From comes before the account's sender.",
			'optionalText(value, name) ?? options.senderId',
			'options.senderId ?? optionalText(value, name)',
		],
		[
			'an object as text',
			'A list or an object is no text.',
			"if (typeof value === 'object') {",
			'if (Array.isArray(value)) {',
		],
	]),
	...inSource('values/emailAddresses.ts', [
		[
			'a line break in an address',
			'An address with a line break is refused.',
			'\trefuseControls(text, name);\n\tif (MAILBOX',
			'\tif (MAILBOX',
		],
	]),
	...inSource('values/recipients.ts', [
		['recipients in a copy', 'Those in cc and bcc are recipients too.', '|cc|bcc|', '|'],
	]),
	...inSource(
		'values/words.ts',
		[
			[
				'an ID that is a number',
				'An ID may be a number.',
				"(name) => ['string', 'number'].includes(",
				"(name) => ['string'].includes(",
			],
		],
		[
			'nodes/values/readers.test.ts',
			'nodes/values/recipients.test.ts',
			'nodes/answers/outcomes.test.ts',
		],
	),
];
