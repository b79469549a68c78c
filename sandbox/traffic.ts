import { setTimeout as wait } from 'node:timers/promises';

/** Added latency and a limit on requests per second. Both run on real time, not on the clock. */
export function createTraffic() {
	let latency = 0;
	let requestsPerSecond: number | null = null;
	let admitted: number[] = [];
	let resets = 0;
	return {
		clear() {
			latency = 0;
			requestsPerSecond = null;
			admitted = [];
			resets += 1;
		},
		get: () => ({ latencyMs: latency, requestsPerSecond }),
		setLatency: (ms: number) => {
			latency = ms;
		},
		setRateLimit: (limit: number | null) => {
			requestsPerSecond = limit;
			admitted = [];
		},
		/** Milliseconds until a request is admitted again; 0 when this one is. */
		admit(): number {
			if (requestsPerSecond === null) return 0;
			const now = performance.now();
			admitted = admitted.filter((at) => at > now - 1_000);
			if (admitted.length >= requestsPerSecond) return admitted[0] + 1_000 - now;
			admitted.push(now);
			return 0;
		},
		/** Gives false for a request that waited while the sandbox was reset: what came before that has no effect after it. */
		delay: async (): Promise<boolean> => {
			const before = resets;
			if (latency > 0) await wait(latency, undefined, { ref: false });
			return resets === before;
		},
	};
}
