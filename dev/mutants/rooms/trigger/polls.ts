import { inSource } from '../../mistake.ts';

export const polls = [
	...inSource(
		'trigger/poll.ts',
		[
			[
				'two polls at once',
				'Two polls at the same time would emit the same entries.',
				'if (underway.has(trigger)) return null;',
				'',
			],
			[
				'a test that remembers',
				'Fetching a test event changes no memory.',
				'if (isManual) return output(currentEntries(reports, settings));',
				'',
			],
			[
				'a memory that is not kept',
				'What came out once does not come out again.',
				'if (isChanged) staticData.memory = next;',
				'',
			],
			[
				'half of the reports as an error',
				'A poll that could read some reports emits them.',
				'if (failures.length && (isManual || !reports.size)) {',
				'if (failures.length) {',
			],
			[
				'a poll that starts from the beginning',
				'The next poll begins with the messages that this one did not reach.',
				'keep({ ...news.memory, ...(resumeAt && { resumeAt }) }, !news.items.length);',
				'keep(news.memory, !news.items.length);',
			],
		],
		['nodes/trigger/poll.test.ts', 'nodes/trigger/readReports.test.ts'],
	),
	...inSource(
		'trigger/pollMemory.ts',
		[
			[
				'a damaged memory',
				'A memory that somebody changed counts as none.',
				'withoutMarks(text).length % PRINT_LENGTH === 0',
				'true',
			],
			[
				'another source',
				'A memory of another source counts as none.',
				'memory?.source === source ? memory :',
				'memory ? memory :',
			],
			[
				'a message that ended once',
				'A message is asked for until it has ended in two polls.',
				'.endsWith(ENDED + ENDED)',
				'.endsWith(ENDED)',
			],
			[
				'marks of other settings',
				'A message that ended by other settings is asked for again.',
				'endedBy === marksOf(by) && Object',
				'Object',
			],
		],
		[
			'nodes/trigger/pollMemory.test.ts',
			'nodes/trigger/whatIsNew.test.ts',
			'nodes/trigger/poll.test.ts',
		],
	),
	...inSource(
		'trigger/readReports.ts',
		[
			[
				'beyond the budget of a poll',
				'A poll asks for no further report after half of its budget.',
				'|| steadyNow() >= until) {',
				'|| until < 0) {',
			],
			[
				'on with a refused key',
				'After a refused key no other report is asked for.',
				'\t\t\tgate.shut();\n',
				'',
			],
			[
				'messages that have ended',
				'A message that has ended is not asked for any more.',
				'messageIds.filter((messageId) => !isDone(memory, messageId, settings))',
				'messageIds.filter((messageId) => memory || messageId)',
			],
			[
				'the messages before the resumed one',
				'All messages are asked for in turn.',
				'[...open.slice(start), ...open.slice(0, start)]',
				'open.slice(start)',
			],
		],
		['nodes/trigger/readReports.test.ts', 'nodes/trigger/poll.test.ts'],
	),
];
