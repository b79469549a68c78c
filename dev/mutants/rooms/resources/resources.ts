import { inSource } from '../../mistake.ts';

const MESSAGES = ['nodes/resources/messages.test.ts', 'nodes/run/execute.test.ts'];
const ALIKE = [
	'nodes/resources/alike.test.ts',
	'nodes/run/execute.test.ts',
	'nodes/run/repeat.test.ts',
];

export const resources = [
	...inSource(
		'resources/keepBack.ts',
		[
			[
				'limits before skipping',
				'What is skipped does not count toward the limits.',
				'before: [step, withinLimits]',
				'before: [withinLimits, step]',
			],
			[
				'no limits',
				'Each send keeps to its limits.',
				'before: [step, withinLimits]',
				'before: [step]',
			],
		],
		[
			'nodes/limits/withinLimits.test.ts',
			'nodes/resources/alike.test.ts',
			'nodes/onceKey/claims.test.ts',
		],
	),
	...inSource(
		'resources/sms/send.ts',
		[
			[
				'the answer of a send as any object',
				'An SMS is accepted only if the answer names it.',
				"answer: 'send-answer',",
				'',
			],
			[
				'a send as a read',
				'A send is not repeated where it may be out.',
				"effect: 'send',",
				"effect: 'set',",
			],
		],
		[
			'nodes/answers/outcomes.test.ts',
			'nodes/delivery/waitForDelivery.test.ts',
			'nodes/run/run.test.ts',
			...ALIKE,
		],
	),
	...inSource(
		'resources/sms/sendAndWait.ts',
		[
			[
				'a question of many items',
				'Send and Wait asks one question at a time.',
				'if (length === 1) return;',
				'if (length >= 1) return;',
			],
			[
				'an agent that cannot wait',
				'An agent that cannot wait asks nothing.',
				'if (context.getExecuteData().node.name !== context.getNode().name) {',
				"if (context.getNode().name === '') {",
			],
		],
		[
			'nodes/ask/sendAndWait.test.ts',
			'nodes/ask/webhook.test.ts',
			'nodes/run/tool.test.ts',
			'nodes/limits/withinLimits.test.ts',
			'nodes/resources/alike.test.ts',
		],
	),
	...inSource(
		'resources/sms/preview.ts',
		[
			[
				'a preview of another text',
				'Preview shows the text as it is sent.',
				"const sent = simplifiedText(String(given.text ?? ''), options);",
				"const sent = String(given.text ?? '');",
			],
			[
				'the first of duplicates',
				'The first item of a number is no duplicate.',
				'const isDuplicate = seen.has(read.to);\n\t\t\tif (read.to !== null) seen.add(read.to);',
				'if (read.to !== null) seen.add(read.to);\n\t\t\tconst isDuplicate = seen.has(read.to);',
			],
		],
		['nodes/resources/sms/preview.test.ts'],
	),
	...inSource(
		'resources/sms/summarizeReports.ts',
		[
			[
				'a skipped item as a message',
				'Items that Send skipped follow unchanged.',
				"typeof skipped === 'string' || ",
				'',
			],
			[
				'one message as two',
				"A message's ID may be written in capitals.",
				'const key = keyOf(messageId);',
				'const key = String(messageId);',
			],
		],
		['nodes/resources/sms/summarizeReports.test.ts'],
	),
	...inSource(
		'resources/sms/getReport.ts',
		[
			[
				'the ID of a GET',
				'The ID is in the query of a GET.',
				'qs: request.body }',
				'body: request.body }',
			],
		],
		[
			'nodes/resources/alike.test.ts',
			'nodes/run/execute.test.ts',
			'nodes/delivery/waitForDelivery.test.ts',
		],
	),
	...inSource(
		'resources/contact/validate.ts',
		[
			[
				'an unclear number as invalid',
				'A number that may be two is an error, and not invalid.',
				'if (!details.isInvalidValue) return phoneNumber(value, name, by);',
				'',
			],
			[
				'a check that is paid twice',
				'A check may cost something each time, so it is not repeated.',
				"effect: 'check',",
				"effect: 'set',",
			],
		],
		['nodes/resources/contact.test.ts', 'nodes/run/repeat.test.ts', 'nodes/run/execute.test.ts'],
	),
	...inSource(
		'resources/campaign/create.ts',
		[
			['a campaign without limits', 'A campaign keeps to Limits.', 'before: [withinLimits],', ''],
			[
				'a campaign twice',
				'A campaign that may have begun is not created again.',
				"effect: 'change',",
				"effect: 'set',",
			],
		],
		[
			'nodes/limits/withinLimits.test.ts',
			'nodes/run/repeat.test.ts',
			'nodes/run/run.test.ts',
			...MESSAGES,
		],
	),
];
