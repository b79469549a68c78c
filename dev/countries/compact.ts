import type { Shape } from './shapes.ts';

/**
 * Shapes in few characters: for each set of lengths, the beginnings that have it. `6-8:2,3[01]+9:51` says that
 * numbers beginning with 2, 30 or 31 have 6 to 8 digits, and those beginning with 51 have 9.
 */
export function compact(shapes: Iterable<Shape>): string {
	const lengths = new Map<string, number[]>();
	for (const shape of shapes) {
		const [start, length] = shape.split(':');
		lengths.set(start, [...(lengths.get(start) ?? []), Number(length)]);
	}
	const starts = new Map<string, string[]>();
	for (const [start, counts] of [...lengths].sort()) {
		const counted = ranges(counts.sort((a, b) => a - b));
		starts.set(counted, [...(starts.get(counted) ?? []), start]);
	}
	return [...starts].map(([counted, all]) => `${counted}:${beginnings(all)}`).join('+');
}

/** [6, 7, 8, 10] as `6-8,10`. */
function ranges(sorted: number[]): string {
	return sorted
		.filter((value) => !(sorted.includes(value - 1) && sorted.includes(value + 1)))
		.map((value) => (sorted.includes(value - 1) ? `-${value}` : `,${value}`))
		.join('')
		.slice(1);
}

/** The two digits of each, put together where they may be: 20 to 29, 30, 40 is `2,[34]0`. */
function beginnings(starts: string[]): string {
	const seconds = new Map<string, string>();
	for (const [first, second = ''] of starts)
		seconds.set(first, (seconds.get(first) ?? '') + second);
	const firsts = new Map<string, string>();
	for (const [first, all] of seconds) firsts.set(all, (firsts.get(all) ?? '') + first);
	return [...firsts]
		.map(([all, first]) => oneOf(first) + (all === '0123456789' || !all ? '' : oneOf(all)))
		.join(',');
}

/** `7`, `[37]`, `[1-57]`. */
function oneOf(digits: string): string {
	if (digits.length === 1) return digits;
	const short = ranges([...digits].map(Number)).replaceAll(',', '');
	return `[${short.replace(/(\d)-(\d)/g, (all, from, to) => (to - from === 1 ? from + to : all))}]`;
}
