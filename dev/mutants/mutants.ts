import type { ChildProcess } from 'node:child_process';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import type { Mistake } from './mistakes.ts';
import { mistakes, roomOf, tableOf, withMistake } from './mistakes.ts';
import type { Verdict } from './worker.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Beyond what its tests take without a mistake: what takes so long waits forever, and is noticed. */
const LONGEST_MS = 40_000;

/** Test runs in one process: each leaves a little memory behind. */
const MOST_RUNS = 60;

/** A copy of the repository, and the process that runs its tests. The working tree itself never has a mistake in it. */
class Copy {
	private child?: ChildProcess;
	private runs = 0;
	private readonly root: string;

	constructor(number: number) {
		this.root = join(ROOT, '.mutants', `copy-${number}`);
		rmSync(this.root, { recursive: true, force: true });
		const listed = ['ls-files', '-coz', '--exclude-standard'];
		const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
		for (const file of files.filter((path) => path && existsSync(join(ROOT, path)))) {
			mkdirSync(dirname(join(this.root, file)), { recursive: true });
			cpSync(join(ROOT, file), join(this.root, file));
		}
		rmSync(join(this.root, 'node_modules'), { force: true });
		symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'));
	}

	/** Runs test files until one fails. @returns undefined if they take longer than a time in ms, or end the process */
	async run(tests: string[], longestMs: number): Promise<Verdict | undefined> {
		if (this.runs++ % MOST_RUNS === 0) await this.close();
		const child = (this.child ??= fork(join(this.root, 'dev/mutants/worker.ts'), {
			cwd: this.root,
			stdio: 'ignore',
		}));
		const end = new AbortController();
		const { signal } = end;
		child.send(tests);
		const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
		const verdict = await Promise.race([
			once(child, 'message', { signal }).then(([said]) => said as Verdict),
			once(child, 'exit', { signal }).then(() => undefined),
		]);
		clearTimeout(timer);
		end.abort();
		if (!verdict) this.child = undefined;
		return verdict;
	}

	async withMistake(mistake: Mistake, task: () => Promise<boolean>): Promise<boolean> {
		const path = join(this.root, mistake.file);
		const code = readFileSync(path, 'utf8');
		writeFileSync(path, withMistake(code, mistake));
		try {
			return await task();
		} finally {
			writeFileSync(path, code);
		}
	}

	async close(): Promise<void> {
		const { child } = this;
		this.child = undefined;
		if (!child?.kill('SIGKILL')) return;
		await once(child, 'exit');
	}
}

/** Does a task for each value, on each copy one at a time. */
async function onCopies<T>(values: T[], task: (copy: Copy, value: T) => Promise<void>) {
	const left = [...values];
	await Promise.all(
		copies.map(async (copy) => {
			for (let next = left.shift(); next !== undefined; next = left.shift()) await task(copy, next);
		}),
	);
}

// Rooms or sources, or all without any.
const wanted = process.argv.slice(2);
const chosen = mistakes.filter(
	(one) => !wanted.length || wanted.some((word) => roomOf(one) === word || one.file.endsWith(word)),
);
for (const one of chosen) withMistake(readFileSync(join(ROOT, one.file), 'utf8'), one);

const begun = performance.now();
const copies = Array.from(
	{ length: Math.max(1, Math.min(4, availableParallelism())) },
	(_, number) => new Copy(number),
);
const usualMs = new Map<string, number>();
const red: string[] = [];
await onCopies([...new Set(chosen.flatMap(({ tests }) => tests))], async (copy, test) => {
	const verdict = await copy.run([test], 15 * LONGEST_MS);
	if (!verdict || verdict.failed) red.push(test);
	usualMs.set(test, verdict?.ms ?? 0);
});

const missed: Mistake[] = [];
if (!red.length) {
	await onCopies(chosen, async (copy, one) => {
		const longestMs = one.tests.reduce((sum, test) => sum + 3 * usualMs.get(test)!, LONGEST_MS);
		const isNoticed = await copy.withMistake(one, async () => {
			const verdict = await copy.run(one.tests, longestMs);
			return !verdict || verdict.failed !== undefined;
		});
		if (!isNoticed) missed.push(one);
		const word = isNoticed ? 'noticed    ' : one.answer ? 'answered   ' : 'NOT NOTICED';
		console.log(`${word} ${one.file}: ${one.rule}`);
	});
}
await Promise.all(copies.map((copy) => copy.close()));

if (red.length) console.log(`These tests fail without any mistake:\n${red.join('\n')}`);
else console.log(`\n${tableOf(chosen, missed)}\n`);
for (const { file, rule, find, replace, answer } of missed) {
	const why = answer ? `Makes no difference: ${answer}` : 'NOT NOTICED';
	console.log(`${why}\n  ${rule} (${file})\n  - ${find}\n  + ${replace}`);
}
console.log(`${Math.round((performance.now() - begun) / 1000)} s`);
process.exitCode = red.length || missed.some(({ answer }) => !answer) ? 1 : 0;
