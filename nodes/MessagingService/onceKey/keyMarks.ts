const DAY_MS = 24 * 60 * 60 * 1000;

/** Apart from what n8n's Remove Duplicates node remembers for the same workflow. */
const PREFIX = 'messagingService.onceKey';

/** One that it was used, one of the day, and one of the message. */
export const MARKS_PER_KEY = 3;

/** That a key was used, whenever. */
export function markOf(key: string): string {
	return `${PREFIX}:${key}`;
}

/** That a key was used so many days ago. */
export function markOfDay(key: string, daysAgo = 0): string {
	return `${PREFIX}.day:${Math.floor(Date.now() / DAY_MS) - daysAgo}:${key}`;
}

/** That a key was used for a message, by its digest. */
export function markOfMessage(key: string, message: string): string {
	return `${PREFIX}.message:${message}:${key}`;
}

/** What tells our recording of a key from another worker's; it is gone once that is confirmed. */
export function claimOf(key: string, recorder: string): string {
	return `${PREFIX}.claim:${recorder}:${key}`;
}
