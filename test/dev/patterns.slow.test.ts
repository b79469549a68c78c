import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';

import { repositoryRoot } from '../../dev/places';
import { withoutKey } from '../../nodes/MessagingService/errors/withoutKey';
import * as answers from '../../sandbox/contract/answers';
import * as values from '../../sandbox/contract/values';

const redos = jest.requireActual<object>('eslint-plugin-redos');

process.env.RECHECK_SYNC_BACKEND = 'pure';

// As in lint: limits in steps, so that a busy machine finds the same.
const noClock = {
	timeout: null,
	seedingTimeout: null,
	incubationTimeout: null,
	attackTimeout: null,
};

/** What lint says of a pattern in a source: a message if a search may take longer than linear time. */
function complaints(pattern: RegExp): string[] {
	const rule = ['error', { ignoreErrors: false, ...noClock }] as const;
	const config = { plugins: { redos }, rules: { 'redos/no-vulnerable': rule } };
	return new Linter()
		.verify(`use(${String(pattern)});`, [config as never])
		.map((one) => one.message);
}

/** The patterns that a task puts together. */
function patternsMadeBy(task: () => unknown): RegExp[] {
	const made: RegExp[] = [];
	const Usual = globalThis.RegExp;
	globalThis.RegExp = new Proxy(Usual, {
		construct: (target, given: [string, string]) => {
			made.push(new target(...given));
			return made[made.length - 1];
		},
	});
	try {
		task();
	} finally {
		globalThis.RegExp = Usual;
	}
	return made;
}

it('Lint sees every pattern but those that are put together in one place', () => {
	const files = globSync('{nodes,credentials,sandbox}/**/*.{ts,js}', { cwd: repositoryRoot });
	const makers = files.filter((file) =>
		/\bRegExp\(/.test(readFileSync(join(repositoryRoot, file), 'utf8')),
	);
	expect(makers).toEqual(['nodes/MessagingService/errors/withoutKey.ts']);
});

it('A search for the key takes linear time, whatever the key', () => {
	const keys = ['k-7a', '\\\\\\\\', '"/&<', '&%;', '+ %+'];
	const patterns = patternsMadeBy(() => keys.map((key) => withoutKey('', key)));
	expect(patterns).toHaveLength(2 * keys.length);
	expect(patterns.flatMap(complaints)).toEqual([]);
});

it("A pattern of the sandbox's contract takes linear time", () => {
	const found = new Set<string>();
	JSON.stringify({ answers, values }, (name, value: unknown) => {
		// To search for a repetition with an end takes long. Without one there is more to try, not less.
		if (name === 'pattern') found.add(String(value).replaceAll('{0,99}', '*'));
		return value;
	});
	expect(found.size).toBeGreaterThan(4);
	expect([...found].flatMap((source) => complaints(new RegExp(source, 'u')))).toEqual([]);
});

it('finds a pattern that takes longer', () => {
	for (const pattern of [/^(\s*a?\s*)*b$/, / +$/]) {
		expect(complaints(pattern)).toEqual([expect.stringContaining('vulnerable')]);
	}
});
