import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problems';

/**
 * Delivery states separated by commas, spaces or new lines, or a list of them from an expression.
 *
 * @throws Problem if one is not a whole number
 */
export function readStates(given: unknown, name: string): number[] {
	const entries = Array.isArray(given) ? given : String(given ?? '').split(/[\s,;]+/);
	return entries
		.map((entry) => String(entry).trim())
		.filter(Boolean)
		.map((entry) => {
			if (/^-?\d+$/.test(entry)) return Number(entry);
			throw new Problem(
				`${name} has something that is not a whole number: ${entry}`,
				'Give states as numbers separated by commas, e.g. 2, 3.',
			);
		});
}

/** Whether a report entry's state is one of these. */
export function isIn(states: number[], state: unknown): boolean {
	return isGiven(state) && states.includes(Number(state));
}

/**
 * Whether a report entry is at its end: in one of the final states, or without those delivered or
 * failed, since the service does not publish what its states mean.
 */
export function hasEnded(entry: IDataObject, finalStates: number[]): boolean {
	if (finalStates.length) return isIn(finalStates, entry.state);
	return isGiven(entry.delivered) || isGiven(entry.errorCode);
}

/** Whether a field of a report holds something: blank ones are often there as empty text. */
export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}
