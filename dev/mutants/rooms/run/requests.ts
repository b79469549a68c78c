import { inSource } from '../../mistake.ts';

export const requests = [
	...inSource(
		'run/run.ts',
		'run/run, run/execute, run/earlierTries, run/send, run/gate, run/repeat, service/deadline, delivery/waitForDelivery, limits/withinLimits',
		[
			[
				'Bulk requests go out one by one.',
				'const width = [-isBulk ? 1 : -]this.options.concurrency;',
			],
			[
				'The first failure ends a run unless the user continues.',
				'[-if (!this.errors.continues) this.gate.shut();-]',
			],
			[
				'A try does not send what an earlier one has sent.',
				'[-\t\tthis.earlier.recall(this.items);\n-]',
			],
			[
				'When a run fails, it keeps which items were accepted.',
				'\t\t[-this.earlier.keep(items);\n\t\t-]throw this',
			],
			[
				'When a run is stopped, it keeps which items were accepted.',
				'[-if (this.gate.isShut) this.earlier.keep(items);\n\t\telse -]this',
			],
			[
				'An item whose report cannot be read still counts as sent.',
				'item.[-shown-]{+atService+} = { problem:',
			],
			[
				'No listener stays on the signal after each round of a loop.',
				'[-\t\tthis.gate.close();\n-]',
			],
		],
	),
	...inSource('run/send.ts', 'onceKey/claims, run/tool, run/send, run/settings, run/repeat', [
		['A message goes out only with a key of its own.', '[-items = -]await guard.claim(batch);'],
		[
			'A call that a model made is kept for when it makes the call again.',
			'[-\t\t\trun.calls?.keep(request, items[0]);\n-]',
		],
		[
			'A model that repeats a call with an unknown outcome sends nothing.',
			'if (kept?.problem) [-run.fail([item], kept.problem)-]{+item.gaps = []+};',
		],
		[
			"The recipient's number is not told to a model.",
			'[-isAgents ? undefined : -]to',
			'parameters/hidden.ts takes it out of all that a model is told, however it came in.',
		],
		["n8n's Batching spaces requests out.", 'count % batching.size === [-0-]{+-1+}'],
	]),
	...inSource('run/repeat.ts', 'run/repeat, run/gate, run/run, delivery/waitForDelivery', [
		[
			'A send whose outcome nobody knows is not repeated.',
			"repeat === 'any' || [-(repeat === 'reads' && isRepeatable)-]{+repeat === 'reads'+}",
		],
		['Max Wait counts all waits of a request.', '[-waitedMs + waitMs-]{+waitMs+} > maxWaitMs'],
		[
			'When the service asks to wait, all requests wait.',
			'[-gate.hold-]{+await gate.pause+}(waitMs);',
		],
		['A stopped run makes no further request.', '[-if (gate.isShut) throw told;-]'],
		[
			'Less than a second is waited only once.',
			'isAsked[- && (attempts === 1 || retryAfterMs >= FIRST_WAIT_MS)-]',
		],
	]),
];
