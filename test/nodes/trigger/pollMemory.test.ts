import fc from 'fast-check';

import { newMemory, readMemory } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const settings = {
	triggerOn: 'partAddedOrUpdated' as const,
	startsFromNow: false,
	endStates: { delivered: [2], failed: [] },
	onlyErrors: false,
};
/** The memory of a trigger that has read something of this source, and forgotten it. */
const forgotten = (source: string) => ({ source, endedBy: '', messages: {} });
const poll = (memory: unknown, reports: Array<[string, unknown[]]>) => {
	const read = readMemory(memory, 'messageIds');
	const news = whatIsNew(read.memory, new Map(reports), settings);
	// As n8n stores it.
	return { ...news, lost: read.lost, stored: JSON.parse(JSON.stringify(news.memory)) as unknown };
};

describe('What the trigger remembers', () => {
	it('may be anything: what cannot be read is forgotten, and the next poll works', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.jsonValue(),
					fc.record(
						{
							source: fc.constantFrom('messageIds', 'campaign 7'),
							endedBy: fc.jsonValue(),
							messages: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
							resumeAt: fc.jsonValue(),
							isNew: fc.jsonValue(),
						},
						{ requiredKeys: [] },
					),
				),
				(memory) => {
					const first = poll(memory, [['a', [{ partId: '1', state: 1 }]]]);
					expect(first.items.length).toBeLessThanOrEqual(1);
					const second = poll(first.stored, [['a', [{ partId: '1', state: 2 }]]]);
					expect([second.items.length, second.lost]).toEqual([1, 0]);
				},
			),
			tries(500),
		);
	});

	it('is forgotten entry by entry', () => {
		const reports = ['a', 'b'].map((id): [string, unknown[]] => [id, [{ partId: '1', state: 1 }]]);
		const { stored } = poll(undefined, reports);
		const { messages, ...rest } = stored as { messages: Record<string, unknown> };
		const damaged = { ...rest, messages: { ...messages, b: 7, c: 'xx', d: null } };
		const next = poll(damaged, reports);
		expect([next.lost, next.items.length]).toEqual([3, 1]);
	});

	it('is forgotten with a warning that reports may come again', async () => {
		const trigger = watching(service, await service.send('37060000001'));
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.warnings).toEqual([]);
		trigger.staticData.memory = 'damaged';
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.warnings).toEqual([
			[
				"Messaging Service Trigger: 1 of what it remembered couldn't be read and was forgotten. It may emit some reports again.",
			],
		]);
	});

	it('is text, or not there', () => {
		const messages = {};
		const known = { source: 'campaign 7', messages };
		const damaged = { ...known, endedBy: 7, resumeAt: ['a'], isNew: 'true' };
		expect(readMemory(damaged, 'campaign 7').memory).toEqual(forgotten('campaign 7'));
		const whole = { ...known, endedBy: '2', resumeAt: 'a' };
		expect(readMemory(whole, 'campaign 7').memory).toEqual(whole);
	});

	it('is not that of another source, and this is no loss', () => {
		const { memory } = whatIsNew(
			forgotten('campaign 7'),
			new Map([['a', [{ partId: '1', state: 1 }]]]),
			settings,
		);
		expect(readMemory(memory, 'campaign 7')).toEqual({ memory, lost: 0 });
		expect(readMemory(memory, 'campaign 8')).toEqual({
			memory: newMemory('campaign 8'),
			lost: 0,
		});
	});

	it.each([undefined, null])('is empty without a loss when there was none: %s', (memory) => {
		expect(readMemory(memory, 'messageIds')).toEqual({
			memory: newMemory('messageIds'),
			lost: 0,
		});
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
				const again = poll(first.stored, all);
				expect([again.items, again.lost]).toEqual([[], 0]);
			}),
			tries(500),
		);
	});
});
