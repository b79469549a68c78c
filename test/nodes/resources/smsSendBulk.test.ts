import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { pairs, post, requests } from '../../support/requests';
import { sent, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

/** What a list of input items looks like in the tests of Send Bulk. */
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: `3706000${1001 + index}`,
		text: `Hello ${index + 1}`,
	}));

const message = ({ phone, text }: IDataObject) => ({ to: phone, from: 'Shop', text });

describe('SMS: Send Bulk', () => {
	const parameters = {
		resource: 'sms',
		operation: 'sendBulk',
		to: '={{ $json.phone }}',
		from: 'Shop',
		text: '={{ $json.text }}',
	};

	const inBatchesOf = (batchSize: unknown) => ({
		...parameters,
		options: group('requests', { batchSize: batchSize as number }),
	});

	it('posts all input items at once, and gives one item for each, paired with it', async () => {
		const items = people(3);
		const { output, error } = await runNode(service.credential, parameters, items);
		expect(error).toBeUndefined();
		expect(output).toEqual(
			items.map(({ phone }, item) => ({ json: { ...sent, to: phone }, pairedItem: { item } })),
		);
		expect(await requests(service)).toEqual([post('/v1/sms/bulk', items.map(message))]);
	});

	it.each([
		[2, [2, 2, 1]],
		[5, [5]],
		[1, [1, 1, 1, 1, 1]],
		['={{ "3" }}', [3, 2]],
	])('cuts the input items into batches of %s', async (batchSize, sizes) => {
		const items = people(5);
		const { output } = await runNode(service.credential, inBatchesOf(batchSize), items);
		const bodies = (await requests(service)).map(({ body }) => body as IDataObject[]);
		expect(bodies.map(({ length }) => length)).toEqual(sizes);
		expect(bodies.flat()).toEqual(items.map(message));
		expect(output.map(({ json, pairedItem }) => [json.to, pairedItem])).toEqual(
			items.map(({ phone }, item) => [phone, { item }]),
		);
	});

	it('sends 100 in a request unless Batch Size says otherwise', async () => {
		const { output } = await runNode(service.credential, parameters, people(250));
		const bodies = (await requests(service)).map(({ body }) => body as IDataObject[]);
		expect(bodies.map(({ length }) => length)).toEqual([100, 100, 50]);
		expect(output).toHaveLength(250);
	});

	it.each([0, 1001, 2.5, 'many'])(
		'refuses a Batch Size of %s before a request, also with Continue',
		async (batchSize) => {
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				const { error, output, errorOutput } = await runNode(
					service.credential,
					inBatchesOf(`={{ ${JSON.stringify(batchSize)} }}`),
					people(2),
					{ onError },
				);
				const said = error ? [error.message] : errorOutput.map(({ json }) => json.error);
				const times = onError === 'stopWorkflow' ? 1 : 2;
				const message = expect.stringContaining("'Batch Size' isn't a whole number from 1 to 1000");
				expect(said).toEqual(Array(times).fill(message));
				expect(output).toEqual([]);
			}
			expect(await requests(service)).toEqual([]);
		},
	);

	it('finds the input item of each entry by its number when the answer has another order', async () => {
		const [first, second, third] = ['37060001001', '37060001002', '37060001001'];
		const items = [first, second, third].map((phone) => ({ phone, text: 'Hello' }));
		const body = [
			{ to: 37060001002, messageId: 'b' },
			{ to: '+37060001001', messageId: 'a' },
			{ to: '37060001001', messageId: 'c' },
		];
		await service.fail({ kind: 'status', status: 200, body });
		const { output } = await runNode(service.credential, parameters, items);
		expect(output.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual([
			['a', { item: 0 }],
			['b', { item: 1 }],
			['c', { item: 2 }],
		]);
	});

	it('takes entries without a number in the order of the batch', async () => {
		const messages = [{ messageId: 'a' }, { messageId: 'b' }];
		await service.fail({ kind: 'status', status: 200, body: messages });
		const { output } = await runNode(service.credential, parameters, people(2));
		expect(output).toEqual(messages.map((json, item) => ({ json, pairedItem: { item } })));
	});

	it.each([
		['an object without a list', { batchId: '17' }, [{ batchId: '17' }]],
		['too few entries', [{ to: '37060001001' }], [{ to: '37060001001' }]],
		[
			'entries with other numbers',
			[{ to: '37060009999' }, { to: '37060001002' }],
			[{ to: '37060009999' }, { to: '37060001002' }],
		],
		['two lists', { ok: ['1'], late: ['2'] }, [{ ok: ['1'], late: ['2'] }]],
		['an empty list', [], [{ success: true }]],
		[
			'an object with a list',
			{ accepted: 2, messages: [{ messageId: 'a' }, { messageId: 'b' }] },
			[{ accepted: 2, messages: [{ messageId: 'a' }, { messageId: 'b' }] }],
		],
	])('gives %s whole, paired with the whole batch', async (_, body, jsons) => {
		await service.fail({ kind: 'status', status: 200, body });
		const { output, error } = await runNode(service.credential, parameters, people(2));
		expect(error).toBeUndefined();
		expect(output).toEqual(jsons.map((json) => ({ json, pairedItem: [{ item: 0 }, { item: 1 }] })));
	});

	it('says that it succeeded when the answer is empty', async () => {
		await service.fail({ kind: 'empty' });
		const { output } = await runNode(service.credential, parameters, people(2));
		expect(output).toEqual([{ json: { success: true }, pairedItem: [{ item: 0 }, { item: 1 }] }]);
	});

	it('stops at a refused batch, before it sends the ones behind it', async () => {
		await service.fail({ kind: 'status', status: 503, after: 1 });
		const { error, output } = await runNode(service.credential, inBatchesOf(2), people(5));
		expect(error).toMatchObject({
			message: 'The sandbox was asked to answer 503',
			description: expect.stringContaining('This was item 3 of 5.'),
			httpCode: '503',
		});
		expect(error?.context.data).toMatchObject({ item: 3 });
		expect(output).toEqual([]);
		expect(await requests(service)).toHaveLength(2);
	});

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'leaves the other batches unharmed when one is refused, with %s',
		async (onError) => {
			const items = people(5);
			await service.fail({ kind: 'status', status: 503, after: 1 });
			const { output, errorOutput, error } = await runNode(
				service.credential,
				inBatchesOf(2),
				items,
				{ onError },
			);
			expect(error).toBeUndefined();
			const accepted = (item: number) => ({
				json: { ...sent, to: items[item].phone },
				pairedItem: { item },
			});
			const refused = (item: number) => ({
				json: {
					...(onError === 'continueErrorOutput' ? items[item] : {}),
					error: 'The sandbox was asked to answer 503',
					details: expect.stringContaining(`This was item ${item + 1} of 5.`),
				},
				pairedItem: { item },
			});
			if (onError === 'continueErrorOutput') {
				expect(output).toEqual([accepted(0), accepted(1), accepted(4)]);
				expect(errorOutput).toEqual([refused(2), refused(3)]);
			} else {
				expect(output).toEqual([accepted(0), accepted(1), refused(2), refused(3), accepted(4)]);
			}
		},
	);

	it('sends nothing at all when one item is not valid', async () => {
		const items = [...people(3), { phone: '12', text: 'a' }];
		const { error } = await runNode(service.credential, inBatchesOf(1), items);
		expect(error?.message).toBe("'To' isn't a phone number: 12 (item 4 of 4)");
		expect(error?.context.data).toMatchObject({ item: 4 });
		expect(await requests(service)).toEqual([]);
	});

	it('sends the others when one item is not valid and the error output is used', async () => {
		const [first, third] = people(2);
		const items = [first, { phone: '12', text: 'a' }, third];
		const { output, errorOutput } = await runNode(service.credential, parameters, items, {
			onError: 'continueErrorOutput',
		});
		expect(output.map(({ json, pairedItem }) => [json.to, pairedItem])).toEqual([
			[first.phone, { item: 0 }],
			[third.phone, { item: 2 }],
		]);
		expect(errorOutput).toEqual([
			{
				json: {
					phone: '12',
					text: 'a',
					error: "'To' isn't a phone number: 12 (item 2 of 3)",
					details: expect.stringContaining('country code'),
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(await requests(service)).toEqual([post('/v1/sms/bulk', [first, third].map(message))]);
	});

	it('keeps the order of the items when one is not valid and comes out among the others', async () => {
		const [first, third] = people(2);
		const items = [first, { phone: '12', text: 'a' }, third];
		const { output } = await runNode(service.credential, inBatchesOf(1), items, {
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ json, pairedItem }) => [json.to ?? json.error, pairedItem])).toEqual([
			[first.phone, { item: 0 }],
			["'To' isn't a phone number: 12 (item 2 of 3)", { item: 1 }],
			[third.phone, { item: 2 }],
		]);
	});

	it('adds the body fields of each item to its entry', async () => {
		const bodyFields = pairs('field', { reference: '={{ $itemIndex }}' });
		await runNode(service.credential, { ...parameters, options: { bodyFields } }, people(2));
		expect((await requests(service))[0].body).toMatchObject([{ reference: 0 }, { reference: 1 }]);
	});

	it('sends the JSON of the user once, also when it is the same for several items', async () => {
		const json = { specifyBody: 'json', jsonBody: '={{ $json.body }}' };
		const one = { messages: [{ to: '37060012345', text: 'a' }] };
		const other = [{ to: '37060012346', from: 'Shop', text: 'b' }];
		await service.fail({ kind: 'status', status: 200, body: { batchId: '1' } });
		const { output } = await runNode(service.credential, { ...parameters, ...json }, [
			{ body: one },
			{ body: JSON.stringify(other) },
			{ body: one },
		]);
		expect(await requests(service)).toEqual([
			post('/v1/sms/bulk', one),
			post('/v1/sms/bulk', other),
		]);
		expect(output).toEqual([
			{ json: { batchId: '1' }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { ...sent, to: '37060012346' }, pairedItem: { item: 1 } },
		]);
	});

	it('gives up when Timeout of the Request Options has passed', async () => {
		await service.fail({ kind: 'timeout' });
		const { error } = await runNode(
			service.credential,
			{ ...parameters, requestOptions: { timeout: 200 } },
			people(2),
		);
		expect(error?.message).toBe("The service didn't answer in time");
		expect(error?.description).toContain("To wait longer, raise 'Timeout'");
	});

	it('refuses a proxy that is no address before a request', async () => {
		const { error } = await runNode(
			service.credential,
			{ ...parameters, requestOptions: { proxy: 'somewhere' } },
			people(1),
		);
		expect(error?.message).toContain("'Proxy' isn't a web address");
		expect(await requests(service)).toEqual([]);
	});
});
