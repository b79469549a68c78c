import { inSource } from '../../mistake.ts';

export const items = [
	...inSource('run/earlierTries.ts', 'run/tool', [
		[
			'A model that repeats an accepted call is answered from memory.',
			"if (kept && 'items' in kept[-)-]{+ && !kept.items.length)+} {",
		],
		[
			'Of two calls at the same time that are alike, one is sent.',
			'[-while (calls.has(hash) && !this.own.has(hash)) await calls.get(hash);-]',
		],
		['A call that was refused may be made again.', '[-\t\t\tcalls.delete(hash);\n-]'],
	]),
	...inSource('run/earlierTries.ts', 'run/earlierTries, run/run', [
		[
			'The next try does not send an item that may have been sent.',
			"=== 'unknown' ? [-{ unknown: { message, description, details } }-]{+undefined+} : undefined",
		],
		[
			'The next try sends an item that was refused.',
			"details[-.outcome === 'unknown'-] ? { unknown",
		],
		[
			'An item that may have been sent is not sent by the next try.',
			"if (item{+ && 'items' in kept+}) item.atService = outcomeOf(kept);",
		],
		[
			'Each round of a loop has a memory of its own.',
			"this.run = [-`accepted:${run}`-]{+'accepted:' + (run && '0')+};",
			'A round that has ended leaves nothing that the next could find.',
		],
		[
			'A run that has succeeded is forgotten, so that the next one sends all.',
			'[-for (const { index } of items) delete kept[index];-]',
		],
		[
			'Without Retry On Fail, a run whose first item failed keeps nothing.',
			'if ([-retryOnFail !== true || -]this.tryNumber >= mostTries) return false;',
		],
	]),
	...inSource('run/gate.ts', 'run/gate, run/repeat, run/send', [
		[
			'No more requests run at the same time than Concurrency says.',
			'if (this.running <{+=+} this.width) this.running++;',
		],
		['A gate that is shut lets nobody wait forever.', '[-for (const wake of this.queue) wake();-]'],
	]),
	...inSource(
		'run/item.ts',
		'run/item, run/send, limits/withinLimits, onceKey/claims, run/execute, delivery/waitForDelivery',
		[
			[
				'A skipped item was not sent.',
				'atService?.[-isSkipped ? undefined : atService?.items-]{+items+}',
			],
			[
				'A message that may have been sent counts.',
				"[-this.atService?.problem?.details.outcome === 'unknown' || -]",
			],
			[
				'No round has two messages of the same key.',
				'if (key !== undefined) counts.set(key, round[- + 1-]);',
			],
			[
				'The same JSON of several items goes out only once.',
				'(item) => [-JSON.stringify(item.readRequest().body-]{+String(item.index+})',
			],
		],
	),
	...inSource('run/answers.ts', [
		[
			'Each answer comes out with the item that it is about.',
			'pairedItem: { item: [-items[place].index-]{+place+} }',
		],
	]),
	...inSource('run/otherItems.ts', [
		[
			'An error counts skipped items by themselves.',
			'if (!atService?.items[- || atService.isSkipped-]) return [];',
		],
		[
			'No ID is lost when n8n drops the output.',
			'const ids = count {+> 100 +}&& { [done]: accepted };',
		],
		[
			'An error names the items that may have been sent.',
			"({ details }) => details.outcome === '[-unknown-]{+refused+}'",
		],
	]),
	...inSource('run/settings.ts', 'run/settings, run/repeat, run/run', [
		[
			'Ignore SSL Issues is not allowed with a Production credential.',
			"if (allowUnauthorizedCerts && environment === '[-production-]{+sandbox+}') {",
		],
		['Max Wait is in seconds.', "maxWaitMs: [-1000 * -]readNumber(maxWait, 'requests', options),"],
	]),
	...inSource(
		'run/execute.ts',
		'run/execute, run/send, limits/withinLimits, skipping/skipNumbers, resources/contact, onceKey/claims, delivery/waitForDelivery',
		[
			[
				'Guards do not judge a body that the user wrote.',
				'const prepare = [-isUsers ? [] : (-]operation.before ?? [][-)-];',
			],
			[
				'A Once Key does not go with a body that the user wrote.',
				'[-if (!isUsers) -]run.once = operation.once',
				'n8n hands over no option that the form hides, and beside JSON it hides the Once Key.',
			],
		],
	),
	...inSource(
		'run/linesAboveOutput.ts',
		'run/linesAboveOutput, run/send, limits/withinLimits, skipping/skipNumbers, resources/contact, onceKey/claims, delivery/waitForDelivery',
		[
			[
				"A message that wasn't delivered in time counts as accepted.",
				'[-item.accepted ? [] : -](item.problem ?? [])',
			],
			[
				'A line names the numbers that their country does not have.',
				'flat().some([-isNobodys-]{+() => false+});',
			],
			['A limit that keeps a run back is no failure of its items.', 'problems.length[- - kept-];'],
			[
				'A line names the messages whose answer says neither yes nor no.',
				'mayBeVague ? items.filter([-isVague-]{+() => false+})',
			],
		],
	),
];
