import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** The most that texts of eight times the length may take: halfway between linear and quadratic. */
export const LINEAR = 22;

/**
 * How many times as many steps a task takes with texts that are eight times as long: about 8 if they grow with the
 * texts, 64 if with the square. Steps are the blocks of our code that V8 counts, so a busy machine changes nothing;
 * one for each character is no growth. What a pattern takes is counted by lint (eslint-plugin-redos).
 */
export function growthOf(task: (text: string) => unknown, ...parts: string[]): number {
	const LENGTH = 500;
	const stepsAt = (length: number) =>
		stepsOf(() => {
			for (const part of parts) task(part.repeat(length / part.length + 1));
		});
	const steps = Math.max(stepsAt(LENGTH), parts.length * LENGTH);
	return stepsAt(8 * LENGTH) / steps;
}

/** How many blocks of our code a task runs; what built-in functions do isn't counted. */
export function stepsOf(task: () => unknown): number {
	takeCounts();
	task();
	return takeCounts()
		.filter(({ url }) => /\/(nodes|credentials|sandbox)\/(?!.*node_modules)/.test(url))
		.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
		.reduce((sum, { count }) => sum + count, 0);
}

// V8 counts the blocks of functions that it compiles from now on, at their first call: what a test file imports after this
// file isn't taken from an earlier test file of the same process.
setFlagsFromString('--no-compilation-cache');
beforeAll(() => setFlagsFromString('--compilation-cache'));

const session = new Session();

session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
afterAll(() => session.disconnect());

/** What was counted since the last time. */
function takeCounts(): Profiler.ScriptCoverage[] {
	let counts: Profiler.ScriptCoverage[] = [];
	session.post('Profiler.takePreciseCoverage', (error, taken) => {
		if (error) throw error;
		counts = taken.result;
	});
	return counts;
}
