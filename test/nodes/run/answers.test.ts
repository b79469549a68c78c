import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { batchOf, outcomesOf } from '../../support/outcomes';
import {
	bulk,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const items = recipients(5);
const entries = items.map(({ to }, index): IDataObject => ({ to, messageId: `m${index}` }));
/** The third one is refused, and none is in its place. */
const mixed = [
	entries[4],
	{ to: items[2].to, error: 'No route' },
	entries[0],
	entries[3],
	entries[1],
];
const answered = async (body: unknown) =>
	await service.fail({ ...bulk, kind: 'status', status: 200, body, accepted: true });

describe('The outcome of each item of a request', () => {
	const batch = batchOf(items.slice(0, 3), 10);

	it('is its own entry, paired with it, or its own problem', () => {
		const answer = [entries[0], mixed[1], entries[1]];
		expect(outcomesOf(answer, batch)).toMatchObject([
			{ items: [{ json: entries[0], pairedItem: { item: 10 } }] },
			{ items: [{ json: entries[1], pairedItem: { item: 11 } }] },
			{ problem: { message: 'No route' } },
		]);
	});

	it('is the whole answer at the first item, paired with all', () => {
		const pairedItem = [10, 11, 12].map((item) => ({ item }));
		for (const [answer, jsons] of [
			[{ batchId: '7' }, [{ batchId: '7' }]],
			[entries, entries],
			[undefined, [{ success: true }]],
		] as Array<[unknown, IDataObject[]]>) {
			const outcomes = outcomesOf(answer, batch);
			expect(outcomes[0]).toEqual({ items: jsons.map((json) => ({ json, pairedItem })) });
			expect(outcomes.slice(1)).toEqual([{ items: [] }, { items: [] }]);
		}
		const alone = { ...batchOf(items.slice(0, 1), 7), isWhole: true };
		expect(outcomesOf(entries, alone)[0].items?.map((one) => one.pairedItem)).toEqual(
			entries.map(() => ({ item: 7 })),
		);
	});

	it('is the problem of all, with the answer', () => {
		const answer = [entries[0], { error: 'No route' }];
		const unknown = { origin: 'service', outcome: 'unknown' };
		expect(() => outcomesOf(answer, batch)).toThrow(
			expect.objectContaining({
				details: expect.objectContaining({ ...unknown, data: { answer } }),
			}),
		);
	});
});

describe('An entry of a batch that is refused', () => {
	it('fails its own item and no other', async () => {
		await answered(mixed);
		const { error } = await runNode(service.credential, sendBulk(10), items, retry);
		expect(error?.message).toBe('No route');
		expect(error?.description).toContain('This was item 3 of 5.');
		expect(error?.description).toContain('Of the 5 items, 4 were accepted, 1 failed, 0 not');
		expect(error?.context.data).toMatchObject({
			item: 3,
			accepted: [0, 1, 3, 4].map((index) => ({ item: index + 1, id: `m${index}` })),
		});
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1, 1]);
	});

	it('fails all of the batch if nobody knows whose it is, and the answer comes out with one', async () => {
		await answered({ messages: mixed });
		const { errorOutput } = await runNode(service.credential, sendBulk(10), items, {
			...retry,
			onError: 'continueErrorOutput',
		});
		const details = errorOutput.map(({ json }) => String(json.details));
		expect(details).toHaveLength(5);
		for (const id of ['m0', 'm1', 'm3', 'm4']) expect(details[0]).toContain(id);
		expect(details.filter((text) => text.includes("The service's answer: "))).toHaveLength(1);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1, 1]);
	});

	it('keeps the answer over all tries, also when another item stops the run', async () => {
		const doubtful = { messages: mixed };
		await answered(doubtful);
		await service.fail({ ...bulk, kind: 'status', status: 400, body: 'Bad', count: 9 });
		const all = [...items, ...recipients(5, 50)];
		const { error } = await runNode(service.credential, sendBulk(5), all, retry);
		expect(error?.message).toBe('Bad');
		expect(error?.context.data).toMatchObject({
			items: [6, 7, 8, 9, 10],
			answers: [{ item: 1, answer: doubtful }],
		});
	});

	it('is told to the model with the answer, the second time too', async () => {
		const body = { error: 'No route', ref: 'r7' };
		await service.fail({ ...single, kind: 'status', status: 200, body, accepted: true });
		const { answers } = await callTool(service.credential, { ...send, to: items[0].to }, [{}, {}], {
			onError: 'continueRegularOutput',
			byEngine: true,
		});
		for (const one of answers) expect(JSON.stringify(one)).toContain('r7');
		expect(await messagesPerRecipient(service)).toEqual({ [items[0].to]: 1 });
	});
});
