import { inSource } from '../../mistake.ts';

export const news = [
	...inSource(
		'trigger/whatIsNew.ts',
		[
			['A message that has ended comes out once.', 'ends &&[- !wasEnded &&-]'],
			['A message comes out when all of its parts have ended.', 'else if ([-ends && -]!wasEnded'],
			[
				'The first poll of a trigger that starts from now only remembers.',
				'if ([-startsNow || (-]settings.startsFromNow && kept === UNREAD)[-)-] continue;',
			],
			[
				'What the first poll could not read is remembered when it is read.',
				'startsNow[- || (settings.startsFromNow && kept === UNREAD)-]',
			],
			[
				'Only Errors emits messages with a failed entry.',
				'entries.[-some((entry) => isWanted(entry, settings))-]{+length+}',
			],
			[
				'Report Entry Added emits an entry once.',
				'[-isOnce ? before === undefined : -]before !== values',
			],
			[
				'A part that is missing from one answer does not come out again.',
				'prints.push([-...absent, -]',
			],
			[
				'A message with a further part is not done.',
				'kept.endsWith(ENDED)[- && countParts(prints) === countParts(known)-];',
			],
		],
		['nodes/trigger/whatIsNew.test.ts', 'nodes/trigger/poll.test.ts'],
	),
	...inSource(
		'trigger/triggerSettings.ts',
		[['Emit What Is There is the default.', "options.firstPoll ?? '[-emit-]{+startFromNow+}'"]],
		['nodes/trigger/triggerSettings.test.ts', 'nodes/trigger/poll.test.ts'],
	),
	...inSource(
		'trigger/entries.ts',
		[
			[
				'Only Errors lets entries pass that have failed.',
				'!onlyErrors || {+!+}hasFailed(entry, endStates)',
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
