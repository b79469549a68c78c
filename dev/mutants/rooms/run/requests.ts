import { inSource } from '../../mistake.ts';

export const requests = [
	...inSource(
		'run/run.ts',
		[
			[
				'bulk requests at the same time',
				'Bulk requests go out one by one.',
				'const width = isBulk ? 1 : this.options.concurrency;',
				'const width = this.options.concurrency;',
			],
			[
				'go on after a failure',
				'The first failure ends a run unless the user continues.',
				'if (!this.errors.continues) this.gate.shut();',
				'',
			],
			[
				'forget an earlier try',
				'An item that an earlier try may have sent stays in doubt.',
				'item.isSentAgain ? withEarlierTry(own) : own',
				'own',
			],
			[
				'send again what was sent',
				'A try does not send what an earlier one has sent.',
				'\t\tthis.earlier.recall(this.items);\n',
				'',
			],
			[
				'a failure that is not kept',
				'When a run fails, it keeps which items were accepted.',
				'\t\tthis.earlier.keep(items);\n\t\tconst run =',
				'\t\tconst run =',
			],
			[
				'a stop that is not kept',
				'When a run is stopped, it keeps which items were accepted.',
				'if (this.gate.isShut) this.earlier.keep(items);\n\t\telse this.earlier.finish(items);',
				'this.earlier.finish(items);',
			],
			[
				'a delivery that fails the message',
				'An item whose report cannot be read still counts as sent.',
				'item.shown = { problem:',
				'item.atService = { problem:',
			],
			[
				'a gate that stays',
				'No listener stays on the signal after each round of a loop.',
				'\t\tthis.gate.close();\n',
				'',
			],
			[
				'check once more',
				'A check may cost something each time, so it is not repeated.',
				"this.isRead || effect === 'set'",
				"this.isRead || effect === 'set' || effect === 'check'",
			],
		],
		[
			'nodes/run/run.test.ts',
			'nodes/run/execute.test.ts',
			'nodes/run/earlierTries.test.ts',
			'nodes/run/send.test.ts',
			'nodes/run/gate.test.ts',
			'nodes/run/repeat.test.ts',
			'nodes/service/deadline.test.ts',
			'nodes/delivery/waitForDelivery.test.ts',
			'nodes/limits/withinLimits.test.ts',
		],
	),
	...inSource(
		'run/send.ts',
		[
			[
				'a message whose key is taken',
				'A message goes out only with a key of its own.',
				'items = await guard.claim(batch);',
				'await guard.claim(batch);',
			],
			[
				'the call of a model once more',
				'A model that repeats a call with an unknown outcome sends nothing.',
				'\t\t\tunknownCalls?.refuse(request);\n',
				'',
			],
			[
				"a number that a model isn't told",
				"The recipient's number is not told to a model.",
				'isAgents ? undefined : to',
				'to',
				'parameters/hidden.ts takes it out of all that a model is told, however it came in.',
			],
			[
				'no pause between batches',
				"n8n's Batching spaces requests out.",
				'count % batching.size === 0',
				'count % batching.size === -1',
			],
		],
		[
			'nodes/onceKey/claims.test.ts',
			'nodes/run/tool.test.ts',
			'nodes/run/send.test.ts',
			'nodes/run/settings.test.ts',
			'nodes/run/repeat.test.ts',
		],
	),
	...inSource(
		'run/repeat.ts',
		[
			[
				'a send once more after a time-out',
				'A send whose outcome nobody knows is not repeated.',
				"repeat === 'any' || (repeat === 'reads' && isRepeatable)",
				"repeat === 'any' || repeat === 'reads'",
			],
			[
				'Max Wait for each wait',
				'Max Wait counts all waits of a request.',
				'waitedMs + waitMs > maxWaitMs',
				'waitMs > maxWaitMs',
			],
			[
				'others during a wait',
				'When the service asks to wait, all requests wait.',
				'gate.hold(waitMs);',
				'await gate.pause(waitMs);',
			],
			[
				'a wait that a stop does not end',
				'A stopped run makes no further request.',
				'if (gate.isShut) throw told;',
				'',
			],
			[
				'a service that says 0 seconds',
				'Less than a second is waited only once.',
				'isAsked && (attempts === 1 || retryAfterMs >= FIRST_WAIT_MS)',
				'isAsked',
			],
		],
		[
			'nodes/run/repeat.test.ts',
			'nodes/run/gate.test.ts',
			'nodes/run/run.test.ts',
			'nodes/delivery/waitForDelivery.test.ts',
		],
	),
];
