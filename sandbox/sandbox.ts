import type { Clock } from './clock.ts';
import { createDialect } from './dialect.ts';
import { createFaults } from './faults.ts';
import { createRequestLog } from './requestLog.ts';
import { createStore } from './store.ts';
import { createTraffic } from './traffic.ts';

/** The service's state and everything the controls act on. */
export function createSandbox(clock: Clock, newId: () => string) {
	const dialect = createDialect();
	const store = createStore(clock, () => dialect.newId() ?? newId());
	const log = createRequestLog();
	const faults = createFaults();
	const traffic = createTraffic();
	return {
		clock,
		store,
		log,
		faults,
		traffic,
		dialect,
		/** Forgets everything. The clock stays where it is: time never runs backwards. */
		reset() {
			store.reset();
			for (const part of [log, faults, traffic, dialect]) part.clear();
		},
	};
}

export type Sandbox = ReturnType<typeof createSandbox>;
