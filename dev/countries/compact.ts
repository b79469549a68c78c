import type { Shape } from './shapes.ts';

/**
 * Shapes in few characters: for each set of lengths, the first digits that have it. `6-8:23+9:5` says that numbers
 * beginning with 2 or 3 have 6 to 8 digits, and those beginning with 5 have 9.
 */
export function compact(shapes: Iterable<Shape>): string {
	const lengths = new Map<string, number[]>();
	for (const shape of shapes) {
		const [first, length] = shape.split(':');
		lengths.set(first, [...(lengths.get(first) ?? []), Number(length)]);
	}
	const firsts = new Map<string, string>();
	for (const [first, counts] of [...lengths].sort()) {
		const counted = ranges(counts.sort((a, b) => a - b));
		firsts.set(counted, (firsts.get(counted) ?? '') + first);
	}
	return [...firsts].map(([counted, all]) => `${counted}:${all}`).join('+');
}

/** [6, 7, 8, 10] as `6-8,10`. */
function ranges(sorted: number[]): string {
	return sorted
		.filter((value) => !(sorted.includes(value - 1) && sorted.includes(value + 1)))
		.map((value) => (sorted.includes(value - 1) ? `-${value}` : `,${value}`))
		.join('')
		.slice(1);
}
