import ora from 'ora';

/** Tells a person how far something is. */
export interface Progress {
	/** Begins a step; the one before is done. */
	step(text: string): void;
	/** How far the step is; shown where a line can be written over. */
	detail(text: string): void;
	/** The last step is done. */
	done(): void;
}

/** One line that moves on a terminal; in a log, one line for each step. */
export function showProgress(): Progress {
	// A terminal that has no width cannot be written over.
	if (!process.stdout.isTTY || !process.stdout.columns || process.env.CI) {
		return { step: (text) => console.log(text), detail: () => {}, done: () => {} };
	}
	let step = '';
	// Ctrl-C is for shutdown.ts to hear.
	const line = ora({ stream: process.stdout, discardStdin: false });
	const done = () => void (line.isSpinning && line.succeed(step));
	return {
		step(text) {
			done();
			step = text;
			line.start(text);
		},
		detail: (text) => (line.text = `${step} ${text}`),
		done,
	};
}
