import { inSource } from '../../mistake.ts';

export const news = [
	...inSource(
		'trigger/whatIsNew.ts',
		[
			['A message that has ended comes out once.', 'ends && !wasEnded &&', 'ends &&'],
			[
				'A message comes out when all of its parts have ended.',
				'else if (ends && !wasEnded',
				'else if (!wasEnded',
			],
			[
				'The first poll of a trigger that starts from now only remembers.',
				'if (startsNow || (settings.startsFromNow && kept === UNREAD)) continue;',
				'if (settings.startsFromNow && kept === UNREAD) continue;',
			],
			[
				'What the first poll could not read is remembered when it is read.',
				'startsNow || (settings.startsFromNow && kept === UNREAD)',
				'startsNow',
			],
			[
				'Only Errors emits messages with a failed entry.',
				'entries.some((entry) => isWanted(entry, settings))',
				'entries.length',
			],
			[
				'Report Entry Added emits an entry once.',
				'isOnce ? before === undefined : before !== values',
				'before !== values',
			],
			[
				'A part that is missing from one answer does not come out again.',
				'prints.push(...absent, ',
				'prints.push(',
			],
			[
				'A message with a further part is not done.',
				'kept.endsWith(ENDED) && countParts(prints) === countParts(known);',
				'kept.endsWith(ENDED);',
			],
		],
		['nodes/trigger/whatIsNew.test.ts', 'nodes/trigger/poll.test.ts'],
	),
	...inSource(
		'trigger/triggerSettings.ts',
		[
			[
				'Emit What Is There is the default.',
				"options.firstPoll ?? 'emit'",
				"options.firstPoll ?? 'startFromNow'",
			],
		],
		['nodes/trigger/triggerSettings.test.ts', 'nodes/trigger/poll.test.ts'],
	),
	...inSource(
		'trigger/entries.ts',
		[
			[
				'Only Errors lets entries pass that have failed.',
				'!onlyErrors || hasFailed(entry, endStates)',
				'!onlyErrors || !hasFailed(entry, endStates)',
			],
		],
		[
			'nodes/trigger/entries.test.ts',
			'nodes/trigger/poll.test.ts',
			'nodes/trigger/whatIsNew.test.ts',
			'nodes/trigger/readReports.test.ts',
		],
	),
];
