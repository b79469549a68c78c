import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { knowing, watching } from '../../../support/poll';
import { serviceForTests } from '../../../support/service';

const service = serviceForTests();

const summarize = async (
	items: IDataObject[],
	settings: Partial<INode> = {},
	parameters: INodeParameters = {},
	credential = service.credential,
) =>
	await runNode(
		credential,
		{ resource: 'sms', operation: 'summarizeReports', ...parameters },
		items,
		{ credentials: undefined, ...settings },
	);
const part = (messageId: string, partId: string, entry: IDataObject): IDataObject => ({
	...{ messageId, to: 37060012345, partId, state: 1, ...entry },
});
const refused = "This isn't an entry of a delivery report";
const deliveredAt = (time: string) => ({ delivered: `2026-11-21T10:00:${time}.000Z` });

describe('SMS: Summarize Delivery Reports', () => {
	it('gives one item for each message, in their order, paired with all of its entries', async () => {
		const { output, error } = await summarize([
			part('a', '1', deliveredAt('05')),
			part('b', '1', { errorCode: '27' }),
			part('a', '2', deliveredAt('07')),
			part('b', '2', {}),
		]);
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{
				json: {
					...{ messageId: 'a', to: 37060012345, parts: 2, delivered: 2, failed: 0, pending: 0 },
					...{ delivery: 'delivered', firstError: null, sent: null },
					...{ deliveredAt: '2026-11-21T10:00:07.000Z', secondsToDelivery: null },
				},
				pairedItem: [{ item: 0 }, { item: 2 }],
			},
			{
				json: expect.objectContaining({ messageId: 'b', parts: 2, failed: 1, firstError: '27' }),
				pairedItem: [{ item: 1 }, { item: 3 }],
			},
		]);
		expect(await service.received()).toEqual([]);
	});

	const sentA = { messageId: 'a', sent: '2026-11-21T10:00:00.500Z' };
	const uuid = '6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10';
	const [arrived, failed] = [part('a', '1', deliveredAt('05')), part('a', '2', { errorCode: '9' })];
	it.each<[string, IDataObject[], object[]]>([
		[
			'what Send gave: when it was sent, and how many parts it has',
			[{ ...sentA, partIds: ['1', '2'] }, arrived],
			[{ parts: 2, delivered: 1, pending: 1, sent: sentA.sent, secondsToDelivery: null }],
		],
		[
			'the same behind its parts',
			[arrived, { ...sentA, partIds: ['1'] }],
			[{ parts: 1, delivery: 'delivered', sent: sentA.sent, secondsToDelivery: 4.5 }],
		],
		[
			'what Send gave twice, with fewer parts the second time',
			[{ ...sentA, partIds: ['1', '2'] }, { ...sentA, partIds: ['1'] }, arrived],
			[{ parts: 2, delivered: 1, pending: 1 }],
		],
		// As the answer to a bulk may be: the specification does not show it.
		...[
			{ ...sentA, to: '370', status: 'accepted' },
			{ ...sentA, state: null, errorCode: '', delivered: ' ' },
			{ ...sentA, partIds: [] },
		].flatMap(
			(note): Array<[string, IDataObject[], object[]]> => [
				['what only tells that a message was sent', [note], [{ parts: 1, pending: 1 }]],
				['that, and a part', [note, arrived], [{ parts: 1, delivery: 'delivered' }]],
			],
		),
		...[{ parts: [arrived, failed] }, { entries: [null, arrived, 'x', failed], parts: [] }].map(
			(lists): [string, IDataObject[], object[]] => [
				'the entries within an item',
				[{ messageId: 'a', partIds: ['1', '2'], ...lists }] as IDataObject[],
				[{ to: 37060012345, parts: 2, delivered: 1, failed: 1 }],
			],
		),
		[
			'a part that has an error text of its own',
			[part('a', '1', { errorCode: '27', error: 'No route' }), { error: 'Refused' }],
			[{ messageId: 'a', parts: 1, failed: 1 }, { error: 'Refused' }],
		],
		[
			'a UUID in small letters and in capitals as one',
			[{ messageId: uuid, sent: sentA.sent }, part(uuid.toUpperCase(), '1', deliveredAt('05'))],
			[{ messageId: uuid, parts: 1, secondsToDelivery: 4.5 }],
		],
		[
			'any other ID as it is, also as a number',
			[{ messageId: 'a' }, { messageId: 'A' }, { messageId: 7 }, part('7', '1', {})],
			[{ messageId: 'a' }, { messageId: 'A' }, { messageId: '7' }],
		],
	])('counts %s', async (_, items, summaries) => {
		const { output, error } = await summarize(items);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json)).toEqual(
			summaries.map((one) => expect.objectContaining(one)),
		);
	});

	it('gives the same for the whole messages that the trigger emits', async () => {
		const to = ['37060012345', '37060000002'];
		const ids = await Promise.all(
			to.map(async (number) => await service.send(number, 'x'.repeat(200))),
		);
		await service.advance(60_000);
		const messages = (await watching(service, ids, {}, 'messageCompleted').poll()) ?? [];
		const { output } = await summarize(messages);
		expect(output.map(({ json }) => ({ ...json, entries: expect.any(Array) }))).toEqual(messages);
		expect(output.map(({ json }) => json.delivered)).toEqual([2, 0]);
	});

	it('refuses an item that is not about a message, and its own summaries, naming them', async () => {
		const { output } = await summarize([part('a', '1', { errorCode: '27' })]);
		for (const item of [output[0].json, { name: 'Ada' }, { messageId: {} }]) {
			const { error } = await summarize([part('a', '1', {}), item]);
			expect(error?.message).toBe(`${refused} (item 2 of 2)`);
			expect(error?.description).toContain('Connect the node to Get Delivery Report');
		}
	});

	it('with Continue, gives the summaries of the others and an error for such an item', async () => {
		const items = [part('a', '1', {}), { name: 'Ada' }, part('a', '2', {})];
		const json = { error: `${refused} (item 2 of 3)`, details: expect.any(String) };
		const error = { json, pairedItem: { item: 1 } };
		const summary = {
			json: expect.objectContaining({ messageId: 'a', parts: 2 }),
			pairedItem: [{ item: 0 }, { item: 2 }],
		};
		const continued = await summarize(items, { onError: 'continueRegularOutput' });
		expect(continued.output).toEqual([summary, error]);

		const apart = await summarize(items, { onError: 'continueErrorOutput' });
		expect(apart.output).toEqual([summary]);
		expect(apart.errorOutput).toMatchObject([error]);
	});
});

describe('SMS: Summarize Delivery Reports, Group By', () => {
	const sent = (messageId: string) => ({
		...{ messageId, sent: '2026-11-21T10:00:00.000Z', partIds: ['1'] },
	});
	const items = [
		...['a', 'b', 'c'].map(sent),
		{ ...sent('d'), partIds: ['1', '2'] },
		part('a', '1', deliveredAt('05')),
		part('b', '1', { errorCode: '27', to: 4915123456789 }),
		part('c', '1', { ...deliveredAt('08'), to: 4915123456780 }),
		part('a', '2', deliveredAt('04')),
	];
	const summarizeBy = async (groupBy: string, given = items, settings: Partial<INode> = {}) =>
		await summarize(given, settings, { groupBy });

	it('Everything gives one item, paired with all', async () => {
		const { output, error } = await summarizeBy('everything');
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{
				json: {
					...{ messages: 4, messagesDelivered: 2, parts: 6, delivered: 3, failed: 1, pending: 2 },
					...{ deliveredShare: 0.5, medianSecondsToDelivery: 6.5, p95SecondsToDelivery: 8 },
				},
				pairedItem: [0, 4, 7, 1, 5, 2, 6, 3].map((item) => ({ item })),
			},
		]);
		expect(await service.received()).toEqual([]);
	});

	it('counts with the states that the credential names', async () => {
		const { credential } = knowing(service, { deliveredStates: '5', failedStates: '6' });
		const parameters = { groupBy: 'everything', useAccountDefaults: true };
		const given = [part('a', '1', { state: 5 }), part('b', '1', { state: 6 })];
		const chosen = { credentials: { messagingServiceApi: { id: '1', name: 'Test' } } };
		const { output } = await summarize(given, chosen, parameters, credential);
		expect(output[0].json).toMatchObject({ delivered: 1, failed: 1, deliveredShare: 0.5 });
	});

	it('lets what is no report entry come out behind the groups', async () => {
		const skipped = { skipped: 'suppressed', to: '37060012345' };
		const given = [skipped, { name: 'Ada' }, part('a', '1', {})];
		for (const [groupBy, one] of [
			['message', { messageId: 'a' }],
			['everything', { messages: 1 }],
		] as const) {
			const { output } = await summarizeBy(groupBy, given, { onError: 'continueRegularOutput' });
			expect(output).toEqual([
				{ json: expect.objectContaining(one), pairedItem: [{ item: 2 }] },
				{ json: skipped, pairedItem: { item: 0 } },
				{ json: expect.objectContaining({ error: expect.any(String) }), pairedItem: { item: 1 } },
			]);
		}
		const { output: empty } = await summarizeBy('everything', [skipped]);
		expect(empty.map(({ json }) => json)).toEqual([
			expect.objectContaining({ messages: 0, deliveredShare: null }),
			skipped,
		]);
	});

	it('Everything is refused as input again', async () => {
		const { output } = await summarizeBy('everything');
		const { error } = await summarizeBy('everything', [output[0].json]);
		expect(error?.message).toContain(refused);
	});

	it.each([
		['errorCode', 'errorCode'],
		['={{ ["everything"] }}', 'a list'],
	])('refuses %j', async (given, shown) => {
		const { error, output } = await summarizeBy(given);
		expect(error?.message).toBe(
			`'Group By' is neither everything nor message: ${shown} (the settings of the node)`,
		);
		expect(output).toEqual([]);
	});

	it('is the same for items whose expressions would give different groups: the first decides', async () => {
		const { output } = await summarizeBy('={{ $itemIndex ? "message" : "everything" }}');
		expect(output).toHaveLength(1);
	});
});
