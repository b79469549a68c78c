import { inSource } from '../../mistake.ts';

export const forms = [
	...inSource('resources/suppression/add.ts', 'run/repeat, resources/alike, run/execute', [
		[
			'Suppression Add may be repeated: somebody must not get messages.',
			"effect: '[-set-]{+change+}',",
		],
	]),
	...inSource('resources/email/send.ts', 'resources/messages', [
		[
			'An email has a text.',
			'if ([-text !== undefined || html !== undefined-]{+request+}) return request;',
		],
		['A subject is on one line.', 'subject: [-lineOfText-]{+requiredText+},'],
	]),
	...inSource('fields/requestFields.ts', 'options', [
		['People find an option by what they look for.', "onceKey: '[-Never Send Twice-]{+Safe+}',"],
	]),
	...inSource(
		'fields/common.ts',
		'fields/fields, fields/group, MessagingService.node, resources/alike',
		[
			['The example of a JSON body can be sent to nobody.', "default: '[-fields-]{+json+}',"],
			[
				"Options that don't apply to a JSON body aren't shown beside it.",
				"show: { '/specifyBody': ['fields'{+, 'json'+}] }",
			],
		],
	),
	...inSource(
		'fields/group.ts',
		'fields/group, fields/fields, parameters/expressions, MessagingService.node',
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
			"onceKey: { [-values: { -]key: expr('order {{ $json.Number }}') }[- }-],",
		],
		[
			'A message has arrived when all its parts have.',
			'json.messageId === $json.messageId).json.part[-s-] ?',
		],
	]),
	...inSource('hints.ts', [
		[
			'The hint advises Simplify Text only where that makes the text GSM-7.',
			'!(${IS_SIMPLIFIED}) && [-${IS_SIMPLE} && -]!${IS_GSM7}',
		],
	]),
];
