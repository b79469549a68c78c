import { latestChange } from './changes.ts';
import type { Clock } from './clock.ts';
import { createDialect } from './dialect.ts';
import { createFaults } from './faults.ts';
import { createPlayer } from './like/player.ts';
import type { Recording } from './like/recording.ts';
import { createRequestLog } from './requestLog.ts';
import { createStore } from './store.ts';
import { createTraffic } from './traffic.ts';

/** The service's state and everything the controls act on. */
export function createSandbox(clock: Clock, newId: () => string, like?: Recording) {
	const dialect = createDialect();
	const store = createStore(clock, () => dialect.newId() ?? newId());
	const log = createRequestLog();
	const faults = createFaults();
	const traffic = createTraffic();
	const player = like && createPlayer(like);
	const begin = (weather?: string) => ({ weather, begun: clock.now(), change: latestChange() });
	const sandbox = {
		clock,
		store,
		log,
		faults,
		traffic,
		dialect,
		/** Of an account that was recorded, if the sandbox is to answer like it. */
		player,
		/** Since when the verdict looks at what came, and in which weather. */
		rehearsal: begin(),
		beginRehearsal(weather?: string) {
			sandbox.rehearsal = begin(weather);
		},
		/** Forgets everything. The clock stays where it is: time never runs backwards. */
		reset() {
			for (const part of [store, log, faults, traffic, dialect, player]) part?.clear();
			sandbox.beginRehearsal();
		},
	};
	return sandbox;
}

export type Sandbox = ReturnType<typeof createSandbox>;
