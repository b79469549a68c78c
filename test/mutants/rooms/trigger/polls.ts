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
				'one poll for good',
				'After a poll the next one runs.',
				'\t\tunderway.delete(trigger);\n',
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
				'a quiet poll is forgotten',
				'Also what a poll without news remembers is kept.',
				'known?.before === before ? known.memory : staticData.memory',
				'staticData.memory',
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
			[
				'the memory of another campaign',
				'Another campaign starts anew.',
				'campaign ? `campaign ${campaign.id}` :',
				"campaign ? 'campaign' :",
			],
		],
		[
			'nodes/trigger/poll.test.ts',
			'nodes/trigger/failures.test.ts',
			'nodes/trigger/campaign.test.ts',
			'nodes/trigger/firstPoll.test.ts',
		],
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
				'endedBy === marksOf(settings) && Object',
				'Object',
			],
			[
				'the order of fields',
				'Fields in another order are no news.',
				'Object.fromEntries(Object.entries(value).sort(byName))',
				'Object.fromEntries(Object.entries(value))',
			],
			[
				'a message named constructor',
				"A message's ID may be a name that every object has.",
				'&& Object.hasOwn(messages, messageId);',
				'&& messageId in messages;',
			],
			[
				'a change of the error code',
				'A new error code is a change.',
				'[state, errorCode, delivered] : [entry]',
				'[state, delivered] : [entry]',
			],
		],
		[
			'nodes/trigger/pollMemory.test.ts',
			'nodes/trigger/whatIsNew.test.ts',
			'nodes/trigger/firstPoll.test.ts',
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
				'a gate that a report keeps',
				'All messages are asked for, 20 at a time.',
				'\t\tgate.leave();\n',
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
			[
				'the last failures alone',
				'Each report that could not be read is told of.',
				'read.failures.push({ about: `message ${messageId}`, problem });',
				'read.failures = [{ about: `message ${messageId}`, problem }];',
			],
		],
		[
			'nodes/trigger/failures.test.ts',
			'nodes/trigger/poll.test.ts',
			'nodes/trigger/campaign.test.ts',
		],
	),
];
