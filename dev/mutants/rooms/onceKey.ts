import { inSource } from '../mistake.ts';

const CLAIMS = ['rememberedKeys', 'claims'].map((name) => `nodes/onceKey/${name}.test.ts`);

export const onceKey = [
	...inSource(
		'onceKey/claims.ts',
		[
			[
				'a key given back after an unknown outcome',
				'A key stays where the message may be out.',
				"if (problem.details.outcome === 'unknown') return problem;",
				'',
			],
			[
				'a key of a stopped run',
				'Keys of messages that did not go out because of a stop are given back.',
				'\t\tawait this.forget(claimed);\n',
				'',
			],
			[
				'a stop that sends',
				'A run that was stopped while keys were claimed sends nothing.',
				'if (!failure && !this.run.gate.isShut) return [...left];',
				'if (!failure) return [...left];',
			],
			[
				'a key that n8n cannot remember',
				'A message whose key n8n cannot remember is not sent.',
				"if (failure?.status === 'rejected') throw failure.reason;\n\t\treturn [];",
				'return [...left];',
			],
			[
				'a used key',
				'A message whose key was used is skipped.',
				"if (holder === 'nobody' || holder === 'us') claimed.push(use);",
				"if (holder !== 'otherMessage') claimed.push(use);",
			],
			[
				'a message to somebody else',
				'The recipient belongs to what a key was used for.',
				'JSON.stringify([to, subject, text, html])',
				'JSON.stringify([subject, text, html])',
			],
			[
				'more items than keys',
				'More items than keys are remembered are refused.',
				'if (length > MOST_KEYS) {',
				'if (length > 10 * MOST_KEYS) {',
			],
			[
				'no second look across workers',
				'Across workers a key is looked at a second time.',
				'this.keys.acrossWorkers ? this.confirmed(uses, recorded) : recorded',
				'recorded',
			],
			[
				'an item that is sent again',
				'An item that the user wants to be sent again has no new key.',
				'return key !== undefined && !isSentAgain;',
				'return key !== undefined;',
			],
		],
		CLAIMS,
	),
	...inSource(
		'onceKey/rememberedKeys.ts',
		[
			[
				'two executions at once',
				'Executions take turns at the keys.',
				'(latest.get(workflow) ?? Promise.resolve()).then(task)',
				'Promise.resolve().then(task)',
			],
			[
				'keys that push others out',
				'Marks that are only looked for evict no others.',
				'MARKS_PER_KEY * MOST_KEYS + marks.length - keys',
				'MARKS_PER_KEY * MOST_KEYS',
			],
			[
				'a look that claims',
				'To look for a key does not claim it.',
				'await this.removeMarks(asked.filter((mark) => !known.has(mark)));',
				'',
			],
			[
				'the first record of a node, twice',
				'Of two first records at the same time, the refused one is made again.',
				'if (/unique constraint/i.test(error.message)) return await record();',
				'',
			],
			[
				'another error of the database',
				'After another error nothing is recorded a second time.',
				'if (/unique constraint/i.test(error.message)) return await record();',
				'if (error.message) return await record();',
			],
		],
		CLAIMS,
	),
	...inSource(
		'onceKey/onceKeyFields.ts',
		[
			[
				'undefined as a key',
				'A missing value is no key: it would block other messages.',
				"typeof group.key === 'boolean' || NO_VALUE.test(text)",
				"typeof group.key === 'boolean'",
			],
			[
				'a blank part of a key',
				'A key with a blank part is refused.',
				'if (blank) throw new Problem',
				'if (blank === text) throw new Problem',
			],
		],
		CLAIMS,
	),
];
