import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from './refusal.ts';

/** Added latency and a limit on requests per second. Both run on real time, not on the clock. */
export function createTraffic() {
	let latency = 0;
	let requestsPerSecond: number | null = null;
	let admitted: number[] = [];
	return {
		clear() {
			latency = 0;
			requestsPerSecond = null;
			admitted = [];
		},
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
		delay: async () => {
			if (latency > 0) await wait(latency, undefined, { ref: false });
		},
	};
}

export const tooManyRequests = () =>
	new Refusal(429, 'rate_limited', 'Too many requests: over the limit per second that was set');
