import type { Held, Place, Places } from './places';

export type Numbered = Place & { number: number };

/** The knowledge of a process about the places with a name. The search brings it up to date. */
export type Known = {
	/** The number behind which a free one is probably found, or `most` if all are taken. */
	number: number;
	/** The numbers that were taken when they were looked at. */
	taken: Set<number>;
};

/** So many of the places from 1 to `most` with a name. */
export type Wanted = {
	name: string;
	count: number;
	most: number;
	from?: Known;
	/** How many of those that were found are kept, by what was found of the names before; the others are given back at once. */
	keep?: (found: Numbered[][]) => number;
};

/** Across workers, a surplus is taken until it is confirmed: for so many looks, no more are looked at than are missing. */
const PATIENT_LOOKS = 16;

/** Across workers, so many or more of those that were taken are looked at again. */
const LOOKED_AT_AGAIN = 64;

/** Takes places by number: as many as are wanted of each name, or all that are free, and never more of one than its `most`. */
export async function takeNumbered(places: Places, wanted: Wanted[]): Promise<Numbered[][]> {
	const ours = wanted.map((): Numbered[] => []);
	let isKept = false;
	try {
		for (let looksAgain = places.acrossWorkers; !isKept; looksAgain = false) {
			while (!(await takeMissing(places, wanted, ours)));
			const isAll = wanted.every(({ count }, index) => ours[index].length >= count);
			isKept = isAll || !looksAgain;
			if (!isKept) await places.settle();
		}
		return ours;
	} finally {
		if (!isKept) await places.giveBack(ours.flat()).catch(() => undefined);
	}
}

/** Adds what is free to ours. @returns whether no other worker has taken some of it meanwhile */
async function takeMissing(places: Places, wanted: Wanted[], ours: Numbered[][]): Promise<boolean> {
	const missing = wanted.map((one, index) => ({ ...one, count: one.count - ours[index].length }));
	const { found, surplus } = await places.alone(async () => await search(places, missing));
	const all = [...found.flat(), ...surplus];
	const recorded: Held = new Map(all.map(({ name }) => [name, 'nobody']));
	const held = await places.confirmed(Promise.resolve(recorded), all);
	const isOurs = ({ name }: Place) => ['nobody', 'us'].includes(held.get(name)!);
	found.forEach((some, index) => {
		const own = some.filter(isOurs);
		ours[index].push(...own);
		for (const { name, number } of own) {
			places.own.add(name);
			wanted[index].from?.taken.add(number);
		}
	});
	await places.giveBack(surplus.filter(isOurs));
	return all.every(isOurs);
}

/**
 * Records as many free places as are wanted of each name, if there are so many. It may record more: a surplus, which is given
 * back at once or, where it could be another worker's by then, is to be confirmed first.
 */
async function search(
	places: Places,
	wanted: Wanted[],
): Promise<{ found: Numbered[][]; surplus: Numbered[] }> {
	const searches = wanted.map((one) => ({
		...one,
		ours: [] as Numbered[],
		next: numbersOf(one, places.acrossWorkers),
	}));
	for (;;) {
		const chunks = searches.map(({ name, count, ours, next }) => {
			const numbers = ours.length < count ? next(count - ours.length) : [];
			return numbers.map((number) => ({ name: `${name}:${number}`, number }));
		});
		if (!chunks.flat().length) break;
		const held = await places.record(chunks.flat());
		searches.forEach(({ ours, from }, index) => {
			for (const place of chunks[index]) {
				if (held.get(place.name) === 'nobody' && !places.own.has(place.name)) ours.push(place);
				else from?.taken.add(place.number);
			}
		});
	}
	const found = searches.map(({ ours }) => ours);
	const surplus = searches.flatMap(({ ours, count, most, from, keep }) => {
		const isFull = ours.length < count;
		const others = ours.splice(Math.min(count, keep?.(found) ?? count));
		const last = isFull ? most : ours.at(-1)?.number;
		if (from && last !== undefined) from.number = last;
		for (const { number } of others) from?.taken.delete(number);
		return others;
	});
	if (places.acrossWorkers) return { found, surplus };
	await places.remove(surplus);
	return { found, surplus: [] };
}

/**
 * The numbers to look at next, where so many are missing, each once: those behind `from`, further and further on; then the
 * last of those that weren't looked at before, more and more at a time; then those that were taken, across workers some.
 */
function numbersOf(
	{ count, most, from }: Wanted,
	acrossWorkers: boolean,
): (missing: number) => number[] {
	const taken = new Set(from?.taken);
	const looked = new Set<number>();
	let next = Math.min(from?.number ?? 0, most) + 1;
	let step = count;
	let looks = from && acrossWorkers ? -PATIENT_LOOKS : 0;
	let isOver = false;
	const chunkOf = (missing: number): number[] => {
		while (next <= most) {
			const first = next;
			const length = Math.min(missing, most - first + 1);
			next += step;
			step *= 2;
			const chunk = Array.from({ length }, (_, index) => first + index);
			const unknown = chunk.filter((number) => !taken.has(number));
			if (unknown.length) return unknown;
		}
		const all = Array.from({ length: most }, (_, index) => most - index);
		const left = all.filter((number) => !looked.has(number));
		const unknown = left.filter((number) => !taken.has(number));
		if (unknown.length) return unknown.slice(0, missing * 2 ** Math.max(0, looks++));
		if (!acrossWorkers) return left;
		const length = isOver ? 0 : Math.max(LOOKED_AT_AGAIN, 2 * missing);
		const first = Math.max(0, Math.floor(Math.random() * (left.length - length + 1)));
		isOver = true;
		return left.slice(first, first + length);
	};
	return (missing) => {
		const chunk = chunkOf(missing);
		for (const number of chunk) looked.add(number);
		return chunk;
	};
}
