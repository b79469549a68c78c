import { inSource } from '../../mistake.ts';

export const news = [
	...inSource('trigger/whatIsNew.ts', 'trigger/whatIsNew, trigger/poll', [
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
	]),
	...inSource('trigger/triggerSettings.ts', 'trigger/triggerSettings, trigger/poll', [
		['Emit What Is There is the default.', "options.firstPoll ?? '[-emit-]{+startFromNow+}'"],
	]),
	...inSource(
		'trigger/entries.ts',
		'trigger/entries, trigger/poll, trigger/whatIsNew, trigger/readReports',
		[
			[
				'Only Errors lets entries pass that have failed.',
				'!onlyErrors || {+!+}hasFailed(entry, endStates)',
			],
		],
	),
];
