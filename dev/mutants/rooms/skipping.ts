import { inSource } from '../mistake.ts';

export const skipping = [
	...inSource('skipping/skipNumbers.ts', [
		[
			'A message of which any recipient is suppressed is skipped.',
			'if (numbers.[-some-]{+every+}(isSuppressed))',
		],
		[
			'A recipient in Body Fields that cannot be compared with the list is refused.',
			'if (unknown [-=== undefined-]{+!== null+}) return true;',
		],
		[
			'A list that cannot be read sends nothing.',
			'true).catch((problem: Problem) => {\n{+\t\tif (problem.details.httpCode === "404") return [];\n+}',
		],
		['Each number gets one message.', '[-\t\tseen.add(to);\n-]'],
	]),
	...inSource(
		'skipping/skipMessages.ts',
		'skipping/skipNumbers, skipping/skipMessages, fields/group',
		[
			[
				'What is off skips nothing.',
				'[-switches.filter((one) => isOn(given, one))-]{+[...switches]+}.reverse();',
			],
			[
				"Nothing is looked up for a message that doesn't go out now.",
				'isOn(given, one))[-.reverse()-];',
			],
			['Skip Messages without a switch is refused.', 'if (![-steps.length-]{+on+}) {'],
		],
	),
	...inSource('skipping/sendWindow.ts', 'skipping/sendWindow, skipping/skipMessages', [
		[
			'At the end of the window nothing goes out.',
			'isToday && minute >= opens && minute <{+=+} closes;',
		],
		[
			'A window over midnight belongs to the day on which it begins.',
			'time.weekday === 1 ? [-7-]{+1+} : time.weekday - 1',
		],
		['The hours are those of the time zone.', "parseTime(now, [-window.timeZone-]{+'UTC'+})!"],
		[
			'An abbreviation, or the word local, is no time zone.',
			"([-OF_PLACE.test(name) &&-]{+name === 'local' ||+} parseTime(Date.now(), name)) return name;",
		],
		[
			"An expression that found nothing doesn't stand for the default.",
			'[-field.name in given ? given[field.name] :-]{+given[field.name] ??+}',
		],
		[
			'Each item has a window of its own.',
			'[-JSON.stringify(given, (_name, value: unknown) => value ?? null-]{+String(given+}',
		],
		[
			'The next moment is right where the clock is set.',
			'while (minutes [-> 1 && next.plus({ minutes }).offset !== next.offset-]{+< 0+}) {',
		],
	]),
];
