import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import { group, recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
afterEach(() => jest.restoreAllMocks());

const withKey = (): INodeParameters => ({
	...send,
	options: group('onceKey', { key: '={{ $json.order }}' }),
});
const [one, two] = recipients(2);
const orders = [
	{ ...one, order: 'A-1' },
	{ ...two, order: 'A-2' },
];

describe('The marks of Once Keys', () => {
	describe('on a full list', () => {
		const MOST_MARKS = 40_000;
		const fill = (own: string[]) =>
			processedData.rows.set('1 node', [
				...own,
				...Array.from({ length: MOST_MARKS - own.length }, (_, n) => `other ${n}`),
			]);
		const marks = () => [...processedData.rows.values()].flat();

		it('forgets the oldest, of 20,000 keys', async () => {
			await runNode(service.credential, withKey(), [orders[0]]);
			const oldest = marks();
			fill(oldest);
			await runNode(service.credential, withKey(), [orders[1]]);
			expect(marks().length).toBeGreaterThanOrEqual(MOST_MARKS);
			expect(marks().length).toBeLessThan(MOST_MARKS + 10);
			const { output } = await runNode(service.credential, withKey(), orders);
			expect(output.map(({ json }) => json.skipped)).toEqual([undefined, 'alreadySent']);
		});

		it('forgets none because keys are claimed that were used', async () => {
			await runNode(service.credential, withKey(), orders);
			fill(marks());
			const before = marks();
			for (const text of ['Hello', 'Bye', 'Hello again']) {
				const { output } = await runNode(service.credential, { ...withKey(), text }, orders);
				expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent', 'alreadySent']);
			}
			expect(marks()).toEqual(before);
		});
	});

	it('asks n8n for two marks of each key, and keeps no others', async () => {
		const recorded = jest.spyOn(processedData, 'checkProcessedAndRecord');
		await runNode(service.credential, withKey(), orders);
		expect(recorded.mock.calls.map(([marks]) => marks.length)).toEqual([4]);
		expect([...processedData.rows.values()].flat().length).toBe(4);
	});
});
