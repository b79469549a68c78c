import { inSource } from '../mistake.ts';

export const onceKey = [
	...inSource('onceKey/claims.ts', 'onceKey/claims', [
		[
			'A key stays where the message may be out.',
			"[-if (problem.details.outcome === 'unknown') return problem;-]",
		],
		[
			'Keys of messages that did not go out because of a stop are given back.',
			'[-\t\tawait this.forget(left);\n-]',
		],
		[
			'A run that was stopped while keys were claimed sends nothing.',
			'[-if (!this.run.gate.isShut) -]return left;',
		],
		['A message whose key was used is skipped.', "return [-holder === 'us'-]{+true+};"],
		[
			'The recipient belongs to what a key was used for.',
			'JSON.stringify([[-to, -]subject, text, html])',
		],
		['More items than keys are remembered are refused.', 'if (length > {+10 * +}MOST_KEYS) {'],
	]),
	...inSource('onceKey/onceKeyFields.ts', 'onceKey/claims', [
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
