import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 5;
const MOST_LOOKS = 3_000;

/**
 * Waits until something holds. It looks a limited number of times, also while a test holds the clock.
 *
 * @throws Error that says what did not come about
 */
export async function eventually(
	what: string,
	holds: () => boolean | Promise<boolean>,
	mostLooks = MOST_LOOKS,
): Promise<void> {
	for (let looks = 0; !(await holds()); looks++) {
		if (looks === mostLooks) throw new Error(`This did not come about: ${what}`);
		await pause(PAUSE_MS);
	}
}
