import { runNode } from '../../support/engine';
import { post, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';
import { group } from '../../support/sending';

const service = serviceForTests();

const parameters = {
	resource: 'viber',
	operation: 'send',
	to: '={{ $json.phone }}',
	from: 'Shop',
	text: 'Hello',
	imageUrl: '',
	buttonText: '',
	buttonUrl: '',
};
const item = { phone: '+370 600 12345' };
const body = { to: '37060012345', from: 'Shop', text: 'Hello' };

describe('Viber: Send', () => {
	it('posts the message without the fields that are blank, and gives what the service answered', async () => {
		const { output } = await runNode(service.credential, parameters, [item]);
		expect(output).toEqual([
			{
				json: { messageId: expect.any(String), sent: expect.any(String) },
				pairedItem: { item: 0 },
			},
		]);
		expect(await requests(service)).toEqual([post('/viber', body)]);
	});

	it('posts picture and button', async () => {
		const rich = {
			imageUrl: 'https://example.com/a.png?x=1&y=2',
			buttonText: 'Track',
			buttonUrl: 'https://example.com/orders/1001',
		};
		await runNode(service.credential, { ...parameters, ...rich }, [item]);
		expect(await requests(service)).toEqual([post('/viber', { ...body, ...rich })]);
	});

	it.each([{ buttonText: 'Track it' }, { buttonUrl: 'https://example.com' }])(
		'refuses half a button before anything is sent: %j',
		async (half) => {
			const { error } = await runNode(service.credential, { ...parameters, ...half }, [item]);
			expect(error?.message).toContain('The button has a text or an address, but not both');
			expect(await service.received()).toEqual([]);
		},
	);

	it('stops with the words of the service', async () => {
		const { error } = await runNode(
			service.credential,
			{ ...parameters, options: group('requests', { maxWait: 0 }) },
			[{ phone: '37060000429' }],
		);
		expect(error).toMatchObject({
			message: 'Too many requests, try again in 1 second (recipient ending in 0429)',
			description: expect.stringContaining('Send Bulk needs fewer requests'),
			httpCode: '429',
		});
	});

	it('posts to the path of the credential', async () => {
		const credential = { ...service.credential, customPaths: true, viberPath: 'v3/viber/' };
		await service.answer({});
		await runNode(credential, parameters, [item]);
		expect(await requests(service)).toEqual([post('/v3/viber', body)]);
	});

	it('says so when the credential has no path, and sends nothing', async () => {
		const { error } = await runNode(
			{ ...service.credential, customPaths: true, viberPath: '' },
			parameters,
			[item],
		);
		expect(error?.message).toBe("'Viber Path' is empty (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});
});
