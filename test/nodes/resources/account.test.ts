import { runNode } from '../../support/engine';
import { get, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('Account: Get Balance', () => {
	const parameters = { resource: 'account', operation: 'getBalance' };
	const balances = [
		{ amount: 1000, currency: 'EUR' },
		{ amount: 250, currency: 'USD' },
	];

	it('asks with the key in the query, and gives one item for each currency', async () => {
		const { output, error } = await runNode(service.credential, parameters);
		expect(error).toBeUndefined();
		expect(output).toEqual(balances.map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(await requests(service)).toEqual([get('/v1/Common/balance')]);
	});

	it('asks once for each input item and pairs the answer with it', async () => {
		const { output } = await runNode(service.credential, parameters, [{}, {}]);
		expect(output.map(({ json, pairedItem }) => [json.currency, pairedItem])).toEqual([
			['EUR', { item: 0 }],
			['USD', { item: 0 }],
			['EUR', { item: 1 }],
			['USD', { item: 1 }],
		]);
	});

	it('stops with the words of the service when the key is wrong', async () => {
		const credential = { ...service.credential, apiKey: 'wrong' };
		const { error, output } = await runNode(credential, parameters);
		expect(output).toEqual([]);
		expect(error).toMatchObject({
			message: 'The key in the query parameter X-ApiKey is not a valid key',
			description: expect.stringContaining('Check the API key in the credential'),
			httpCode: '401',
		});
	});

	it.each([
		['a trailing slash', (address: string) => `${address}/`],
		['several trailing slashes', (address: string) => `${address}///`],
		['spaces around it', (address: string) => ` ${address} `],
		['no trailing slash', (address: string) => address],
	])('reaches the service at an address with %s', async (_, addressOf) => {
		const credential = { ...service.credential, sandboxUrl: addressOf(service.address) };
		const { output } = await runNode(credential, parameters);
		expect(output).toHaveLength(2);
		expect(await requests(service)).toEqual([get('/v1/Common/balance')]);
	});

	it('keeps the path of an address, with and without a slash at its end', async () => {
		await service.answer(balances);
		for (const path of ['/gateway/sms', '/gateway/sms/']) {
			const credential = { ...service.credential, sandboxUrl: service.address + path };
			await runNode(credential, parameters);
		}
		expect((await requests(service)).map(({ path }) => path)).toEqual([
			'/gateway/sms/v1/Common/balance',
			'/gateway/sms/v1/Common/balance',
		]);
	});

	it('refuses an address of Production that would carry the key in clear', async () => {
		const credential = {
			...service.credential,
			environment: 'production',
			productionUrl: service.address,
		};
		const { error } = await runNode(credential, parameters);
		expect(error?.message).toContain("'Production URL' must begin with https://");
		expect(await requests(service)).toEqual([]);
	});
});
