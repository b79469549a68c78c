import { inSource } from '../mistake.ts';

export const delivery = [
	...inSource('delivery/waitForDelivery.ts', [
		[
			'A report that cannot be read once may be readable the next time.',
			'[-problem = error as Problem-]{+throw error+};',
		],
		['Others get their turn between two reads.', '[-\t\t\t\tgate.leave();\n-]'],
		['Others get their turn also after a read that failed.', '{+if (!problem) +}gate.leave();'],
		[
			'A message that has failed is not read on.',
			"if (delivery [-!== 'pending'-]{+=== 'delivered'+}) return",
		],
		[
			'A report that was read later is not one that could not be read.',
			'[-\t\t\t\tproblem = undefined;\n-]',
		],
		[
			'The last pause ends with the timeout.',
			'await gate.pause([-Math.min(pauseMs, leftMs)-]{+pauseMs+});',
		],
		[
			"A field of the answer that is named as ours isn't lost.",
			'isTaken ? {[- answer: said -]} : {}',
		],
		[
			'A wait ends when all parts have ended.',
			"if (delivery !== 'pending'{+ || parts.length+}) return { parts, delivery };",
		],
		[
			'A message has as many parts as the service said when it was sent.',
			'partCount: [-Array.isArray(partIds) ? partIds.length : -]undefined,',
		],
		['Each message comes out with its item.', 'const followed = followedOf([-item-]{+items[0]+});'],
		[
			'The report that was read is not read again at once.',
			'if ([-!known || pauseMs > FIRST_PAUSE_MS-]{+pauseMs > 0+}) {',
		],
	]),
	...inSource('delivery/summary.ts', 'delivery/summary, resources/sms/summarizeReports', [
		[
			'A message is delivered when all of its parts are.',
			'const pending = [-count - -]delivered.length {+? 0 : count +}- failed.length;',
		],
		[
			'A message has as many parts as the item says that names most.',
			'message.partCount = [-Math.max(message.partCount ?? 0, partIds.length)-]{+partIds.length+};',
		],
		['A part without an entry is pending.', 'Math.max(1, [-partCount, parts-]{+parts+}.length)'],
		[
			'Of several entries of a part the last counts.',
			' IDataObject>();\n\tfor (const entry of [-entries-]{+[...entries].reverse()+}) {',
		],
		[
			'A time before the message was sent is not shown.',
			'secondsToDelivery: seconds[- >= 0 ? seconds : null-],',
		],
		[
			'95 of a hundred do not exceed the p95.',
			'seconds[Math.ceil((95 * seconds.length) / 100)[- - 1-]]',
		],
	]),
];
