import { inSource } from '../../mistake.ts';

export const forms = [
	...inSource(
		'resources/suppression/add.ts',
		[
			[
				'a number that is not suppressed',
				'Suppression Add may be repeated: somebody must not get messages.',
				"effect: 'set',",
				"effect: 'change',",
			],
		],
		['nodes/run/repeat.test.ts', 'nodes/resources/alike.test.ts', 'nodes/run/execute.test.ts'],
	),
	...inSource(
		'resources/email/send.ts',
		[
			[
				'an empty email',
				'An email has a text.',
				'if (text !== undefined || html !== undefined) return request;',
				'if (request) return request;',
			],
			[
				'a subject of two lines',
				'A subject is on one line.',
				'subject: lineOfText,',
				'subject: requiredText,',
			],
		],
		['nodes/resources/messages.test.ts'],
	),
	...inSource(
		'fields/requestFields.ts',
		[
			[
				'send again by default',
				'Nothing is sent again unless the user wants it.',
				"default: 'doNotResend',",
				"default: 'resend',",
			],
		],
		[
			'nodes/fields/fields.test.ts',
			'nodes/run/settings.test.ts',
			'nodes/run/repeat.test.ts',
			'nodes/run/run.test.ts',
		],
	),
	...inSource(
		'fields/common.ts',
		[
			[
				'an example that is sent',
				'The example of a JSON body can be sent to nobody.',
				"default: 'fields',",
				"default: 'json',",
			],
			[
				'options beside a JSON body',
				"Options that don't apply to a JSON body aren't shown beside it.",
				"show: { '/specifyBody': ['fields'] }",
				"show: { '/specifyBody': ['fields', 'json'] }",
			],
		],
		[
			'nodes/fields/fields.test.ts',
			'nodes/fields/group.test.ts',
			'nodes/MessagingService.node.test.ts',
			'nodes/resources/alike.test.ts',
		],
	),
	...inSource(
		'fields/group.ts',
		[
			[
				'an expression for all items',
				'Only fields of an item may be expressions.',
				'? field : { ...field, noDataExpression: true }',
				'? field : { ...field }',
			],
			[
				'an option that no tool can use',
				"Options that can't work in a tool are hidden there.",
				"{ hide: { '@tool': [true] } }",
				"{ hide: { '@tool': [false] } }",
			],
		],
		[
			'nodes/fields/group.test.ts',
			'nodes/fields/fields.test.ts',
			'nodes/parameters/expressions.test.ts',
			'nodes/MessagingService.node.test.ts',
		],
	),
	...inSource('fields/defaultCountry.ts', [
		[
			'a country by default',
			'Nobody gets a country without choosing it.',
			"{ name: '(Choose a Country)', value: '' }",
			"{ name: '(Choose a Country)', value: 'US' }",
		],
	]),
	...inSource('patterns.ts', [
		[
			'a pattern that the node refuses',
			'Patterns use parameters that the node has.',
			"onceKey: { values: { key: expr('order {{ $json.Number }}') } } }",
			"onceKey: { key: expr('order {{ $json.Number }}') } }",
		],
		[
			'a report of some parts for the whole message',
			'A message has arrived when all its parts have.',
			'json.messageId === $json.messageId).json.parts ?',
			'json.messageId === $json.messageId).json.part ?',
		],
	]),
	...inSource('hints.ts', [
		[
			'a hint at 161 characters',
			'The hint says when a text takes a second part.',
			"${SEPTETS} > ${ROOM['GSM-7'].alone}",
			"${SEPTETS} > ${ROOM['UCS-2'].alone}",
		],
	]),
];
