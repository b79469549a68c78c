import { setTimeout as pause } from 'node:timers/promises';

import { DateTime } from 'luxon';

describe('The environment of tests', () => {
	it('has no listeners of earlier test files, whose tests would count for this one', () => {
		const all: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'));
		// Jest has eight of its own for a file.
		expect((all as unknown[]).length).toBeLessThan(10);
	});

	it("has one clock for ours and for libraries, and Node's own timers go on", async () => {
		jest.useFakeTimers({ now: 0 });
		expect([Date.now(), DateTime.now().toMillis()]).toEqual([0, 0]);
		await pause(1);
		jest.useRealTimers();
		expect(DateTime.now().toMillis()).toBeGreaterThan(0);
	});

	it('has the same classes in ours and in libraries', () => {
		expect(DateTime.now().toJSDate()).toBeInstanceOf(Date);
	});
});
