import { inSource } from '../mistake.ts';

export const smsText = [
	...inSource('smsText/parts.ts', [
		[
			'A single SMS holds 160 characters of GSM-7.',
			"'GSM-7': { alone: 160, each: 153 }",
			"'GSM-7': { alone: 161, each: 153 }",
		],
		[
			'An extension character takes two septets.',
			'(character) => [character, 2] as const',
			'(character) => [character, 1] as const',
		],
		[
			'An extension character stands in one part.',
			'used > 0 && used + size > each',
			'used > 0 && used + 1 > each',
		],
	]),
	...inSource(
		'smsText/simplify.ts',
		[
			[
				'A letter and its accent that came as two characters become one.',
				"text.normalize('NFC')",
				'text',
			],
			['Letters stay.', "text.normalize('NFC')", "text.normalize('NFD').replace(/\\p{M}/gu, '')"],
		],
		['nodes/smsText/simplify.test.ts'],
	),
	...inSource(
		'smsText/smsText.ts',
		[
			[
				'A text may take as many parts as Max Parts says.',
				'if (parts <= maxParts) return;',
				'if (parts <= maxParts + 1) return;',
			],
			[
				'The text that is sent is the one that is counted.',
				'const text = simplifiedText(requiredText(value, name), options);',
				'const text = requiredText(value, name);',
			],
		],
		['nodes/smsText/smsText.test.ts', 'nodes/limits/withinLimits.test.ts'],
	),
	...inSource('smsText/cost.ts', [
		[
			'Each recipient of a campaign is paid for.',
			'else cost.amount += parts * price;',
			'else cost.amount = parts * price;',
		],
		[
			'The cost is told only if that of all is known.',
			'if (!count || bodies.length < count) return',
			'if (!count) return',
			'An earlier try of the same node reads the same items, so none is left out but for a changed workflow.',
		],
	]),
];
