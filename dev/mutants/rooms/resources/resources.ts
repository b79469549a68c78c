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
				'What is skipped does not count toward the limits.',
				'before: [[-step, withinLimits-]{+withinLimits, step+}]',
			],
			['Each send keeps to its limits.', 'before: [step[-, withinLimits-]]'],
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
			['An SMS is accepted only if the answer names it.', "[-answer: 'send-answer',-]"],
			['A send is not repeated where it may be out.', "effect: '[-send-]{+set+}',"],
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
			['Send and Wait asks one question at a time.', 'if (length [-==-]{+>+}= 1) return;'],
			[
				'An agent that cannot wait asks nothing.',
				"[-getExecuteData().node.name !== context.getNode().name-]{+getNode().name === ''+}",
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
				'Preview shows the text as it is sent.',
				"const sent = [-simplifiedText(-]String(given.text ?? '')[-, options)-];",
			],
			[
				'The first item of a number is no duplicate.',
				'[-const isDuplicate = seen.has(read.to);\n\t\t\tif (read.to !== null) seen.add-]{+if (read.to !== null) seen.add(read.to);\n\t\t\tconst isDuplicate = seen.has+}(read',
			],
		],
		['nodes/resources/sms/preview.test.ts'],
	),
	...inSource(
		'resources/sms/summarizeReports.ts',
		[
			['Items that Send skipped follow unchanged.', "[-typeof skipped === 'string' || -]"],
			["A message's ID may be written in capitals.", 'const key = [-keyOf-]{+String+}(messageId);'],
		],
		['nodes/resources/sms/summarizeReports.test.ts'],
	),
	...inSource(
		'resources/sms/getReport.ts',
		[['The ID is in the query of a GET.', '[-qs-]{+body+}: request.body }']],
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
				'A number that may be two is an error, and not invalid.',
				'[-if (!details.isInvalidValue) return phoneNumber(value, name, by);-]',
			],
			[
				'A check may cost something each time, so it is not repeated.',
				"effect: '[-check-]{+set+}',",
			],
		],
		['nodes/resources/contact.test.ts', 'nodes/run/repeat.test.ts', 'nodes/run/execute.test.ts'],
	),
	...inSource(
		'resources/campaign/create.ts',
		[
			['A campaign keeps to Limits.', '[-before: [withinLimits],-]'],
			['A campaign that may have begun is not created again.', "effect: '[-change-]{+set+}',"],
		],
		[
			'nodes/limits/withinLimits.test.ts',
			'nodes/run/repeat.test.ts',
			'nodes/run/run.test.ts',
			...MESSAGES,
		],
	),
];
