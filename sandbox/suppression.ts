import { iso } from './clock.ts';
import type { Clock } from './clock.ts';

interface SuppressionEntry {
	phoneNumber: string;
	reason?: string;
	added: string;
}

/** The numbers that messages are not sent to. */
export function createSuppression(clock: Clock) {
	const byNumber = new Map<string, SuppressionEntry>();
	return {
		has: (phoneNumber: string) => byNumber.has(phoneNumber),
		/** Adds a number; one that is there already keeps its first entry. */
		add(phoneNumber: string, reason?: string, added = iso(clock.now())) {
			const known = byNumber.get(phoneNumber);
			if (known !== undefined) return known;
			const entry = { phoneNumber, reason, added };
			byNumber.set(phoneNumber, entry);
			return entry;
		},
		remove: (phoneNumber: string) => byNumber.delete(phoneNumber),
		all: () => [...byNumber.values()],
	};
}
