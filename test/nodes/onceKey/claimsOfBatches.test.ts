import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, startNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import { bulk, group, messagesPerRecipient, recipients, send } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
beforeEach(() => processedData.clear());

const once = (values: INodeParameters = {}, batchSize = 100): INodeParameters => ({
	...group('onceKey', { key: '={{ $json.key }}', ...values }),
	...group('requests', { batchSize }),
});
const sendingBulk = (batchSize: number): INodeParameters => ({
	...send,
	operation: 'sendBulk',
	text: '={{ $json.text ?? "Hello" }}',
	options: once({}, batchSize),
});
const [one, two, three, four] = recipients(4);
const keyed = (items: IDataObject[], ...keys: string[]) =>
	items.map((item, index) => ({ ...item, key: keys[index] }));
const skips = (output: Array<{ json: IDataObject }>) => output.map(({ json }) => json.skipped);
const batches = async () =>
	(await service.received()).map(({ body }) => (body as unknown as IDataObject[]).length);

describe.each<[string, INodeParameters]>([
	['Send', { ...send, options: group('onceKey', { key: '={{ $json.key }}' }) }],
	['Send Bulk', { ...send, operation: 'sendBulk', options: once() }],
	['Viber', { ...send, resource: 'viber', options: group('onceKey', { key: '={{ $json.key }}' }) }],
	[
		'Email',
		{
			...{ resource: 'email', operation: 'send', from: 'shop@example.com', subject: 'Order' },
			to: '={{ $json.to }}@example.com',
			text: 'Hello',
			options: group('onceKey', { key: '={{ $json.key }}' }),
		},
	],
])('Once Key: %s', (_, parameters) => {
	it('sends each key once, in this execution and in later ones', async () => {
		const first = await runNode(
			service.credential,
			parameters,
			keyed([one, two, one], 'A', 'B', 'A'),
		);
		expect(skips(first.output)).toEqual([undefined, undefined, 'alreadySent']);
		const later = await runNode(service.credential, parameters, keyed([one, three], 'A', 'C'));
		const to = expect.stringContaining(one.to);
		expect(later.output[0]).toEqual({
			json: { skipped: 'alreadySent', to, onceKey: 'A', sameMessage: true },
			pairedItem: { item: 0 },
		});
		expect(skips(later.output)).toEqual(['alreadySent', undefined]);
	});

	it('sends nothing if an item has no key', async () => {
		const { error } = await runNode(service.credential, parameters, keyed([one, two], 'A', ' '));
		expect(error?.message).toBe(
			"'Key' of 'Once Key' is empty, because its field is empty in this item: {{ $json.key }} (item 2 of 2)",
		);
		expect(await messagesPerRecipient(service)).toEqual({});
	});

	it('says whether it was the same message', async () => {
		await runNode(service.credential, parameters, keyed([one], 'A'));
		const { output } = await runNode(service.credential, parameters, keyed([one, two], 'A', 'A'));
		expect(output.map(({ json }) => json.sameMessage)).toEqual([true, false]);
	});
});

describe('Once Key: a batch', () => {
	it('claims its keys in one go, and goes out without those that were used', async () => {
		const all = recipients(100).map((item, index) => ({ ...item, key: `K${index}` }));
		await runNode(service.credential, sendingBulk(100), all.slice(0, 40));
		const before = processedData.recordings;
		const { output } = await runNode(service.credential, sendingBulk(100), all);
		expect(processedData.recordings - before).toBe(1);
		expect(skips(output).filter(Boolean)).toHaveLength(40);
		expect(await batches()).toEqual([40, 60]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(100).fill(1));
	});

	it('makes no request if all of its keys were used', async () => {
		await runNode(service.credential, sendingBulk(2), keyed([one, two], 'A', 'B'));
		await runNode(service.credential, sendingBulk(2), keyed([one, two], 'A', 'B'));
		expect(await batches()).toEqual([2]);
	});

	it('sends a key a second time only if its first message was refused', async () => {
		await service.fail({ ...bulk, kind: 'status', status: 400 });
		const { output, errorOutput } = await runNode(
			service.credential,
			sendingBulk(2),
			keyed([one, two, three, four], 'A', 'B', 'A', 'C'),
			{ onError: 'continueErrorOutput' },
		);
		expect(errorOutput.map(({ json }) => json.to)).toEqual([one.to, two.to]);
		expect(skips(output)).toEqual([undefined, undefined]);
		expect(await messagesPerRecipient(service)).toEqual({ [three.to]: 1, [four.to]: 1 });
	});

	it('gives its keys back when the execution is stopped before it went out', async () => {
		processedData.access = async () => {
			processedData.access = async () => undefined;
			started.stop();
		};
		const started = startNode(service.credential, sendingBulk(2), [keyed([one, two], 'A', 'B')]);
		expect((await started.finished).error?.message).toMatch(/cancell?ed/);
		expect(await service.received()).toEqual([]);
	});

	it('resumes a list of which a part has gone out: exactly the rest is sent', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 60 }),
				fc.integer({ min: 1, max: 20 }),
				fc.nat(8),
				fc.constantFrom<[object, boolean]>(
					[{ kind: 'status', status: 400 }, false],
					[{ kind: 'status', status: 429, retryAfter: 3600 }, false],
					[{ kind: 'drop', accepted: true }, true],
				),
				async (count, size, after, [fault, isSent]) => {
					await service.reset();
					processedData.clear();
					await service.fail({ ...bulk, ...fault, after, count: 1 });
					const list = recipients(count).map((item, index) => ({ ...item, key: `K${index}` }));
					const first = await runNode(service.credential, sendingBulk(size), list);
					void first.error;
					const sent = Object.keys(await messagesPerRecipient(service)).length;
					const { output, error } = await runNode(service.credential, sendingBulk(size), list);
					expect(error).toBeUndefined();
					expect(skips(output).filter(Boolean)).toHaveLength(sent);
					expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(count).fill(1));
					// Whether the fault came at all, and what it left behind, is in the count of what was sent.
					expect(sent).toBe(Math.min(count, size * (after + (isSent ? 1 : 0))));
				},
			),
			tries(30),
		);
	});

	it('of any keys sends each once, whatever their order, and pairs each item', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'A '), { minLength: 1, maxLength: 25 }),
				fc.integer({ min: 1, max: 7 }),
				async (keys, size) => {
					await service.reset();
					processedData.clear();
					const list = recipients(keys.length).map((item, index) => ({
						...item,
						key: keys[index],
					}));
					const { output } = await runNode(service.credential, sendingBulk(size), list);
					const trimmed = keys.map((key) => key.trim());
					const firsts = list.filter(({ key }, index) => trimmed.indexOf(key.trim()) === index);
					expect(Object.keys(await messagesPerRecipient(service)).sort()).toEqual(
						firsts.map(({ to }) => to).sort(),
					);
					expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
						list.map((_, item) => ({ item })),
					);
				},
			),
			tries(40),
		);
	});
});
