import { runNode } from '../../support/engine';
import { pairs, post, requests } from '../../support/requests';
import { sent } from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';

const service = serviceForTests();

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
			{ phone: '+370 (600) 12-345', text: 'Labas, ačiū 🎉\nir iki' },
		]);
		expect(error).toBeUndefined();
		expect(output).toEqual([{ json: sent, pairedItem: { item: 0 } }]);
		expect(await requests(service)).toEqual([
			post('/v1/sms/single', {
				to: '37060012345',
				from: 'Shop',
				text: 'Labas, ačiū 🎉\nir iki',
			}),
		]);
	});

	it('sends one message for each input item, and keeps their order', async () => {
		const { output } = await runNode(service.credential, parameters, [
			{ phone: '37060000001', text: 'one part' },
			{ phone: '37060000011', text: 'x'.repeat(200) },
			{ phone: '37060000021', text: 'one part' },
		]);
		expect(output.map(({ json, pairedItem }) => [json.partIds, pairedItem])).toEqual([
			[[expect.any(String)], { item: 0 }],
			[[expect.any(String), expect.any(String)], { item: 1 }],
			[[expect.any(String)], { item: 2 }],
		]);
	});

	it('sends a text that an expression gives as a number', async () => {
		await runNode(service.credential, parameters, [{ phone: 37060012345, text: 1234 }]);
		expect((await requests(service))[0].body).toEqual({
			to: '37060012345',
			from: 'Shop',
			text: '1234',
		});
	});

	it.each([
		[{ text: 'another' }, '\'Body Fields\' has "text", which is already sent'],
		[{ '': 'x' }, "'Body Fields' has a value without a name"],
		[{ validity: '24', ' validity ': '7' }, '\'Body Fields\' has "validity" twice'],
	])('refuses the body field %j before a request', async (field, message) => {
		const { error } = await runNode(
			service.credential,
			{ ...parameters, options: { bodyFields: pairs('field', field) } },
			[{ phone: '37060012345', text: 'Hello' }],
		);
		expect(error?.message).toBe(`${message} (item 1 of 1)`);
		expect(await requests(service)).toEqual([]);
	});

	it('stops with what the service said and what to do', async () => {
		const { error, run } = await runNode(service.credential, parameters, [
			{ phone: '37060000400', text: 'a' },
		]);
		expect(error).toMatchObject({
			message: 'to is not a number the service can reach (recipient ending in 0400)',
			description: expect.stringMatching(
				/^HTTP status 400\. This was item 1 of 1\. .*Check the values/,
			),
			httpCode: '400',
		});
		expect(JSON.stringify(run)).not.toContain(API_KEY);
	});

	it('refuses a blank text before a request', async () => {
		const { error } = await runNode(service.credential, parameters, [
			{ phone: '37060012345', text: ' \n' },
		]);
		expect(error?.message).toBe("'Text' is empty (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});
});
