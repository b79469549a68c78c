import type { INodeParameters } from 'n8n-workflow';

import { operations, parametersOf } from '../../support/description';
import { runNode } from '../../support/engine';
import { get, pairs, post, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const phoneNumber = '37060012345';
const message = { to: phoneNumber, from: 'Shop', text: 'Hello' };
const mail = { to: 'ada@example.com', from: 'shop@example.com', subject: 'Order', text: 'Hello' };

type Case = { name: string; parameters: INodeParameters; path: string; body?: object };

const caseOf = (name: string, parameters: INodeParameters, path: string, body?: object): Case => {
	const [resource, operation] = name.split(' ');
	return { name, parameters: { resource, operation, ...parameters }, path, body };
};

/** What each operation posts, to the letter. */
const posts = [
	caseOf('campaign cancel', { campaignId: '7' }, '/campaigns/7/cancel', {}),
	caseOf(
		'campaign create',
		{ name: 'Spring', from: 'Shop', text: 'Sale!', recipients: phoneNumber },
		'/campaigns',
		{ name: 'Spring', from: 'Shop', text: 'Sale!', recipients: [phoneNumber] },
	),
	caseOf('contact import', { phoneNumber }, '/contacts/import', [{ phoneNumber }]),
	caseOf('contact updateConsent', { contactId: 'a/b c' }, '/contacts/a%2Fb%20c/consent', {
		channel: 'sms',
		status: 'granted',
	}),
	caseOf('contact validate', { phoneNumber }, '/contacts/validate', { phoneNumber }),
	caseOf('email send', mail, '/email', mail),
	caseOf('sms getReport', { messageId: '7' }, '/v1/sms/report', { messageId: '7' }),
	caseOf('sms send', message, '/v1/sms/single', message),
	caseOf('sms sendBulk', message, '/v1/sms/bulk', [message]),
	caseOf('suppression add', { phoneNumber }, '/suppression', { phoneNumber }),
	caseOf('viber send', message, '/viber', message),
];
const lists = [
	caseOf('campaign getReports', { campaignId: '7' }, '/campaigns/7/reports'),
	caseOf('campaign getMessages', { campaignId: '7' }, '/campaigns/7/messages'),
	caseOf('contact getAll', {}, '/contacts'),
	caseOf('suppression getAll', {}, '/suppression'),
];
const gets = [
	caseOf('account getBalance', {}, '/v1/Common/balance'),
	caseOf('campaign get', { campaignId: '7' }, '/campaigns/7'),
	...lists,
];
/** Those of the cases that have this parameter. */
const having = (parameter: string, cases: Case[]): Case[] =>
	cases.filter(({ parameters: { resource, operation } }) =>
		parametersOf(String(resource), String(operation)).includes(parameter),
	);
const withJson = having('jsonBody', posts);

it('Every operation is here, but for those with tests of their own', () => {
	const own = ['sms preview', 'sms sendAndWait', 'sms summarizeReports'];
	const all = Object.entries(operations).flatMap(([resource, names]) =>
		names.map((name) => `${resource} ${name}`),
	);
	const here = [...posts, ...gets].map(({ name }) => name);
	expect([...here, ...own].sort()).toEqual(all.sort());
});

it.each(having('options.bodyFields', posts))(
	'$name adds body fields with the types that expressions give',
	async ({ name, parameters, path, body }) => {
		const bodyFields = pairs('field', {
			...{ validity: '={{ 24 }}', flash: '={{ false }}', tags: '={{ ["a", "b"] }}' },
			...{ reference: '0012', blank: '', none: '={{ null }}', ' padded ': 'x' },
		});
		const added = { validity: 24, flash: false, tags: ['a', 'b'], reference: '0012', padded: 'x' };
		const blank: INodeParameters = name === 'campaign create' ? { scheduledAt: '' } : {};
		await service.answer({ messageId: 'a' });
		await runNode(service.credential, { ...parameters, options: { ...blank, bodyFields } });
		const sent = Array.isArray(body) ? [{ ...body[0], ...added }] : { ...body, ...added };
		expect(await requests(service)).toEqual([post(path, sent)]);
	},
);

describe.each(withJson)('$name, with JSON', ({ parameters, path }) => {
	const json = (jsonBody: string) => ({ ...parameters, specifyBody: 'json', jsonBody });

	it("sends the user's JSON as it is, and what an expression gives as JSON", async () => {
		await service.answer({ messageId: 'a' });
		await runNode(service.credential, json('{ "to": [ 1, { "a": null } ], "from": "" }'));
		await runNode(service.credential, json('={{ $json }}'), [{ numbers: [1, 2] }]);
		expect(await requests(service)).toEqual([
			post(path, { to: [1, { a: null }], from: '' }),
			post(path, { numbers: [1, 2] }),
		]);
	});

	it('refuses before a request what is no JSON', async () => {
		const { error } = await runNode(service.credential, json("[{ 'to': 1 }]"));
		expect(error?.message).toMatch(/^'JSON Body' isn't valid JSON: .+ \(item 1 of 1\)$/);
		expect(await requests(service)).toEqual([]);
	});
});

it.each([...posts, ...gets])(
	'$name asks for what its fields say',
	async ({ parameters, path, body }) => {
		await service.answer({ messageId: 'a' });
		await runNode(service.credential, parameters);
		expect(await requests(service)).toEqual([body ? post(path, body) : get(path)]);
	},
);

it.each(having('options.queryParameters', gets))(
	'$name sends query parameters of any type',
	async ({ parameters, path }) => {
		const given = { page: '={{ 2 }}', active: '={{ true }}', q: 'a&b=c d+e', blank: '={{ null }}' };
		const options = { queryParameters: pairs('parameter', given) };
		await service.answer([]);
		await runNode(service.credential, { ...parameters, options });
		const query = { page: '2', active: 'true', q: 'a&b=c d+e' };
		expect(await requests(service)).toEqual([get(path, query)]);
	},
);

it.each(lists)(
	'$name returns 50 entries, all, or as many as Limit says',
	async ({ parameters }) => {
		await service.answer(Array.from({ length: 60 }, (_, id) => ({ id })));
		for (const [given, count] of [
			[{}, 50],
			[{ limit: 2 }, 2],
			[{ returnAll: true }, 60],
			// As an expression may give them.
			[{ limit: '={{ "1" }}' }, 1],
			[{ returnAll: '={{ "true" }}' }, 60],
			[{ returnAll: '={{ "false" }}' }, 50],
		] as Array<[INodeParameters, number]>) {
			const { output } = await runNode(service.credential, { ...parameters, ...given });
			expect([given, output.length]).toEqual([given, count]);
		}
	},
);
