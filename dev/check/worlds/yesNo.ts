// cspell:disable
const PAIRS = (
	'yes no|true false|y n|on off|1 0|ja nein|taip ne|tak nie|jā nē|jah ei|kyllä ei|oui non|sí no|da nu|da ne|ja nej|' +
	'ja nei|ja nee|já nei|ano ne|áno nie|igen nem|si no|sim não|да не|да нет|так ні|ναι όχι|evet hayır|po jo'
)
	.split('|')
	.map((pair) => pair.split(' '));
// cspell:enable
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
