import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks until something is there, and gives it: for a minute or more, by a number of looks, as a test may hold the clock.
 *
 * @param pauseMs how long to wait between two looks
 * @throws Error that says what did not come about
 */
export async function eventually<Found>(
	what: string,
	look: () => Found | Promise<Found>,
	mostLooks = 12_000,
	pauseMs = 5,
): Promise<Exclude<Found, false | undefined>> {
	for (let looks = 0; looks <= mostLooks; looks++) {
		const found = await look();
		if (found) return found as Exclude<Found, false | undefined>;
		await pause(pauseMs);
	}
	throw new Error(`This did not come about: ${what}`);
}
