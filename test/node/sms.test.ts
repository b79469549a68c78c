import { runNode } from '../support/engine';
import { API_KEY, Service } from '../support/service';

let service: Service;

beforeAll(async () => {
	service = await Service.start();
});
afterAll(async () => await service.stop());
beforeEach(async () => await service.reset());

describe('SMS: Send', () => {
	const parameters = {
		resource: 'sms',
		operation: 'send',
		to: '={{ $json.phone }}',
		from: 'Shop',
		text: '={{ $json.text }}',
	};

	it('posts to, from and text, and gives the id of the message', async () => {
		const { output, error } = await runNode(service.credential, parameters, [
			{ phone: '+370 (600) 12-345', text: 'Labas, ačiū' },
		]);
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{
				json: {
					messageId: expect.any(String),
					sent: expect.any(String),
					partIds: [expect.any(String)],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await service.received()).toMatchObject([
			{
				method: 'POST',
				path: '/v1/sms/single',
				query: {},
				headers: {
					'x-apikey': '***',
					accept: 'application/json',
					'content-type': 'application/json',
				},
				body: { to: '37060012345', from: 'Shop', text: 'Labas, ačiū' },
				status: 200,
			},
		]);
	});

	it('stops with what the service said and what to do', async () => {
		const { error, run } = await runNode(service.credential, parameters, [
			{ phone: '37060000400', text: 'a' },
		]);
		expect(error?.message).toMatch(/./);
		console.log(error?.message, '|', error?.description, error?.httpCode);
		expect(JSON.stringify(run)).not.toContain(API_KEY);
	});
});
