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
	return state !== null && state !== undefined && state !== '' && states.includes(Number(state));
}
