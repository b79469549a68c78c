import { randomInt } from 'node:crypto';
import { latestChange } from './changes.ts';
import type { Clock } from './clock.ts';
import { createPlayer } from './like/player.ts';
import type { Recording } from './like/recording.ts';
import { createRequestLog } from './traffic/requestLog.ts';
import { settingsOf } from './settings.ts';
import { createStore } from './store.ts';

/** A limit on requests per second, by real time and not by the clock. */
function createLimiter() {
	let admitted: number[] = [];
	/** Milliseconds until a request is admitted again; 0 when this one is. */
	return function admit(requestsPerSecond: number | null): number {
		if (requestsPerSecond === null) return 0;
		const now = performance.now();
		admitted = admitted.filter((at) => at > now - 1_000);
		if (admitted.length >= requestsPerSecond) return admitted[0] + 1_000 - now;
		admitted.push(now);
		return 0;
	};
}

/** One account's state and everything the controls act on: to be asked for anew each time, as a reset replaces it. */
export function createSandbox(apiKey: string, clock: Clock, newId: () => string, like?: Recording) {
	const begin = (situation?: string) => ({ situation, begun: clock.now(), change: latestChange() });
	const lasting = { apiKey, clock, settings: settingsOf() };
	// Of so many numbers, no two are the same.
	const number = () => String(randomInt(1e14, 2 ** 48 - 1));
	const idOf = () => (lasting.settings.dialect.ids === 'number' ? number() : newId());
	const atTheStart = () => ({
		store: createStore(clock, idOf, () => lasting.settings.balance),
		log: createRequestLog(),
		admit: createLimiter(),
		/** Of an account that was recorded, if the sandbox is to answer like it. */
		player: like && createPlayer(like),
		/** Since when the verdict looks at what came, and in which situation. */
		counting: begin(),
		/** How much time passes whenever somebody asks again how messages are doing, and what was asked since it passed. */
		eachReportMs: 0,
		asked: new Set<string>(),
		/** Whether it holds anything: what was only looked at makes room for another account. */
		isUsed: false,
	});
	const sandbox = Object.assign(lasting, atTheStart(), {
		beginCounting(situation?: string): void {
			sandbox.counting = begin(situation);
		},
		/** Forgets everything, and puts the clock back. */
		reset(settings = settingsOf()): void {
			clock.reset();
			Object.assign(sandbox, { settings }, atTheStart());
		},
	});
	return sandbox;
}

export type Sandbox = ReturnType<typeof createSandbox>;
