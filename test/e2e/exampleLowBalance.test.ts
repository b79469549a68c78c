import { importExample, sharedHost } from './support';
import { publisherForTests } from './support/exampleData';

const host = sharedHost();
const publish = publisherForTests(host);
beforeEach(async () => await host.sandbox.reset());

describe('Example: Tell the owner when the balance is low', () => {
	async function morning(balance: { EUR: number; USD: number }) {
		await host.sandbox.call('POST', 'balance', balance);
		const workflow = await publish(await importExample(host, 'low-balance-alert'));
		const execution = await host.client.runWorkflow(workflow.id, 'Every morning');
		expect(execution.status).toBe('success');
		return await host.sandbox.messages();
	}

	test('sends one SMS when there are less than 10 euros', async () => {
		expect(await morning({ EUR: 9.99, USD: 250 })).toMatchObject([
			{
				to: '37060012345',
				parts: [
					{ text: 'Your Messaging Service account has only 9.99 EUR left. Please top it up.' },
				],
			},
		]);
	});

	test('sends none when there are enough euros, however few dollars', async () => {
		expect(await morning({ EUR: 10, USD: 1 })).toEqual([]);
	});
});
