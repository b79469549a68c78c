import type { Parameters } from 'fast-check';

/**
 * How often a property is tried, and with what seed: the same each time, or that of PROPERTY_SEED; a failure
 * names it. PROPERTY_RUNS multiplies the tries, for a run that has the night.
 */
export function tries<T>(runs: number): Parameters<T> {
	const { PROPERTY_SEED, PROPERTY_RUNS } = process.env;
	return {
		seed: Number(PROPERTY_SEED ?? 20_260_101),
		numRuns: runs * Number(PROPERTY_RUNS ?? 1),
	};
}
