import { inSource } from '../../mistake.ts';

export const resources = [
	...inSource('resources/keepBack.ts', 'limits/withinLimits, resources/alike, onceKey/claims', [
		[
			'What is skipped does not count toward the limits.',
			'before: [[-step, withinLimits-]{+withinLimits, step+}]',
		],
		['Each send keeps to its limits.', 'before: [step[-, withinLimits-]]'],
	]),
	...inSource(
		'resources/sms/send.ts',
		'answers/outcomes, delivery/waitForDelivery, run/run, resources/alike, run/execute, run/repeat',
		[
			['An SMS is accepted only if the answer names it.', "[-answer: 'send-answer',-]"],
			['A send is not repeated where it may be out.', "effect: '[-send-]{+set+}',"],
		],
	),
	...inSource(
		'resources/sms/sendAndWait.ts',
		'ask/sendAndWait, ask/webhook, run/tool, limits/withinLimits, resources/alike',
		[
			['Send and Wait asks one question at a time.', 'if (length [-==-]{+>+}= 1) return;'],
			[
				'An agent that cannot wait asks nothing.',
				"[-getExecuteData().node.name !== context.getNode().name-]{+getNode().name === ''+}",
			],
		],
	),
	...inSource('resources/sms/preview.ts', 'resources/sms/preview', [
		[
			'Preview shows the text as it is sent.',
			"const sent = [-simplifiedText(-]String(given.text ?? '')[-, options)-];",
		],
		[
			'The first item of a number is no duplicate.',
			'[-const isDuplicate = seen.has(read.to);\n\t\t\tif (read.to !== null) seen.add-]{+if (read.to !== null) seen.add(read.to);\n\t\t\tconst isDuplicate = seen.has+}(read',
		],
	]),
	...inSource('resources/sms/summarizeReports.ts', 'resources/sms/summarizeReports', [
		['Items that Send skipped follow unchanged.', "[-typeof skipped === 'string' || -]"],
		["A message's ID may be written in capitals.", 'const key = [-keyOf-]{+String+}(messageId);'],
	]),
	...inSource(
		'resources/sms/getReport.ts',
		'resources/alike, run/execute, delivery/waitForDelivery',
		[['The ID is in the query of a GET.', '[-qs-]{+body+}: request.body }']],
	),
	...inSource('resources/contact/validate.ts', 'resources/contact, run/repeat, run/execute', [
		[
			'A value that the node cannot read may be a number, and is not called invalid.',
			'valid: isNone ? false : [-null-]{+false+},',
		],
		['A check may cost something each time, so it is not repeated.', "effect: '[-check-]{+set+}',"],
	]),
	...inSource(
		'resources/campaign/create.ts',
		'limits/withinLimits, run/repeat, run/run, resources/messages, run/execute',
		[
			['A campaign keeps to Limits.', '[-before: [withinLimits],-]'],
			['A campaign that may have begun is not created again.', "effect: '[-change-]{+set+}',"],
		],
	),
];
