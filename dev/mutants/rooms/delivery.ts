import { inSource } from '../mistake.ts';

export const delivery = [
	...inSource('delivery/waitForDelivery.ts', [
		[
			'a report that fails the message',
			'A report that cannot be read once may be readable the next time.',
			'problem = error as Problem;',
			'throw error;',
		],
		[
			'a gate that a report holds',
			'Others get their turn between two reads.',
			'\t\t\t\tgate.leave();\n',
			'',
		],
		[
			'a pause beyond the end',
			'The last pause ends with the timeout.',
			'await gate.pause(Math.min(pauseMs, leftMs));',
			'await gate.pause(pauseMs);',
		],
		[
			"the service's own parts",
			"A field of the answer that is named as ours isn't lost.",
			'isTaken ? { answer: said } : {}',
			'isTaken ? {} : {}',
		],
		[
			'delivered with parts pending',
			'A wait ends when all parts have ended.',
			"if (delivery !== 'pending') return { parts, delivery };",
			"if (delivery !== 'pending' || parts.length) return { parts, delivery };",
		],
		[
			'the parts of the answer',
			'A message has as many parts as the service said when it was sent.',
			'partCount: Array.isArray(partIds) ? partIds.length : undefined,',
			'partCount: undefined,',
		],
		[
			'the item of a message',
			'Each message comes out with its item.',
			'const followed = followedOf(item);',
			'const followed = followedOf(items[0]);',
		],
		[
			'a report read first again',
			'The report that was read is not read again at once.',
			'if (!known || pauseMs > FIRST_PAUSE_MS) {',
			'if (pauseMs > 0) {',
		],
	]),
	...inSource(
		'delivery/summary.ts',
		[
			[
				'delivered with one part',
				'A message is delivered when all of its parts are.',
				'const pending = count - delivered.length - failed.length;',
				'const pending = delivered.length ? 0 : count - failed.length;',
			],
			[
				'parts that nobody has told of',
				'A part without an entry is pending.',
				'Math.max(1, partCount, parts.length)',
				'Math.max(1, parts.length)',
			],
			[
				'the oldest entry of a part',
				'Of several entries of a part the last counts.',
				'const byPart = new Map<string, IDataObject>();\n\tfor (const entry of entries) {',
				'const byPart = new Map<string, IDataObject>();\n\tfor (const entry of [...entries].reverse()) {',
			],
			[
				'a time before the sending',
				'A time before the message was sent is not shown.',
				'secondsToDelivery: seconds >= 0 ? seconds : null,',
				'secondsToDelivery: seconds,',
			],
			[
				'the 95th of a hundred',
				'95 of a hundred do not exceed the p95.',
				'seconds[Math.ceil((95 * seconds.length) / 100) - 1]',
				'seconds[Math.ceil((95 * seconds.length) / 100)]',
			],
		],
		['nodes/delivery/summary.test.ts', 'nodes/resources/sms/summarizeReports.test.ts'],
	),
];
