import { runNode } from '../../support/engine';
import { pairs, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

describe('Import that maps fields automatically', () => {
	const auto = {
		resource: 'contact',
		operation: 'import',
		phoneNumber: '={{ $json.phone }}',
		contactFieldMapping: 'autoMap',
	};
	const bodies = async () => (await requests(service)).map(({ body }) => body);

	it('stores every field of the item under its own name, but the phone number', async () => {
		const items = [
			{ phone: '+370 600 12345', firstName: 'Ada', vip: true, tags: ['a'], age: 0, note: '' },
			{ phone: 37060012346, lastName: 'B', none: null, at: { city: 'Vilnius' } },
		];
		await runNode(service.credential, auto, items);
		expect(await bodies()).toEqual([
			[
				{ phoneNumber: '37060012345', firstName: 'Ada', vip: true, tags: ['a'], age: 0 },
				{ phoneNumber: '37060012346', lastName: 'B', at: { city: 'Vilnius' } },
			],
		]);
	});

	it('knows the number in another way of writing, and as one of a country', async () => {
		const options = { defaultCountry: 'LT' };
		const items = [
			{ phone: '8 600 12345', again: '+370-600-12345', phoneNumber: '0037060012345', name: 'Ada' },
		];
		await runNode(service.credential, { ...auto, options }, items);
		expect(await bodies()).toEqual([[{ phoneNumber: '37060012345', name: 'Ada' }]]);
	});

	it('keeps names that mean something to JavaScript', async () => {
		const item = JSON.parse('{"phone":"37060012345","constructor":"a","__proto__":"b"}');
		await runNode(service.credential, auto, [item]);
		const [text] = (await service.received()).map(({ body }) => JSON.stringify(body));
		expect(text).toContain('"constructor":"a"');
	});

	it('refuses a name that stands for two values, before anything is sent', async () => {
		const { error } = await runNode(service.credential, auto, [
			{ phone: '37060012345', phoneNumber: '37060012346' },
		]);
		expect(error?.message).toBe(
			'The item has a field "phoneNumber", which is already sent (item 1 of 1)',
		);
		expect(error?.description).toContain('Edit Fields');
		expect(await requests(service)).toEqual([]);
	});

	it('does not store the pairs that are hidden, and stores them otherwise', async () => {
		const contactFields = pairs('field', { firstName: 'Bob' });
		const item = [{ phone: '37060012345', lastName: 'Ada' }];
		await runNode(service.credential, { ...auto, contactFields }, item);
		const manual = { ...auto, contactFieldMapping: 'manual', contactFields };
		await runNode(service.credential, manual, item);
		expect(await bodies()).toEqual([
			[{ phoneNumber: '37060012345', lastName: 'Ada' }],
			[{ phoneNumber: '37060012345', firstName: 'Bob' }],
		]);
	});

	it('is not there in a tool, where the pairs are', async () => {
		const contactFields = pairs('field', { firstName: "={{ $fromAI('Name') }}" });
		const { resource, operation } = auto;
		const given = { resource, operation, phoneNumber: '37060012345', contactFields };
		await callTool(service.credential, given, [{ Name: 'Ada' }], { byEngine: true });
		expect(await bodies()).toEqual([[{ phoneNumber: '37060012345', firstName: 'Ada' }]]);
	});
});
