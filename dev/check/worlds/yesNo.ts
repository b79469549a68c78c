// cspell:ignore nein taip
const PAIRS =
	'yes no|true false|y n|on off|1 0|ja nein|taip ne|tak nie|jā nē|jah ei|kyllä ei|oui non|sí no|da nu'
		.split('|')
		.map((pair) => pair.split(' '));
const OPPOSITES = new Map(
	PAIRS.toReversed().flatMap(([yes, no]) => [[yes, no] as const, [no, yes] as const]),
);

const YES = new Set(PAIRS.map(([yes]) => yes));

/** Whether a cell says yes. */
export const isYes = (cell: unknown) => YES.has(String(cell).trim().toLowerCase());

/** The opposite of a yes or a no, spelled as it is. */
export function opposite(cell: unknown): unknown {
	if (typeof cell === 'boolean') return !cell;
	const other = typeof cell === 'string' && OPPOSITES.get(cell.trim().toLowerCase());
	if (!other || cell === cell.toLowerCase()) return other || undefined;
	return cell === cell.toUpperCase()
		? other.toUpperCase()
		: other.replace(/^./, (first) => first.toUpperCase());
}
