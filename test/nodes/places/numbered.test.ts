import fc from 'fast-check';

import { takeNumbered } from '../../../nodes/MessagingService/places/numbered';
import type { Place, Places } from '../../../nodes/MessagingService/places/places';
import { tries } from '../../support/properties';

/** Places in memory alone; what n8n makes of them is tried in limits/perDay.test.ts. */
const placesWith = (taken: Set<string>) => {
	const record = async (places: Place[]) => {
		const held = new Map(
			places.map(({ name }) => [name, taken.has(name) ? 'otherPurpose' : 'nobody'] as const),
		);
		for (const { name } of places) taken.add(name);
		return held;
	};
	const remove = async (places: Place[]) => {
		for (const { name } of places) taken.delete(name);
	};
	return {
		alone: async <T>(task: () => Promise<T>) => await task(),
		record: jest.fn(record),
		remove,
		giveBack: remove,
		own: new Set<string>(),
		confirmed: async (recorded: ReturnType<typeof record>) => await recorded,
	};
};

/** What a process knows that has just started. */
const nothing = () => ({ number: 0, taken: new Set<number>() });

it('Whatever is taken, and wherever the search begins: all that is free is found, and no more is kept', async () => {
	const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
	const up = fc.integer({ min: 0, max: 45 });
	await fc.assert(
		fc.asyncProperty(numbers, up, up, up, async (before, count, most, number) => {
			const taken = new Set(before.map((one) => `day:${one}`));
			const free = Array.from({ length: most }, (_, n) => n + 1).filter((n) => !before.includes(n));
			const places = placesWith(taken);
			const from = { ...nothing(), number };
			const wanted = [{ name: 'day', count, most, from }];
			const [ours] = await takeNumbered(places as unknown as Places, wanted);
			const got = ours.map((one) => one.number);
			expect(got).toHaveLength(Math.min(count, free.length));
			expect(free).toEqual(expect.arrayContaining(got));
			expect(taken.size).toBe(before.length + got.length);
			if (count) expect(from.number).toBe(got.length < count ? most : got.at(-1));
		}),
		tries(300),
	);
});

it('Of a name that depends on others, as many are kept as what was found of those says', async () => {
	const up = fc.integer({ min: 1, max: 6 });
	await fc.assert(
		fc.asyncProperty(up, up, up, async (most, count, inAll) => {
			const taken = new Set<string>();
			const from = nothing();
			const keep = ([forOne]: unknown[][]) => forOne.length;
			const [forOne, all] = await takeNumbered(placesWith(taken) as unknown as Places, [
				{ name: 'one', count: Math.min(count, most), most },
				{ name: 'all', count: Math.min(count, inAll), most: inAll, from, keep },
			]);
			expect(all).toHaveLength(Math.min(forOne.length, count, inAll));
			expect(taken.size).toBe(forOne.length + all.length);
			expect(from.number).toBe(all.at(-1)?.number);
		}),
		tries(100),
	);
});

it('The next place of a long day is found at once, and of a process that has just started in a few looks', async () => {
	const taken = new Set(Array.from({ length: 1_000 }, (_, n) => `day:${n + 1}`));
	const places = placesWith(taken);
	const wanted = { name: 'day', count: 1, most: 10_000, from: nothing() };
	await takeNumbered(places as unknown as Places, [wanted]);
	expect(places.record.mock.calls.length).toBeLessThan(15);
	places.record.mockClear();
	await takeNumbered(places as unknown as Places, [wanted]);
	expect(places.record.mock.calls.map(([asked]) => asked.length)).toEqual([1]);
});

describe('Across workers', () => {
	const acrossWorkers = (taken: Set<string>, others: object) => {
		const places = placesWith(taken);
		return { ...places, acrossWorkers: true, ...others } as unknown as Places;
	};

	it('what was found beyond what is wanted is given back, unless it is another one’s by then', async () => {
		const taken = new Set<string>();
		const confirmed = async (recorded: Promise<Map<string, string>>) =>
			(await recorded).set('day:3', 'otherPurpose');
		const from = { number: 5, taken: new Set([1, 2, 3, 4, 5]) };
		const wanted = [{ name: 'day', count: 1, most: 5, from }];
		const [[{ name }]] = await takeNumbered(acrossWorkers(taken, { confirmed }), wanted);
		expect([...taken].sort()).toEqual(['day:3', name]);
	});

	it('a place is found that another one had for a moment', async () => {
		const taken = new Set(['day:1', 'day:2', 'day:3']);
		const settle = async () => void taken.delete('day:2');
		const from = nothing();
		const wanted = [{ name: 'day', count: 1, most: 3, from }];
		expect(await takeNumbered(acrossWorkers(taken, { settle }), wanted)).toEqual([
			[{ name: 'day:2', number: 2 }],
		]);
	});
});
