import { inSource } from '../mistake.ts';

export const limits = [
	...inSource('limits/withinLimits.ts', [
		[
			'one message too many',
			'A limit is the most that may go out.',
			'before[one] + now[one] > most[one]',
			'before[one] + now[one] > most[one] + 1',
		],
		[
			'one message too few',
			'A limit itself may go out.',
			'before[one] + now[one] > most[one]',
			'before[one] + now[one] >= most[one]',
		],
		[
			'each round by itself',
			'A limit counts all loop rounds of an execution.',
			'before[one] + now[one] > most[one]',
			'now[one] > most[one]',
		],
		[
			'a beginning within a number',
			'A beginning with * stands at the beginning of a number.',
			'number.startsWith(beginning)',
			'number.includes(beginning)',
		],
		[
			'the first recipient alone',
			'Each recipient has to be allowed.',
			'recipients.find((recipient) => !isAllowed(',
			'recipients.slice(0, 1).find((recipient) => !isAllowed(',
		],
		[
			'all numbers by an empty entry',
			'Allowed To without a number is refused.',
			'if (!allowed.length) {',
			'if (allowed.length < 0) {',
		],
		[
			'numbers that are not allowed count',
			"With Continue, items that Allowed To refuses don't count toward Max Messages.",
			'isAllowed ? items.filter((item) => passes(run, item, isAllowed)) : items',
			'isAllowed ? items.filter((item) => passes(run, item, isAllowed) || true) : items',
		],
		[
			'a number without a price for nothing',
			'With Max Cost, a number without a price sends nothing.',
			'if (!unpriced.length) return { messages, cost: amount };',
			'if (amount) return { messages, cost: amount };',
		],
		[
			'gaps go out',
			'With Refuse Gaps, a gap sends nothing.',
			"mayHaveGaps ? '' : gapsInWords(items)",
			"mayHaveGaps ? gapsInWords(items) : ''",
		],
		[
			'messages that were refused count',
			'What was not sent does not count in the end.',
			'\t\tcount(run.context, load, -1);\n',
			'',
		],
		[
			'calls at the same time',
			'A message counts before it is sent, so that another call sees it.',
			'\tcount(run.context, load, 1);\n',
			'\tcount(run.context, load, 0 as 1);\n',
		],
		[
			'used keys count',
			'Items whose key was used do not count.',
			'\tawait run.once?.skipUsed(items, () => !refusal());\n',
			'',
		],
		[
			'the same key twice',
			'Of messages with the same key only one counts.',
			'byKey.set(item.key ?? item, larger);',
			'byKey.set(item, larger);',
		],
	]),
	...inSource(
		'limits/limitFields.ts',
		[
			[
				'a limit below zero',
				'A limit is not negative.',
				'typeOptions: { minValue: 0 },',
				'typeOptions: {},',
			],
		],
		['nodes/limits/withinLimits.test.ts'],
	),
];
