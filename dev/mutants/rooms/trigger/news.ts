import { inSource } from '../../mistake.ts';

export const news = [
	...inSource('trigger/whatIsNew.ts', 'trigger/whatIsNew, trigger/poll', [
		['A message that has ended comes out once.', 'ends[- && !wasEnded-]'],
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
			'An entry is news as often as it stands there more often than before.',
			'same.slice([-counterparts.get(print)?.length ?? 0-]{+counterparts.has(print) ? same.length : 0+})',
		],
		[
			'A part that is missing from one answer does not come out again.',
			'prints: [...current, [-...absent, -]',
		],
		[
			'An entry without a partId that is missing from one answer does not come out again.',
			'...absent[-, ...nameless-]]',
		],
		[
			'Changed entries without a partId are not remembered for ever.',
			'gone.filter(hasNoPart)[-.slice(0, Math.max(0, fewer))-];',
		],
		[
			'A message with a further part is not done.',
			'kept.endsWith(ENDED)[- && countParts(prints) === countParts(known)-];',
		],
	]),
	...inSource('trigger/triggerSettings.ts', 'trigger/triggerSettings, trigger/poll', [
		['Emit What Is There is the default.', "options.firstPoll ?? '[-emit-]{+startFromNow+}'"],
	]),
];
