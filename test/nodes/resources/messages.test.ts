import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { post, requests } from '../../support/requests';
import { group, sent } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const blank = { imageUrl: '', buttonText: '', buttonUrl: '', text: ' ', html: '' };
const message = { to: '={{ $json.phone }}', from: 'Shop', text: '={{ $json.text }}' };
const sms = { ...message, resource: 'sms', operation: 'send' };
const sendBulk = { ...sms, operation: 'sendBulk' };
const viber = { ...blank, ...message, resource: 'viber', operation: 'send' };
const email = {
	...{ ...blank, resource: 'email', operation: 'send', to: '={{ $json.to }}' },
	...{ from: 'hello@example.com', subject: 'Your order', html: '={{ $json.html }}' },
};
const html = '<p>Hello &amp; “goodbye”</p>';
const item = {
	phone: '+370 (600) 12-345',
	text: 'Labas, ačiū 🎉\nir iki',
	to: 'ada@example.com',
	html,
};
const body = { to: '37060012345', from: 'Shop', text: item.text };
const mail = { to: 'ada@example.com', from: 'hello@example.com', subject: 'Your order', html };
const { messageId, sent: at } = sent;

it.each<[string, INodeParameters, string, unknown, object]>([
	['SMS', sms, '/v1/sms/single', body, { ...sent, to: body.to }],
	['SMS in bulk', sendBulk, '/v1/sms/bulk', [body], { ...sent, to: body.to }],
	['Viber', viber, '/viber', body, { messageId, sent: at, to: body.to }],
	['Email', email, '/email', mail, { messageId, sent: at, to: mail.to }],
])(
	'%s: posts the message without blank fields, and gives the answer and whom it went to',
	async (_, parameters, path, posted, json) => {
		const { output } = await runNode(service.credential, parameters, [item]);
		expect(output).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(await requests(service)).toEqual([post(path, posted)]);
	},
);

it('SMS: sends a number and a text that expressions give as numbers', async () => {
	await runNode(service.credential, sms, [{ phone: 37060012345, text: 1234 }]);
	expect((await requests(service))[0].body).toEqual({ ...body, text: '1234' });
});

it.each([
	[2, [2, 2, 1]],
	[undefined, [100, 100, 50]],
])('SMS in bulk: cuts the items into batches of %s', async (batchSize, sizes) => {
	const count = sizes.reduce((sum, size) => sum + size);
	const items = Array.from({ length: count }, (_, n) => ({ ...item, phone: 37060001000 + n }));
	const options = batchSize === undefined ? {} : group('requests', { batchSize });
	const { output } = await runNode(service.credential, { ...sendBulk, options }, items);
	const bodies = (await requests(service)).map((request) => request.body as object[]);
	expect(bodies.map(({ length }) => length)).toEqual(sizes);
	expect(bodies.flat()).toEqual(items.map(({ phone }) => ({ ...body, to: String(phone) })));
	expect(output.map(({ json, pairedItem }) => [Number(json.to), pairedItem])).toEqual(
		items.map(({ phone }, index) => [phone, { item: index }]),
	);
});

describe('Viber', () => {
	const rich = {
		imageUrl: 'https://example.com/a.png?x=1&y=2',
		buttonText: 'Track',
		buttonUrl: 'https://example.com/orders/1001',
	};

	it('posts picture and button', async () => {
		await runNode(service.credential, { ...viber, ...rich }, [item]);
		expect(await requests(service)).toEqual([post('/viber', { ...body, ...rich })]);
	});

	const addresses = [
		'javascript:alert(1)',
		'Track the order',
		'a.com/b',
		'data:text/html,x',
		'https://',
	];
	it.each<[INodeParameters, string]>([
		[{ buttonText: '' }, 'The button has a text or an address, but not both'],
		[{ buttonUrl: '' }, 'The button has a text or an address, but not both'],
		...addresses.flatMap(
			(address): Array<[INodeParameters, string]> => [
				[{ buttonUrl: address }, `'Button URL' isn't a web address: ${address}`],
				[{ imageUrl: address }, `'Image URL' isn't a web address: ${address}`],
			],
		),
	])('refuses %j', async (wrong, message) => {
		const { error } = await runNode(service.credential, { ...viber, ...rich, ...wrong }, [item]);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});
});

describe('Email', () => {
	it('takes several recipients and a name before an address', async () => {
		const to = 'ada@example.com, "Doe, Bob" <bob@example.com>,Eve <eve@example.com>,';
		const from = 'Shop <hello@example.com>';
		await runNode(service.credential, { ...email, to, from }, [item]);
		expect((await requests(service))[0].body).toMatchObject({
			to: 'ada@example.com, "Doe, Bob" <bob@example.com>, Eve <eve@example.com>',
			from,
		});
	});

	it.each([
		[{ to: '={{ [$json.to] }}' }, "'To' must be text, but it's a list"],
		[{ from: 'a@b.de, c@d.de' }, "'From' isn't an email address: a@b.de, c@d.de"],
		[{ subject: 'Hi\r\nBcc: e@f.de' }, "'Subject' has a line break or another control character"],
		[{ html: ' ' }, "The email has neither 'Text' nor 'HTML'"],
	])('refuses %j before a request', async (given, refusal) => {
		const { error } = await runNode(service.credential, { ...email, ...given }, [item]);
		expect(error?.message).toBe(`${refusal} (item 1 of 1)`);
		expect(error?.description).toMatch(/^[A-Z].+\.$/);
		expect(await service.received()).toEqual([]);
	});

	it.each([
		['=<p>Hello {{ $json.name }}</p>', '<p>Hello Ada</p>'],
		['={{ $json.html }}', '<p>{{ $json.name }}</p>'],
	])('sends HTML as any text: %s', async (given, shown) => {
		const one = { ...item, name: 'Ada', html: '<p>{{ $json.name }}</p>' };
		await runNode(service.credential, { ...email, html: given }, [one]);
		expect((await requests(service))[0].body).toMatchObject({ html: shown });
	});

	it.each([true, false])(
		'sends the HTML of a model as it is: by the engine %j',
		async (byEngine) => {
			const parameters = { ...email, to: item.to, html: "={{ $fromAI('HTML', '', 'string') }}" };
			const call = { HTML: '<p>{{ $json.secret }}</p>' };
			await callTool(service.credential, parameters, [call], { byEngine });
			expect((await requests(service))[0].body).toMatchObject({ html: call.HTML });
		},
	);
});

describe('Custom Paths of the credential', () => {
	it.each([
		['/mail/send', { emailPath: 'mail/send' }, email],
		['/v3/viber', { viberPath: 'v3/viber/' }, viber],
	])('lead to %s: %j', async (path, given, parameters) => {
		await service.answer({ messageId: 'a' });
		await runNode({ ...service.credential, customPaths: true, ...given }, parameters, [item]);
		expect((await requests(service)).map((request) => request.path)).toEqual([path]);
	});

	it('stop the run before a request if they cannot be read', async () => {
		const credential = { ...service.credential, customPaths: 'perhaps' };
		const { error } = await runNode(credential, email, [item]);
		expect(error?.message).toBe("'Custom Paths' is neither true nor false: perhaps (item 1 of 1)");
		expect(await requests(service)).toEqual([]);
	});
});

it('Get Delivery Report: asks for the ID, without quotes and spaces around it', async () => {
	await service.answer([]);
	const parameters = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.id }}' };
	const ids = [' m-1 ', '"m-1"', 'm-1\n'].map((id) => ({ id }));
	await runNode(service.credential, parameters, ids);
	const asked = (await requests(service)).map((request) => request.body);
	expect(asked).toEqual(Array(3).fill({ messageId: 'm-1' }));
});

it.each<[string, string, string]>([
	['sms getReport', 'messageId', "'Message ID' has more than one ID"],
	['campaign get', 'campaignId', "'Campaign ID' isn't an ID"],
	['contact updateConsent', 'contactId', "'Contact ID' isn't an ID"],
])('%s: refuses two IDs in %s', async (name, field, message) => {
	const [resource, operation] = name.split(' ');
	const spaced = name === 'sms getReport' ? ['m-1 m-2'] : [];
	for (const ids of ['m-1, m-2', 'm-1;m-2', 'm-1\nm-2', ...spaced]) {
		const { error } = await runNode(service.credential, { resource, operation, [field]: ids });
		expect(error?.message).toContain(message);
	}
	expect(await requests(service)).toEqual([]);
});
