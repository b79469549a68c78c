import { getEventListeners } from 'node:events';

import { startNode } from '../../support/engine';
import { recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

afterEach(() => jest.restoreAllMocks());

/** The most listeners that any signal has after a loop of so many rounds, each with so many items. */
async function listenersAfter(rounds: number, items: number): Promise<number> {
	const signals = new Set<AbortSignal>();
	const prototype = Object.getPrototypeOf(AbortSignal.prototype) as EventTarget;
	const add = prototype.addEventListener;
	jest.spyOn(prototype, 'addEventListener').mockImplementation(function (
		this: EventTarget,
		...given: Parameters<typeof add>
	) {
		if (this instanceof AbortSignal) signals.add(this);
		add.apply(this, given);
	});
	const given = Array.from({ length: rounds }, (_, round) => recipients(items, 100 * round));
	const { output } = await startNode(service.credential, send, given).finished;
	jest.restoreAllMocks();
	expect(output).toHaveLength(items);
	expect(signals.size).toBeGreaterThan(0);
	return Math.max(...[...signals].map((signal) => getEventListeners(signal, 'abort').length));
}

it('No listener stays on the signal of an execution after each round of a loop, or each request', async () => {
	const once = await listenersAfter(1, 1);
	expect(await listenersAfter(12, 1)).toBe(once);
	expect(await listenersAfter(12, 12)).toBe(once);
});
