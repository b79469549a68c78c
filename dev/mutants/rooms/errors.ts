import { inSource } from '../mistake.ts';

export const errors = [
	...inSource('errors/withoutKey.ts', 'errors/withoutKey', [
		[
			'The key is found as an address writes it.',
			'[literally, inJson, [-inAddress, inHtml-]{+inHtml+}]',
		],
		[
			'Each key has patterns of its own.',
			'const [-found = known.get(key)-]{+[found] = known.values()+};',
		],
		['The key is out of the names of fields too.', '[-isShort ? name : maskedText(name)-]{+name+}'],
		[
			'A short key is masked only where it stands alone.',
			'text.replace([-isShort ? alone : -]anywhere, MASK)',
		],
		['A key may have signs that mean something in a pattern.', 'return text{+; text+}.replace(/['],
	]),
	...inSource(
		'errors/asProblem.ts',
		'errors/nodeError, errors/asProblem, service/request, run/run',
		[
			[
				'Nobody knows what became of a request that the HTTP client lost.',
				"outcome: [-isHttp ? 'unknown' : -]'refused'",
			],
			[
				'Whoever answers in a strange way may have carried the request out.',
				"origin: 'service', outcome: '[-unknown-]{+refused+}', httpCode",
			],
			[
				'An answer that breaks off was asked for, so its outcome is unknown.',
				"if (trouble[-?.details.outcome === 'unknown'-]) return trouble;",
			],
		],
	),
	...inSource('errors/advice.ts', 'errors/asProblem, errors/advice, run/repeat', [
		[
			'After a time-out nobody knows whether the message is out.',
			"'[-unknown', repeat: 'reads-]{+refused', repeat: 'any+}', byField: { settings: RAISE_TIMEOUT } }",
		],
		[
			'After a connection was closed nobody knows whether the message is out.',
			"',\n\t\t{ outcome: '[-unknown', repeat: 'reads-]{+refused', repeat: 'any+}' }",
		],
		[
			'After a stop nobody knows whether the message is out.',
			"longer than its settings allow.',\n\t\t{ outcome: '[-unknown-]{+refused+}'",
		],
		[
			'The advice says that nothing was sent only where that is certain.',
			"const isUnsent = details?.outcome === '[-refused-]{+unknown+}';",
		],
	]),
	...inSource(
		'errors/nodeError.ts',
		'errors/nodeError, errors/withoutKey, errors/asProblem, run/tool, run/execute',
		[
			[
				'The key is masked before a message is cut.',
				'const said = cut([-withoutKey(problem.message, apiKey)-]{+problem.message+});',
			],
			[
				'A model is told not to call again where the outcome is unknown.',
				"details.outcome === '[-unknown-]{+refused+}' ? TELL_THE_USER : ''",
			],
			[
				'A failed item comes out at the error output.',
				"if (error.node.onError === '[-continueErrorOutput-]{+continueRegularOutput+}') {",
			],
			[
				'Without a credential no item comes out as if it was sent.',
				'if ([-!-]context.continueOnFail()) throw error;',
			],
		],
	),
	...inSource('errors/problem.ts', 'errors/nodeError, errors/advice, run/run', [
		[
			'The advice to do it once more is left out where it may have been carried out.',
			"const order = [-outcome !== 'unknown' && -]again;",
		],
	]),
	...inSource('errors/withoutKey.ts', 'errors/unsendableKey, errors/withoutKey, service/request', [
		['A key with a line break could add a header.', '(?:[[-\\x20-\\x7e-]{+^+}]*[\\x21-\\x7e])?$/'],
		['A key that is too long is refused.', 'apiKey.length > LONGEST_KEY{+ + 1+})'],
	]),
];
