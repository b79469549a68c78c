/** A limit on requests per second, by real time and not by the clock. */
export function createLimiter() {
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
