import type { Held, Place, Places } from './places';

export type Numbered = Place & { number: number };

/** So many of the places from 1 to `most` with a name. */
export type Wanted = {
	name: string;
	count: number;
	most: number;
	/** The number behind which a free one is probably found, or `most` if all are taken. The search brings it up to date. */
	from?: { number: number };
	/** How many of those that were found are kept, by what was found of the names before; the others are given back at once. */
	keep?: (found: Numbered[][]) => number;
};

/** Takes places by number: as many as are wanted of each name, or all that are free, and never more of one than its `most`. */
export async function takeNumbered(places: Places, wanted: Wanted[]): Promise<Numbered[][]> {
	const ours = wanted.map((): Numbered[] => []);
	for (;;) {
		const missing = wanted.map((one, index) => ({ ...one, count: one.count - ours[index].length }));
		const found = await places.alone(async () => await search(places, missing));
		const all = found.flat();
		if (!all.length) return ours;
		const recorded: Held = new Map(all.map(({ name }) => [name, 'nobody']));
		const held = await places.confirmed(Promise.resolve(recorded), all);
		const isOurs = ({ name }: Place) => ['nobody', 'us'].includes(held.get(name)!);
		found.forEach((some, index) => ours[index].push(...some.filter(isOurs)));
		if (all.every(isOurs)) return ours;
	}
}

/**
 * Records as many free places as are wanted of each name, if there are so many: those behind `from`, else further and further
 * on, else any. Only the last look records more than that, and another worker could overwrite that they are removed again.
 */
async function search(places: Places, wanted: Wanted[]): Promise<Numbered[][]> {
	const searches = wanted.map((one) => {
		const next = Math.min(one.from?.number ?? 0, one.most) + 1;
		return { ...one, next, step: one.count, isOver: one.count === 0, ours: [] as Numbered[] };
	});
	for (;;) {
		const open = searches.filter(({ isOver }) => !isOver);
		if (!open.length) break;
		const chunks = open.map((one) => {
			const { name, count, most, next, ours } = one;
			one.isOver = next > most;
			one.next += one.step;
			one.step *= 2;
			const [first, last] = one.isOver ? [1, most] : [next, next + count - ours.length - 1];
			const known = new Set(ours.map(({ number }) => number));
			return Array.from({ length: Math.min(last, most) - first + 1 }, (_, index) => first + index)
				.filter((number) => !known.has(number))
				.map((number) => ({ name: `${name}:${number}`, number }));
		});
		const held = await places.record(chunks.flat());
		open.forEach((one, index) => {
			one.ours.push(...chunks[index].filter(({ name }) => held.get(name) === 'nobody'));
			one.isOver ||= one.ours.length >= one.count;
		});
	}
	const found = searches.map(({ ours }) => ours);
	const surplus = searches.flatMap(({ ours, count, most, from, keep }) => {
		const isFull = ours.length < count;
		const others = ours.splice(Math.min(count, keep?.(found) ?? count));
		const last = isFull ? most : ours.at(-1)?.number;
		if (from && last !== undefined) from.number = last;
		return others;
	});
	await places.remove(surplus);
	return found;
}
