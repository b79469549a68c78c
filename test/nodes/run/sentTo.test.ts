import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Asked } from '../../support/outcomes';
import { batchOf, outcomesOf } from '../../support/outcomes';
import { runNode } from '../../support/engine';
import { group, recipients, retry, send, sendBulk, single } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const [one, two, three] = recipients(3);
const jsons = async (parameters: INodeParameters, items: IDataObject[] = [one], settings = {}) =>
	(await runNode(service.credential, parameters, items, settings)).output.map(({ json }) => json);

const email = { resource: 'email', operation: 'send', from: 'shop@example.com' };
const copies = { field: [{ name: 'cc', value: 'bob@example.com' }] };

describe('Whom a message went to comes out as it was sent', () => {
	it.each<[string, INodeParameters, string]>([
		['a number as somebody wrote it', { ...send, to: '+370 (600) 12-345' }, '37060012345'],
		[
			'a number as people dial it',
			{ ...send, to: '8 600 12345', options: { defaultCountry: 'LT' } },
			'37060012345',
		],
		[
			'addresses, without those of copies',
			{
				...{ ...email, subject: 'Hello', text: 'Hello', options: { bodyFields: copies } },
				to: 'Ada <ada@example.com>,bob@example.com',
			},
			'Ada <ada@example.com>, bob@example.com',
		],
	])('%s', async (_, parameters, to) => {
		expect(await jsons(parameters)).toMatchObject([{ to, messageId: expect.any(String) }]);
	});

	it.each<unknown>([null, 37060099999, '', 'nobody', [one.to]])(
		'but not over what the service calls so: %j',
		async (to) => {
			const said = { messageId: 'a', to };
			await service.answer(said);
			expect(await jsons(send)).toEqual([said]);
		},
	);

	it('with what earlier tries sent, and to each its own', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, after: 1 });
		const slowly = { ...send, options: group('requests', { concurrency: 1 }) };
		expect((await jsons(slowly, [one, two, three], retry)).map(({ to }) => to)).toEqual(
			[one, two, three].map(({ to }) => to),
		);
	});

	it('and not in what Wait for Delivery keeps as the answer', async () => {
		const said = { messageId: await service.send(one.to), delivery: 'soon' };
		await service.advance(60_000);
		await service.fail({ ...single, kind: 'status', status: 200, body: said });
		const [json] = await jsons({ ...send, options: group('waitForDelivery') });
		expect(json).toMatchObject({ to: one.to, delivery: 'delivered' });
		expect(json.answer).toEqual(said);
	});
});

describe('Nobody is named', () => {
	it('where the answer is about several messages', async () => {
		await service.answer({ batchId: '17' });
		expect(await jsons(sendBulk(10), [one, two])).toEqual([{ batchId: '17' }]);
	});

	it.each(['sms sendBulk', 'viber send', 'email send'])(
		'for a body that somebody wrote as a whole: %s',
		async (name) => {
			const [resource, operation] = name.split(' ');
			await service.answer({ messageId: 'a' });
			const jsonBody = JSON.stringify({ to: one.to, from: 'Shop', text: 'Hello' });
			const parameters = { resource, operation, specifyBody: 'json', jsonBody };
			expect(await jsons(parameters)).toEqual([{ messageId: 'a' }]);
		},
	);

	it('for a campaign, also if somebody adds such a field', async () => {
		await service.answer({ campaignId: '7' });
		const bodyFields = { field: [{ name: 'to', value: one.to }] };
		const parameters = { resource: 'campaign', operation: 'create', name: 'Sale', from: 'Shop' };
		const options = { bodyFields };
		expect(await jsons({ ...parameters, text: 'Hello', recipients: two.to, options })).toEqual([
			{ campaignId: '7' },
		]);
	});

	it.each([true, false])(
		'to a model, which may not know the number (by engine: %s)',
		async (byEngine) => {
			const { answers } = await callTool(service.credential, { ...send, to: one.to }, [{}], {
				byEngine,
			});
			expect(JSON.stringify(answers)).toContain('messageId');
			expect(JSON.stringify(answers)).not.toContain(one.to);
		},
	);

	it('in an outcome that failed, or of what only reads', () => {
		const batch: Asked = { ...batchOf([one, two]), body: { to: () => undefined } };
		const answer = [
			{ messageId: 'a', ...one },
			{ error: 'No', ...two },
		];
		expect(outcomesOf(answer, batch).map(({ to }) => to)).toEqual([one.to, undefined]);
		const read = outcomesOf(answer, { ...batch, effect: 'read' });
		expect(read.map(({ to }) => to)).toEqual([undefined, undefined]);
	});
});
