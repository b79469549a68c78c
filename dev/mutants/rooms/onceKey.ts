import { inSource } from '../mistake.ts';

export const onceKey = [
	...inSource('onceKey/claims.ts', 'onceKey/rememberedKeys, onceKey/claims', [
		[
			'A key stays where the message may be out.',
			"[-if (problem.details.outcome === 'unknown') return problem;-]",
		],
		[
			'Keys of messages that did not go out because of a stop are given back.',
			'[-\t\tawait this.forget(claimed);\n-]',
		],
		[
			'A run that was stopped while keys were claimed sends nothing.',
			'if (!failure[- && !this.run.gate.isShut-]) return [...left];',
		],
		[
			'A message whose key n8n cannot remember is not sent.',
			"[-if (failure?.status === 'rejected') throw failure.reason;\n\t\treturn []-]{+return [...left]+}",
		],
		[
			'A message whose key was used is skipped.',
			"[-=== 'nobody' || holder === 'us-]{+!== 'otherMessage+}') claimed.push(use);",
		],
		[
			'The recipient belongs to what a key was used for.',
			'JSON.stringify([[-to, -]subject, text, html])',
		],
		['More items than keys are remembered are refused.', 'if (length > {+10 * +}MOST_KEYS) {'],
		[
			'Across workers a key is looked at a second time.',
			'[-this.keys.acrossWorkers ? this.confirmed(uses, recorded) : -]recorded',
		],
	]),
	...inSource('onceKey/rememberedKeys.ts', 'onceKey/rememberedKeys, onceKey/claims', [
		[
			'Executions take turns at the keys.',
			'[-(latest.get(workflow) ?? Promise.resolve())-]{+Promise.resolve()+}.then(task)',
		],
		[
			'Marks that are only looked for evict no others.',
			'MARKS_PER_KEY * MOST_KEYS[- + marks.length - keys-]',
		],
		[
			'To look for a key does not claim it.',
			'[-await this.removeMarks(asked.filter((mark) => !known.has(mark)));-]',
		],
		[
			'Of two first records at the same time, the refused one is made again.',
			'[-if (/unique constraint/i.test(error.message)) return await record();-]',
		],
		[
			'After another error nothing is recorded a second time.',
			'[-/unique constraint/i.test(error.message)-]{+error.message+}',
		],
	]),
	...inSource('onceKey/onceKeyFields.ts', 'onceKey/rememberedKeys, onceKey/claims', [
		[
			'A missing value is no key: it would block other messages.',
			"if (lacks === 'words'{+ && !piece+}) refuse",
		],
		['A key with a blank part is refused.', "if (lacks === 'value'{+ && !piece+}) refuse"],
		[
			'A number that was rounded may be that of another item.',
			'if (isRounded(group.key){+ && !text+}) refuse',
		],
	]),
];
