import { inSource } from '../mistake.ts';

export const errors = [
	...inSource(
		'errors/withoutKey.ts',
		[
			[
				'The key is found as an address writes it.',
				'[literally, inJson, [-inAddress, inHtml-]{+inHtml+}]',
			],
			[
				'Each key has patterns of its own.',
				'const [-found = known.get(key)-]{+[found] = known.values()+};',
			],
			[
				'The key is out of the names of fields too.',
				'[-isShort ? name : maskedText(name)-]{+name+}',
			],
			[
				'A short key is masked only where it stands alone.',
				'text.replace([-isShort ? alone : -]anywhere, MASK)',
			],
			['A key may have signs that mean something in a pattern.', 'return text{+; text+}.replace(/['],
		],
		['nodes/errors/withoutKey.test.ts'],
	),
	...inSource(
		'errors/asProblem.ts',
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
		[
			'nodes/errors/nodeError.test.ts',
			'nodes/errors/asProblem.test.ts',
			'nodes/service/request.test.ts',
			'nodes/run/run.test.ts',
		],
	),
	...inSource(
		'errors/advice.ts',
		[
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
		],
		['nodes/errors/asProblem.test.ts', 'nodes/errors/advice.test.ts', 'nodes/run/repeat.test.ts'],
	),
	...inSource(
		'errors/nodeError.ts',
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
		[
			'nodes/errors/nodeError.test.ts',
			'nodes/errors/withoutKey.test.ts',
			'nodes/errors/asProblem.test.ts',
			'nodes/run/tool.test.ts',
			'nodes/run/execute.test.ts',
		],
	),
	...inSource(
		'errors/problem.ts',
		[
			[
				'The advice to do it once more is left out where it may have been carried out.',
				"const order = [-outcome !== 'unknown' && -]again;",
			],
		],
		['nodes/errors/nodeError.test.ts', 'nodes/errors/advice.test.ts', 'nodes/run/run.test.ts'],
	),
];
