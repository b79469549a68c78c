import { runNode } from '../../support/engine';
import { get, post, requests } from '../../support/requests';
import { group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('SMS: Get Delivery Report', () => {
	const parameters = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.id }}' };

	async function sentMessage(text = 'x'.repeat(200)): Promise<string> {
		const { output } = await runNode(service.credential, {
			resource: 'sms',
			operation: 'send',
			to: '37060012345',
			from: 'Shop',
			text,
		});
		await service.advance(10_000);
		await service.control('DELETE', 'requests');
		return String(output[0].json.messageId);
	}

	it('posts the id, and gives one item for each SMS part as the service has it', async () => {
		const id = await sentMessage();
		const { output } = await runNode(service.credential, parameters, [{ id }]);
		const part = {
			messageId: id,
			to: 37060012345,
			partId: expect.any(String),
			state: 2,
			delivered: expect.stringMatching(/^\d{4}-.*Z$/),
		};
		expect(output).toEqual([
			{ json: part, pairedItem: { item: 0 } },
			{ json: part, pairedItem: { item: 0 } },
		]);
		expect(await requests(service)).toEqual([post('/v1/sms/report', { messageId: id })]);
	});

	it('asks with GET and everything in the query when Method says so', async () => {
		const id = await sentMessage('short');
		const { output } = await runNode(
			service.credential,
			{ ...parameters, options: group('requests', { method: 'GET' }) },
			[{ id }],
		);
		expect(output).toHaveLength(1);
		expect(await requests(service)).toEqual([get('/v1/sms/report', { messageId: id })]);
	});

	it.each([
		[{ messageId: '1', report: [{ partId: 'a' }, { partId: 'b' }] }],
		[{ messageId: '1', partIds: ['a', 'b'] }],
		[{ messageId: '1', state: 2, history: [{ state: 1 }, { state: 2 }] }],
	])('gives an object as it came, whatever list is in it: %j', async (body) => {
		await service.fail({ kind: 'status', status: 200, body });
		const { output } = await runNode(service.credential, parameters, [{ id: '1' }]);
		expect(output.map(({ json }) => json)).toEqual([body]);
	});

	it('stops with the words of the service for an unknown message', async () => {
		const id = '6f1c1f4e-8f0b-4b1c-9f53-2b2f2d1c7a10';
		const { error } = await runNode(service.credential, parameters, [{ id }]);
		expect(error).toMatchObject({
			message: `There is no SMS or Viber message with messageId ${id}`,
			description: expect.stringContaining('Check the ID'),
			httpCode: '404',
		});
	});

	it.each([[group('requests', { method: 'GET' })], [{}]])(
		'refuses a blank id before a request, options %j',
		async (options) => {
			const { error } = await runNode(service.credential, { ...parameters, options }, [{ id: '' }]);
			expect(error?.message).toBe("'Message ID' is empty (item 1 of 1)");
			expect(await requests(service)).toEqual([]);
		},
	);

	it('refuses a Method that is none before a request', async () => {
		const parameters = {
			resource: 'sms',
			operation: 'getReport',
			messageId: '7',
			options: group('requests', { method: '={{ "PUT" }}' }),
		};
		const { error } = await runNode(service.credential, parameters);
		expect(error?.message).toBe("'Method' is neither GET nor POST: PUT (item 1 of 1)");
		expect(await service.received()).toEqual([]);
	});
});
