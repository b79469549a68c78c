import { clearLine, cursorTo } from 'node:readline';

/** Tells a person how far something is. */
export interface Progress {
	/** Begins a step; the one before is done. */
	step(text: string): void;
	/** How far the step is; shown where a line can be written over. */
	detail(text: string): void;
	/** The last step is done. */
	done(): void;
}

/** Tells nobody. */
export const quiet: Progress = { step: () => {}, detail: () => {}, done: () => {} };

/** One line that is written over on a terminal; in a log, one line for each step. */
export function showProgress(
	stdout: NodeJS.WriteStream = process.stdout,
	{ env } = process,
): Progress {
	// A terminal that has no width cannot be written over.
	if (!stdout.isTTY || !stdout.columns || env.CI) {
		return { step: (text) => stdout.write(`${text}\n`), detail: () => {}, done: () => {} };
	}
	let step = '';
	const show = (text: string) => {
		cursorTo(stdout, 0);
		// A line that wraps could not be written over.
		stdout.write(text.slice(0, stdout.columns - 1));
		clearLine(stdout, 1);
	};
	const done = () => {
		if (!step) return;
		show(`✔ ${step}`);
		stdout.write('\n');
		step = '';
	};
	return {
		step(text) {
			done();
			step = text;
			show(`  ${text}`);
		},
		detail: (text) => show(`  ${step} ${text}`),
		done,
	};
}
