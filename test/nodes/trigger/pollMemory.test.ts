import fc from 'fast-check';

import { memoryOf } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { tries } from '../../support/properties';

const settings = {
	triggerOn: 'partAddedOrUpdated' as const,
	startsFromNow: false,
	endStates: { delivered: [2], failed: [] },
	onlyErrors: false,
};
const poll = (memory: unknown, reports: Array<[string, unknown[]]>) => {
	const news = whatIsNew(memoryOf(memory, 'messageIds'), new Map(reports), settings);
	// As n8n stores it.
	return { ...news, stored: JSON.parse(JSON.stringify(news.memory)) as unknown };
};

describe('What the trigger remembers', () => {
	it('is not that of another source', () => {
		const { stored } = poll(undefined, [['a', [{ partId: '1', state: 1 }]]]);
		expect(memoryOf(stored, 'messageIds')).toBe(stored);
		for (const other of [stored, undefined, null, 'damaged', 7, {}]) {
			expect(memoryOf(other, 'campaign 8')).toEqual({
				...{ source: 'campaign 8', isNew: true, messages: {} },
			});
		}
	});

	const id = fc.oneof(
		fc.string(),
		fc.constantFrom('__proto__', 'constructor', 'toString', '', 'null'),
	);
	const partId = fc.oneof(
		fc.string({ maxLength: 2 }),
		fc.constantFrom(undefined, null, '__proto__', 'undefined', 'null', 7, '7'),
	);

	it('tells each change once, whatever the ids are', () => {
		const report = fc.array(fc.record({ partId, state: fc.integer({ min: 0, max: 3 }) }), {
			maxLength: 4,
		});
		const reports = fc
			.array(fc.tuple(id, report), { maxLength: 4 })
			.map((all) => [...new Map(all)] as Array<[string, unknown[]]>);
		fc.assert(
			fc.property(reports, (all) => {
				const first = poll(undefined, all);
				expect(first.items).toHaveLength(all.flatMap(([, entries]) => entries).length);
				expect(poll(first.stored, all).items).toEqual([]);
			}),
			tries(500),
		);
	});
});
