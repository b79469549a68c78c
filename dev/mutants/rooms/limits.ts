import { inSource } from '../mistake.ts';

export const limits = [
	...inSource('limits/withinLimits.ts', [
		['A limit is the most that may go out.', 'before[one] + now[one] > most[one]{+ + 1+}'],
		['A limit itself may go out.', 'before[one] + now[one] >{+=+} most[one]'],
		['A limit counts all loop rounds of an execution.', '[-before[one] + -]now[one] > most[one]'],
		[
			'A beginning with * stands at the beginning of a number.',
			'number.[-startsWith-]{+includes+}(beginning)',
		],
		[
			'Each recipient has to be allowed.',
			'recipients.{+slice(0, 1).+}find((recipient) => !isAllowed(',
		],
		['Allowed To without a number is refused.', 'if ([-!allowed.length-]{+allowed.length < 0+}) {'],
		[
			"With Continue, items that Allowed To refuses don't count toward Max Messages.",
			'? items.filter((item) => passes(run, item, isAllowed){+ || true+}) : items',
		],
		[
			'With Max Cost, a number without a price sends nothing.',
			'if ([-!unpriced.length-]{+amount+}) return { messages, cost: amount };',
		],
		[
			'With Refuse Gaps, a gap sends nothing.',
			"mayHaveGaps ? [-'' : gapsInWords(items)-]{+gapsInWords(items) : ''+}",
		],
		['What was not sent does not count in the end.', '[-\t\tcount(run.context, load, -1);\n-]'],
		[
			'A message counts before it is sent, so that another call sees it.',
			'\tcount(run.context, load, {+0 as +}1);\n',
		],
		[
			'Items whose key was used do not count.',
			'[-\tawait run.once?.skipUsed([...loads.keys()], () => !refusal());\n-]',
		],
		['Of messages with the same key only one counts.', 'byKey.set(item[-.key ?? item-], larger);'],
	]),
	...inSource('limits/limitFields.ts', 'limits/withinLimits', [
		[
			'A limit is not negative.',
			"typeOptions: {[- minValue: 0 -]},\n\thint: 'For each execution; 0",
		],
	]),
	...inSource('limits/perDay.ts', [
		['A day begins at midnight.', ".plus({ days: 1 })[-.startOf('day')-];"],
		[
			'What was refused or not attempted gives its place back.',
			'[-\t\tthis.run.atEnd(async () => await this.giveBack());\n-]',
		],
		[
			'What may have gone out keeps its place.',
			'const mayBeSent = (item: Item) => item.[-mayBeSent-]{+accepted !== undefined+};',
		],
		['A number is the same however it is spelled.', '[-servicesNumber(one) ?? -]addressIn(one)'],
		['An address is the same with a name and without.', '[-/<([^<>]*)>$/.exec(one)?.[1] ?? -]one)'],
		[
			'A message whose key was used is not one too many for its recipient.',
			'if (this.run.once && this.over().length{+ < 0+})',
		],
		[
			'Messages whose keys were used do not count toward the day.',
			'[-\t\tawait this.run.once?.skipUsed(this.items, () => count() <= room);\n-]',
		],
		[
			'Without a memory, nothing is sent.',
			"if (!('checkProcessedAndRecord' in helpers){+ && !helpers+})",
		],
		['Nobody else may use the same memory.', "options?.scope === 'workflow{+s+}'"],
	]),
];
