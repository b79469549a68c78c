import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { buildApp } from '../../../sandbox/app';
import { runNode } from '../../support/engine';
import { post, requests } from '../../support/requests';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
const custom = () => ({ ...service.credential, customPaths: true });

const parameters = {
	resource: 'email',
	operation: 'send',
	to: '={{ $json.to }}',
	from: 'Shop <hello@example.com>',
	subject: 'Your order',
	text: 'Hello',
	html: '',
};
const item = { to: 'ada@example.com' };
const plain = { ...parameters, from: 'hello@example.com' };
const body = { to: 'ada@example.com', from: 'hello@example.com', subject: 'Your order' };

const notAddresses = ['ada', 'a@b c@d', '<ada@example.com', 'a@b@c'];

describe('Email: Send', () => {
	it('posts the email without the fields that are blank, and gives what the service answered', async () => {
		const { output } = await runNode(service.credential, plain, [item]);
		expect(output).toEqual([
			{
				json: { messageId: expect.any(String), sent: expect.any(String) },
				pairedItem: { item: 0 },
			},
		]);
		expect(await requests(service)).toEqual([post('/email', { ...body, text: 'Hello' })]);
	});

	it('sends HTML as it is', async () => {
		const html = '<p>Hello &amp; “goodbye”</p>';
		await runNode(service.credential, { ...plain, text: ' ', html }, [item]);
		expect(await requests(service)).toEqual([post('/email', { ...body, html })]);
	});

	it('takes several recipients and a name before an address', async () => {
		const to = 'ada@example.com, "Doe, Bob" <bob@example.com>,Eve <eve@example.com>,';
		const { output, error } = await runNode(service.credential, parameters, [{ to }]);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(1);
		expect((await requests(service))[0].body).toMatchObject({
			to: 'ada@example.com, "Doe, Bob" <bob@example.com>, Eve <eve@example.com>',
			from: 'Shop <hello@example.com>',
		});
	});

	it.each<[unknown, string]>([
		...notAddresses.map((to): [string, string] => [to, `'To' isn't an email address: ${to}`]),
		['Doe, Ada <a@b>', "Address 1 of 'To' isn't an email address: Doe"],
		['ada@example.com,,bob@example.com', "Address 2 of 'To' is empty"],
		['"Ada\nBcc: x@y" <a@b.co>', "'To' has a line break or another control character"],
		['', "'To' is empty"],
		[['ada@example.com'], "'To' must be text, but it's a list"],
	])('refuses %j as a recipient before a request', async (to, message) => {
		const { error } = await runNode(service.credential, plain, [{ to: to as string }]);
		expect(error?.message).toBe(`${message} (item 1 of 1)`);
		expect(await requests(service)).toEqual([]);
	});

	it('refuses a second sender', async () => {
		const from = 'hello@example.com, ada@example.com';
		const { error } = await runNode(service.credential, { ...parameters, from }, [item]);
		expect(error?.message).toBe(`'From' isn't an email address: ${from} (item 1 of 1)`);
		expect(await requests(service)).toEqual([]);
	});

	it.each(['Hi\r\nBcc: eve@example.com', 'Hi\u2028there', 'Hi\n'])(
		'refuses the subject %j before anything is sent',
		async (subject) => {
			const { error } = await runNode(service.credential, { ...plain, subject }, [item]);
			expect(error?.message).toBe(
				"'Subject' has a line break or another control character (item 1 of 1)",
			);
			expect(await service.received()).toEqual([]);
		},
	);

	it('refuses an email without a content before anything is sent', async () => {
		const { error } = await runNode(service.credential, { ...plain, text: ' ' }, [item]);
		expect(error?.message).toContain("The email has neither 'Text' nor 'HTML'");
		expect(await service.received()).toEqual([]);
	});

	it.each([
		['<p>Hello {{ $json.name }}</p>', '<p>Hello {{ $json.name }}</p>'],
		['=<p>Hello {{ $json.name }}</p>', '<p>Hello Ada</p>'],
		['={{ $json.html }}', '<p>{{ $json.name }}</p>'],
	])('sends HTML as any text: %s', async (html, sent) => {
		const given = { ...item, name: 'Ada', html: '<p>{{ $json.name }}</p>' };
		await runNode(service.credential, { ...plain, text: '', html }, [given]);
		expect(await requests(service)).toEqual([post('/email', { ...body, html: sent })]);
	});

	it.each([true, false])(
		'sends the HTML of a model as it is: by the engine %j',
		async (byEngine) => {
			const html = "={{ $fromAI('HTML', '', 'string') }}";
			const call = { HTML: '<p>{{ $json.secret }}</p>' };
			await callTool(service.credential, { ...plain, to: item.to, html }, [call], { byEngine });
			expect(await requests(service)).toEqual([
				post('/email', { ...body, text: 'Hello', html: call.HTML }),
			]);
		},
	);

	it('stops with the words of the service', async () => {
		const json = { specifyBody: 'json', jsonBody: JSON.stringify(body) };
		const { error } = await runNode(service.credential, { ...plain, ...json }, [item]);
		expect(error).toMatchObject({
			message: 'text or html must be a string that is not blank; both are missing',
			httpCode: '400',
		});
	});

	it.each([
		['mail/send', '/mail/send'],
		['/mail/send', '/mail/send'],
		[' /mail/send/ ', '/mail/send'],
	])('posts to the path "%s" of the credential', async (emailPath, path) => {
		await service.answer({});
		await runNode({ ...custom(), emailPath }, plain, [item]);
		expect(await requests(service)).toEqual([post(path, { ...body, text: 'Hello' })]);
	});

	it('puts the path prefix before a path that looks like one of the specification', async () => {
		const credential = { ...custom(), pathPrefix: '/api', emailPath: '/v1/email' };
		await service.answer({});
		await runNode(credential, plain, [item]);
		expect((await requests(service))[0].path).toBe('/api/v1/email');
	});

	it.each([false, 'false', undefined])(
		'does not post to a path that the credential hides: Custom Paths is %j',
		async (customPaths) => {
			const hidden = { customPaths, pathPrefix: '/api', emailPath: '/mail' };
			await service.answer({});
			const credential = { ...service.credential, ...hidden } as ICredentialDataDecryptedObject;
			await runNode(credential, plain, [item]);
			expect((await requests(service))[0].path).toBe('/email');
		},
	);

	it('says so when Custom Paths is neither on nor off, and sends nothing', async () => {
		const { error } = await runNode({ ...custom(), customPaths: 'perhaps' }, plain, [item]);
		expect(error?.message).toBe("'Custom Paths' is neither true nor false: perhaps (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});

	it('says so when the credential has no path, and sends nothing', async () => {
		const { error } = await runNode({ ...custom(), emailPath: ' ' }, plain, [item]);
		expect(error?.message).toBe("'Email Path' is empty (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});
});

describe('Path Prefix of the credential', () => {
	const operations = [
		[{ resource: 'campaign', operation: 'get', campaignId: '7' }, '/api/v2/campaigns/7'],
		[
			{ resource: 'contact', operation: 'import', phoneNumber: '37060012345' },
			'/api/v2/contacts/import',
		],
		[{ resource: 'suppression', operation: 'getAll' }, '/api/v2/suppression'],
		[{ ...plain, to: 'ada@example.com' }, '/api/v2/email'],
		[
			{ resource: 'viber', operation: 'send', to: '37060012345', from: 'Shop', text: 'a' },
			'/api/v2/viber',
		],
		[{ resource: 'account', operation: 'getBalance' }, '/v1/Common/balance'],
		[
			{ resource: 'sms', operation: 'sendBulk', to: '37060012345', from: 'Shop', text: 'a' },
			'/v1/sms/bulk',
		],
	] as const;

	it.each(operations)('makes the path of %j %s', async (operation, path) => {
		await service.answer({});
		for (const pathPrefix of ['/api/v2', 'api/v2/']) {
			await runNode({ ...custom(), pathPrefix }, operation);
		}
		expect((await requests(service)).map((request) => request.path)).toEqual([path, path]);
	});

	it('reaches a service that has such paths', async () => {
		const options = { pathPrefix: '/api/v2', emailPath: '/mail', apiKey: 'k' };
		const app = await buildApp(options);
		try {
			const sandboxUrl = await app.listen({ port: 0, host: '127.0.0.1' });
			const credential = { ...custom(), ...options, sandboxUrl };
			const { output } = await runNode(credential, plain, [item]);
			expect(output).toEqual([
				{
					json: expect.objectContaining({ messageId: expect.any(String) }),
					pairedItem: { item: 0 },
				},
			]);
		} finally {
			await app.close();
		}
	});
});
