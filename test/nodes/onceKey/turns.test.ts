import fc from 'fast-check';

import { Turns } from '../../../nodes/MessagingService/onceKey/turns';
import { tries } from '../../support/properties';

describe('Turns', () => {
	it('are taken one after the other in each queue, whatever becomes of those before, and queues do not wait for each other', async () => {
		const task = fc.record({
			queue: fc.constantFrom('a', 'b', 'c'),
			fails: fc.boolean(),
			begin: fc.nat(30),
			steps: fc.nat(5),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(task, { maxLength: 30 }), async (tasks) => {
				const turns = new Turns();
				const underWay = new Map<string, number>();
				const taken: Record<string, number[]> = {};
				const done: Record<string, number[]> = {};
				const results = await Promise.allSettled(
					tasks.map(async ({ queue, fails, begin, steps }, number) => {
						for (let step = 0; step < begin; step++) await Promise.resolve();
						(taken[queue] ??= []).push(number);
						return await turns.take(queue, async () => {
							expect(underWay.get(queue)).toBeUndefined();
							underWay.set(queue, number);
							for (let step = 0; step < steps; step++) await Promise.resolve();
							underWay.delete(queue);
							(done[queue] ??= []).push(number);
							if (fails) throw new Error(`${number}`);
							return number;
						});
					}),
				);
				expect(done).toEqual(taken);
				// Each gets what became of its own task.
				expect(results).toEqual(
					tasks.map(({ fails }, number) =>
						fails
							? { status: 'rejected', reason: new Error(`${number}`) }
							: { status: 'fulfilled', value: number },
					),
				);
			}),
			tries(100),
		);
	});

	it('of another queue go on while one waits', async () => {
		const turns = new Turns();
		void turns.take('a', async () => await new Promise(() => undefined));
		await expect(turns.take('b', async () => await Promise.resolve(7))).resolves.toBe(7);
	});
});
