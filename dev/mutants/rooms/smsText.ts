import { inSource } from '../mistake.ts';

export const smsText = [
	...inSource('smsText/parts.ts', [
		[
			'161 characters in one SMS',
			'A single SMS holds 160 characters of GSM-7.',
			"'GSM-7': { alone: 160, each: 153 }",
			"'GSM-7': { alone: 161, each: 153 }",
		],
		[
			'the euro as one septet',
			'An extension character takes two septets.',
			'(character) => [character, 2] as const',
			'(character) => [character, 1] as const',
		],
		[
			'an extension character that is cut',
			'An extension character stands in one part.',
			'used > 0 && used + size > each',
			'used > 0 && used + 1 > each',
		],
	]),
	...inSource(
		'smsText/simplify.ts',
		[
			[
				'a letter and its accent',
				'A letter and its accent that came as two characters become one.',
				"text.normalize('NFC')",
				'text',
			],
			[
				'a letter without its accent',
				'Letters stay.',
				"text.normalize('NFC')",
				"text.normalize('NFD').replace(/\\p{M}/gu, '')",
			],
		],
		['nodes/smsText/simplify.test.ts'],
	),
	...inSource(
		'smsText/smsText.ts',
		[
			[
				'one part too many',
				'A text may take as many parts as Max Parts says.',
				'if (parts <= maxParts) return;',
				'if (parts <= maxParts + 1) return;',
			],
			[
				'the parts of another text',
				'The text that is sent is the one that is counted.',
				'const text = simplifiedText(requiredText(value, name), options);',
				'const text = requiredText(value, name);',
			],
		],
		['nodes/smsText/smsText.test.ts', 'nodes/limits/withinLimits.test.ts'],
	),
	...inSource('smsText/cost.ts', [
		[
			'one recipient of many',
			'Each recipient of a campaign is paid for.',
			'else cost.amount += parts * price;',
			'else cost.amount = parts * price;',
		],
		[
			'a cost of some',
			'The cost is told only if that of all is known.',
			'if (!count || bodies.length < count) return',
			'if (!count) return',
		],
	]),
];
