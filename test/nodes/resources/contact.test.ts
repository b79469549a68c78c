import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { servicesNumber } from '../../../nodes/MessagingService/values/phoneNumbers';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { pairs, post, requests } from '../../support/requests';
import { inOrder, places, retry } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

/** The parameters of an operation, as one object. */
const contact = (operation: string, parameters: object = {}) => ({
	...{ resource: 'contact', operation, ...parameters },
});

/** Validates the `phone` of each item. */
const validate = async (phones: unknown[], options: object = {}, settings: Partial<INode> = {}) => {
	const parameters = contact('validate', { phoneNumber: '={{ $json.phone }}', options });
	const items = phones.map((phone) => ({ phone })) as IDataObject[];
	return await runNode(service.credential, parameters, items, settings);
};
const bodies = async () => (await requests(service)).map(({ body }) => body as IDataObject);

describe('Contact: Validate Number', () => {
	it('asks the service about any text with JSON', async () => {
		const json = { specifyBody: 'json', jsonBody: '={{ ({ phoneNumber: $json.phone }) }}' };
		const { output } = await runNode(service.credential, contact('validate', json), [
			{ phone: '12 not a number' },
		]);
		expect(output[0].json).toMatchObject({ valid: false });
		expect(await bodies()).toEqual([{ phoneNumber: '12 not a number' }]);
	});

	it.each<[unknown, false | null, string, string?]>([
		['abc', false, "The number isn't a phone number: abc"],
		['', false, 'The number is empty'],
		[undefined, false, 'The number is empty'],
		['+370', false, "The number isn't a phone number: +370"],
		['3906123456', null, 'The number may be +393906123456 or +3906123456', 'IT'],
		['8 600 12345', null, "The number isn't an international phone number: 8 600 12345"],
		['060012345', null, 'The number has no country code: 060012345'],
		["'+37060012345", null, `isn't a phone number: '+37060012345. It has "'" in it.`],
		['tel:+37060012345', null, 'It has "tel:" in it.'],
		['\uff13\uff17\uff1060012345', null, 'It has "\uff13\uff17\uff10" in it.'],
		[{ a: 1 }, null, "The number must be one phone number, but it's an object"],
	])(
		'answers itself for %j, which is not valid, or perhaps (%j), and asks about the others',
		async (phone, valid, reason, ...[defaultCountry]) => {
			const options = defaultCountry ? { defaultCountry } : {};
			const { output } = await validate(['+37060012345', phone, '+37060012346'], options);
			expect(output.map(({ json }) => json.valid)).toEqual([true, valid, true]);
			const json = { phoneNumber: phone ?? '', valid, reason: expect.stringContaining(reason) };
			expect(output[1]).toEqual({ json, pairedItem: { item: 1 } });
			expect(await bodies()).toHaveLength(2);
		},
	);

	it('asks about exactly what can be sent to, and answers itself for any other value', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }), async (given) => {
				await service.reset();
				const { output, error } = await validate(given);
				expect(error).toBeUndefined();
				const numbers = given.flatMap((phone) => servicesNumber(phone) ?? []);
				const asked = (await bodies()).map(({ phoneNumber }) => phoneNumber);
				expect(asked.sort()).toEqual(numbers.sort());
				expect(output.map(({ pairedItem }) => pairedItem)).toEqual(inOrder(given.length));
				for (const [place, { json }] of output.entries()) {
					const value = given[place];
					const { length } = JSON.stringify(value ?? '').match(/\d/g) ?? [];
					const isThing = typeof value === 'object' && value !== null;
					if (servicesNumber(value) !== undefined) expect(typeof json.valid).toBe('boolean');
					else if (isThing || length > 4) expect(json.valid).toBeNull();
					// A spreadsheet's 3.7E+10 has few digits, too.
					else expect(length ? [false, null] : [false]).toContain(json.valid);
				}
			}),
			tries(30),
		);
	});

	it('has the answer kept when Retry On Fail tries again', async () => {
		await service.fail({ kind: 'status', status: 400, path: '/contacts/validate' });
		const { output } = await validate(['12', '37060012345'], {}, retry);
		expect(output.map(({ json }) => json.valid)).toEqual([false, true]);
	});
});

describe('Contact: Update Consent', () => {
	const update = (contactId: unknown) => contact('updateConsent', { contactId });

	it.each<[string, unknown]>([
		...['fax', 'SMS', '', 'sms '].map((value): [string, unknown] => ['channel', value]),
		...['yes', true, null, 'Granted'].map((value): [string, unknown] => ['status', value]),
	])('refuses a %s that the menu does not have: %j', async (field, value) => {
		const parameters = { ...update('c-1'), [field]: '={{ $json.value }}' };
		const { error } = await runNode(service.credential, parameters, [{ value }] as IDataObject[]);
		expect(error?.message).toMatch(field === 'status' ? /^'Status' is / : /^'Channel' is /);
		expect(await requests(service)).toEqual([]);
	});

	it('needs an ID: n8n asks for it, and the node where an expression gives none', async () => {
		await expect(runNode(service.credential, update(''))).rejects.toThrow(
			'Parameter "Contact ID" is required.',
		);
		const { error } = await runNode(service.credential, update('={{ "" }}'));
		expect(error?.message).toBe("'Contact ID' is empty (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});

	it.each([true, false])('takes the ID that a model gives (byEngine: %s)', async (byEngine) => {
		const contactId = "={{ $fromAI('Contact_ID', '', 'string') }}";
		await service.answer({ contactId: 'c-1' });
		const calls = [{ Contact_ID: 'c-1' }];
		await callTool(service.credential, update(contactId), calls, { byEngine });
		expect(await requests(service)).toEqual([
			post('/contacts/c-1/consent', { channel: 'sms', status: 'granted' }),
		]);
	});
});

describe('Contact: Import', () => {
	const parameters = contact('import', {
		phoneNumber: '={{ $json.phone }}',
		contactFields: pairs('field', { firstName: '={{ $json.name }}', vip: '={{ $json.vip }}' }),
	});

	it('posts all input items with their own fields, and gives one item for each', async () => {
		const { output } = await runNode(service.credential, parameters, [
			{ phone: 37060012345, name: 'Ada', vip: true },
			{ phone: '+370 600 12346', name: '', vip: false },
		]);
		expect(output).toEqual(
			['37060012345', '37060012346'].map((phoneNumber, item) => ({
				json: { contactId: expect.any(String), phoneNumber, status: 'created' },
				pairedItem: { item },
			})),
		);
		expect(await requests(service)).toEqual([
			post('/contacts/import', [
				{ phoneNumber: '37060012345', firstName: 'Ada', vip: true },
				{ phoneNumber: '37060012346', vip: false },
			]),
		]);
	});

	it('sends the JSON of the user once for all input items', async () => {
		const jsonBody = '={{ $input.all().map((item) => item.json) }}';
		const items = [{ phoneNumber: '37060012345', list: 7 }, { phoneNumber: '37060012346' }];
		const given = contact('import', { specifyBody: 'json', jsonBody });
		const run = await runNode(service.credential, given, items);
		expect(await requests(service)).toEqual([post('/contacts/import', items)]);
		expect(places(run)).toEqual([inOrder(2), inOrder(2)]);
	});
});
