/** Where the sandbox takes the time from: milliseconds since 1970, and a way to move it. */
export interface Clock {
	now(): number;
	advance(ms: number): void;
	/** Puts it back to where it began: for when nothing is left that has a time. */
	reset(): void;
	/** How far it was moved on. */
	ahead(): number;
}

/** A time as the service writes it. */
export const iso = (at: number) => new Date(at).toISOString();

function movable(unmoved: () => number): Clock {
	let advanced = 0;
	return {
		now: () => unmoved() + advanced,
		advance: (ms) => {
			advanced += ms;
		},
		reset: () => {
			advanced = 0;
		},
		ahead: () => advanced,
	};
}

/** A clock that runs with real time plus what was advanced; a frozen one moves only by `advance`. */
export function createClock(options: { start?: Date; frozen?: boolean } = {}): Clock {
	const begun = Date.now();
	const start = options.start?.getTime() ?? begun;
	return movable(() => start + (options.frozen ? 0 : Date.now() - begun));
}

/** Another clock that runs like one, and is moved by itself. */
export const besides = (clock: Clock) => movable(() => clock.now() - clock.ahead());
