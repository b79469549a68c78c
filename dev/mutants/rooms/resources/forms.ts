import { inSource } from '../../mistake.ts';

export const forms = [
	...inSource(
		'resources/suppression/add.ts',
		[
			[
				'Suppression Add may be repeated: somebody must not get messages.',
				"effect: '[-set-]{+change+}',",
			],
		],
		['nodes/run/repeat.test.ts', 'nodes/resources/alike.test.ts', 'nodes/run/execute.test.ts'],
	),
	...inSource(
		'resources/email/send.ts',
		[
			[
				'An email has a text.',
				'if ([-text !== undefined || html !== undefined-]{+request+}) return request;',
			],
			['A subject is on one line.', 'subject: [-lineOfText-]{+requiredText+},'],
		],
		['nodes/resources/messages.test.ts'],
	),
	...inSource(
		'fields/requestFields.ts',
		[['Nothing is sent again unless the user wants it.', "default: '[-doNotResend-]{+resend+}',"]],
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
			['The example of a JSON body can be sent to nobody.', "default: '[-fields-]{+json+}',"],
			[
				"Options that don't apply to a JSON body aren't shown beside it.",
				"show: { '/specifyBody': ['fields'{+, 'json'+}] }",
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
				'Only fields of an item may be expressions.',
				'? field : { ...field[-, noDataExpression: true-] }',
			],
			[
				"Options that can't work in a tool are hidden there.",
				"{ hide: { '@tool': [[-true-]{+false+}] } }",
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
			'Nobody gets a country without choosing it.',
			"{ name: '(Choose a Country)', value: '{+US+}' }",
		],
	]),
	...inSource('patterns.ts', [
		[
			'Patterns use parameters that the node has.',
			"onceKey: { [-values: { -]key: expr('order {{ $json.Number }}') } }[- }-]",
		],
	]),
	...inSource('hints.ts', [
		[
			'The hint says when a text takes a second part.',
			"${SEPTETS} > ${ROOM['[-GSM-7-]{+UCS-2+}'].alone}",
		],
	]),
];
