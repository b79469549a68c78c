/** A mistake that somebody could make in a source, and the rule that it breaks. */
export type Mistake = {
	/** The path of the source in the repository. */
	file: string;
	/** A text that the source has once, and what the mistake makes of it. */
	find: string;
	replace: string;
	rule: string;
	/** The paths of the test files that have to notice it. */
	tests: string[];
	/** Why it makes no difference, of one that no test can notice. */
	answer?: string;
};

type Entry = [rule: string, change: string, answer?: string];

/** The text of a change without it, or with it: `[-removed-]{+added+}`, as `git diff --word-diff` writes it. */
const sideOf = (change: string, side: 'before' | 'after') =>
	change.replace(/\[-(.*?)-\]|\{\+(.*?)\+\}/gs, (_, removed = '', added = '') =>
		side === 'before' ? removed : added,
	);

const NODE = 'nodes/MessagingService/';

/**
 * The mistakes of a source, by its path in the node's folder or in the repository.
 *
 * @param held the names of the tests that hold its rules, such as `limits/withinLimits, run/gate`, and then the mistakes;
 *   by default they are in the test of its name
 */
export function inSource(source: string, ...held: [Entry[]] | [string, Entry[]]): Mistake[] {
	const isOfNode = (path: string) => !/^(credentials|dev)\//.test(path);
	const [names, entries] = held.length === 2 ? held : [source.replace(/\.ts$/, ''), held[0]];
	const tests = names
		.split(', ')
		.map((name) => `test/${isOfNode(name) ? 'nodes/' : ''}${name}.test.ts`);
	return entries.map(([rule, change, answer]) => ({
		file: isOfNode(source) ? NODE + source : source,
		find: sideOf(change, 'before'),
		replace: sideOf(change, 'after'),
		rule,
		tests,
		...(answer && { answer }),
	}));
}

/** The source with the mistake in it. @throws Error unless it has the text exactly once */
export function withMistake(code: string, { rule, file, find, replace }: Mistake): string {
	const count = code.split(find).length - 1;
	if (count === 1) return code.replace(find, () => replace);
	throw new Error(`${rule} ${file} has its text ${count} times, not once: ${find}`);
}
