import { inSource } from '../../mistake.ts';

export const polls = [
	...inSource('trigger/poll.ts', 'trigger/poll, trigger/readReports, trigger/entries', [
		[
			'Two polls at the same time would emit the same entries.',
			'[-if (underway.has(trigger)) return null;-]',
		],
		[
			'Fetching a test event changes no memory.',
			'[-if (isManual) return output(currentEntries(reports, settings));-]',
		],
		[
			'A test event shows messages that are not asked for any more, too.',
			'isManual ? [-undefined-]{+last+} : last;',
		],
		['A memory that n8n lost is gone.', '[-known?.before === before-]{+known+} ? known.memory'],
		['Entries of no message are told of once.', '[-\t\ttold.add(trigger);\n-]'],
		['What came out once does not come out again.', '[-if (isChanged) staticData.memory = next;-]'],
		[
			'A poll that could read some reports emits them.',
			'if (failures.length[- && (isManual || !reports.size)-]) {',
		],
		[
			'The next poll begins with the messages that this one did not reach.',
			'[-{ ...news.memory, ...(resumeAt && { resumeAt }) }-]{+news.memory+}',
		],
	]),
	...inSource('trigger/pollMemory.ts', 'trigger/pollMemory, trigger/whatIsNew, trigger/poll', [
		[
			'A memory that somebody changed counts as none.',
			'[-withoutMarks(text).length % PRINT_LENGTH === 0-]{+true+}',
		],
		['A memory of another source counts as none.', 'memory[-?.source === source-] ? memory :'],
		['A message is asked for until it has ended in two polls.', '.endsWith(ENDED[- + ENDED-])'],
		[
			'A message that ended by other settings is asked for again.',
			'[-endedBy === marksOf(by) && -]Object',
		],
	]),
	...inSource('trigger/readReports.ts', 'trigger/readReports, trigger/poll', [
		[
			'A poll asks for no further report after half of its budget.',
			'|| [-steadyNow() >= until-]{+until < 0+}) return',
		],
		['After a refused key no other report is asked for.', '[-if (failure) gate.shut();-]'],
		[
			'A request takes no longer than its poll.',
			'Math.min(LONGEST_MS, [-end - steadyNow()-]{+budget+})',
		],
		[
			'An entry of no message is told of, whichever report it is in.',
			'stray: [-read.flatMap(({ others }) => others)-]{+read.slice(-1).flatMap(({ others }) => others)+}[0]',
		],
		[
			'A message that has ended is not asked for any more.',
			'(messageId) => [-!isDone(memory, messageId, settings)-]{+memory || messageId+})',
		],
		[
			'All messages are asked for in turn.',
			'[-[...open.slice(start), ...open.slice(0, start)]-]{+open.slice(start)+}',
		],
	]),
];
