import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { memoryOf } from '../../../nodes/MessagingService/trigger/pollMemory';
import { whatIsNew } from '../../../nodes/MessagingService/trigger/whatIsNew';
import { UNKNOWN, watching } from '../../support/poll';
import { tries } from '../../support/properties';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const settings = {
	triggerOn: 'entryAddedOrUpdated' as const,
	startsFromNow: false,
	endStates: { delivered: [2], failed: [] },
};
const poll = (memory: unknown, reports: Array<[string, IDataObject[]]>) => {
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

	it('is the same for a part whose ID is a number or a text', () => {
		const { stored } = poll(undefined, [['a', [{ partId: 1, state: 1 }]]]);
		expect(poll(stored, [['a', [{ partId: '1', state: 1 }]]]).items).toEqual([]);
	});

	it('is the same for an entry whose fields stand in another order, at any depth', () => {
		const fields = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 2 });
		const shuffled = fields.chain((names) =>
			fc.tuple(...[0, 1].map(() => fc.shuffledSubarray(names, { minLength: names.length }))),
		);
		fc.assert(
			fc.property(shuffled, (orders) => {
				const [one, other] = orders.map((names) => {
					const values = Object.fromEntries(names.map((name) => [name, name]));
					return [
						{ ...values, note: values },
						{ partId: '1', state: values },
					];
				});
				const { stored } = poll(undefined, [['a', one]]);
				expect(poll(stored, [['a', other]]).items).toEqual([]);
			}),
			tries(200),
		);
	});

	it.each([
		['errorCode', [undefined, null, '', ' ', 0, '0', '0000', 'none', 'OK']],
		['delivered', [undefined, null, '', ' ']],
	])('is the same for each way to say that a part has no %s', (name, ways) => {
		const part = { partId: '1', state: 1 };
		for (const one of ways) {
			const { stored } = poll(undefined, [['a', [{ ...part, [name]: one }]]]);
			for (const other of ways) {
				expect(poll(stored, [['a', [{ ...part, [name]: other }]]]).items).toEqual([]);
			}
			expect(poll(stored, [['a', [{ ...part, [name]: '27' }]]]).items).toHaveLength(1);
		}
	});

	const noPrints = fc.jsonValue().filter((value) => !/^"(\?|!{0,2})"$/.test(JSON.stringify(value)));
	const damaged = fc.oneof(
		noPrints,
		fc.record(
			{
				source: fc.constant('messageIds'),
				endedBy: fc.jsonValue(),
				messages: fc.oneof(
					fc.constantFrom(undefined, null, 7, 'abc', []),
					fc.record({ a: noPrints, b: fc.constant('') }),
				),
				resumeAt: fc.jsonValue(),
			},
			{ requiredKeys: ['source', 'messages'] },
		),
	);

	it('may be anything: a poll that cannot read it says so, and counts as the first one', async () => {
		const firstPoll = fc.constantFrom('emit', 'startFromNow');
		await fc.assert(
			fc.asyncProperty(damaged, firstPoll, async (memory, first) => {
				const trigger = watching(service, UNKNOWN, { firstPoll: first });
				Object.assign(trigger.staticData, { memory });
				const pollAt = async (state: number) => {
					const body = JSON.stringify([{ messageId: UNKNOWN, partId: '1', state }]);
					await service.reset();
					await service.fail({ path: '/v1/sms/report', kind: 'status', status: 200, body });
					return await trigger.poll();
				};
				expect((await pollAt(1))?.length ?? 0).toBe(first === 'emit' ? 1 : 0);
				expect(await pollAt(2)).toHaveLength(1);
				expect(trigger.warnings).toEqual([
					[expect.stringContaining("What the trigger remembered couldn't be read")],
				]);
			}),
			tries(20),
		);
	});
});
