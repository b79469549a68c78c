import { openSandbox, sandboxForTests, sms } from './openSandbox.ts';

const sandbox = sandboxForTests();

const balance = async () => (await sandbox.get('/v1/Common/balance')).body;
const euros = async () => (await balance())[0].amount;

describe('Account of the sandbox', () => {
	it('has a balance in two currencies', async () => {
		expect(await balance()).toEqual([
			{ amount: 1000, currency: 'EUR' },
			{ amount: 250, currency: 'USD' },
		]);
	});

	it('pays for every part, and never shows a fraction of a cent', async () => {
		await sandbox.post('/v1/sms/single', sms({ text: 'a'.repeat(161) }));
		expect(await euros()).toBe(999.92);
		await sandbox.post('/v1/sms/bulk', [sms(), sms(), sms()]);
		expect(await euros()).toBe(999.8);
		await sandbox.post('/viber', sms());
		expect(await euros()).toBe(999.77);
	});

	it('refuses what the balance does not cover, whole, and keeps the balance', async () => {
		await sandbox.control('balance', { EUR: 0.08 });
		const answer = await sandbox.post('/v1/sms/bulk', [sms(), sms(), sms()]);
		expect(answer.status).toBe(402);
		expect(answer.body.error.message).toBe('The balance of 0.08 EUR does not cover 0.12 EUR');
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
		expect((await sandbox.post('/v1/sms/bulk', [sms(), sms()])).status).toBe(200);
		expect(await euros()).toBe(0);
	});
});

describe('Contacts of the sandbox', () => {
	const validate = async (phoneNumber: unknown) =>
		sandbox.post('/contacts/validate', { phoneNumber });

	it('finds the country code of a number', async () => {
		const codes = ['37060012345', '12025550123', '4915112345678', '80012345678', '80812345678'];
		const answers = await Promise.all(codes.map(validate));
		expect(answers.map(({ body }) => body)).toEqual([
			{ phoneNumber: '37060012345', valid: true, countryCode: '370' },
			{ phoneNumber: '12025550123', valid: true, countryCode: '1' },
			{ phoneNumber: '4915112345678', valid: true, countryCode: '49' },
			{ phoneNumber: '80012345678', valid: true, countryCode: '800' },
			{ phoneNumber: '80812345678', valid: true, countryCode: '808' },
		]);
	});

	it.each([
		['99960012345', 'no known country code'],
		['+37060012345', 'something else than digits'],
		['370', '7 to 15 digits'],
	])('says why %s is not valid', async (phoneNumber, reason) => {
		const { status, body } = await validate(phoneNumber);
		expect(status).toBe(200);
		expect(body).toEqual({ phoneNumber, valid: false, reason: expect.stringContaining(reason) });
	});

	it('wants a number to validate', async () => {
		const answer = await validate(undefined);
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain('phoneNumber must be');
	});

	it('imports contacts in order, and updates those it has', async () => {
		const first = await sandbox.post('/contacts/import', [
			{ phoneNumber: '37060000011', name: 'Rūta', age: 30 },
			{ phoneNumber: '37060000012' },
		]);
		expect(first.body).toEqual([
			{ contactId: expect.any(String), phoneNumber: '37060000011', status: 'created' },
			{ contactId: expect.any(String), phoneNumber: '37060000012', status: 'created' },
		]);
		const [{ contactId }] = first.body;
		const again = await sandbox.post('/contacts/import', [
			{ phoneNumber: '37060000011', age: 31, contactId: 'mine' },
		]);
		expect(again.body).toEqual([{ contactId, phoneNumber: '37060000011', status: 'updated' }]);
		const { body } = await sandbox.get('/contacts');
		expect(body.total).toBe(2);
		expect(body.contacts[0]).toMatchObject({ contactId, name: 'Rūta', age: 31, consent: {} });
	});

	it('imports nothing when one entry is wrong', async () => {
		const answer = await sandbox.post('/contacts/import', [
			{ phoneNumber: '37060000011' },
			{ phoneNumber: 37060000012 },
		]);
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain('[1].phoneNumber must be');
		expect((await sandbox.get('/contacts')).body).toEqual({ contacts: [], total: 0 });
	});

	it('keeps consent per channel', async () => {
		const [{ contactId }] = (
			await sandbox.post('/contacts/import', [{ phoneNumber: '37060000011' }])
		).body;
		const path = `/contacts/${contactId}/consent`;
		await sandbox.post(path, { channel: 'sms', status: 'granted' });
		const { body } = await sandbox.post(path, { channel: 'viber', status: 'revoked' });
		expect(body).toMatchObject({ contactId, consent: { sms: 'granted', viber: 'revoked' } });
	});

	it.each([
		[
			{ channel: 'fax', status: 'granted' },
			'The field channel must be one of sms, email, viber; got "fax"',
		],
		[{ channel: 'sms' }, 'The field status must be one of granted, revoked; it is missing'],
	])('refuses the consent %j', async (fields, message) => {
		const answer = await sandbox.post('/contacts/any/consent', fields);
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toBe(message);
	});

	it('names the contact it does not know', async () => {
		const fields = { channel: 'sms', status: 'granted' };
		const answer = await sandbox.post('/contacts/none/consent', fields);
		expect(answer.status).toBe(404);
		expect(answer.body.error.message).toBe('There is no contact none');
	});
});

describe('Suppression of the sandbox', () => {
	const phoneNumber = '37060012345';
	const suppress = (reason?: string) => sandbox.post('/suppression', { phoneNumber, reason });

	it('adds a number once and keeps its first entry', async () => {
		const first = await suppress('asked to stop');
		expect(first.body).toEqual({
			phoneNumber,
			reason: 'asked to stop',
			added: new Date(sandbox.clock.now()).toISOString(),
		});
		sandbox.clock.advance(5_000);
		const again = await suppress('another');
		expect(again.status).toBe(200);
		expect(again.body).toEqual(first.body);
		expect((await sandbox.get('/suppression')).body).toEqual([first.body]);
	});

	it('stops messages: they are accepted, fail, and cost nothing', async () => {
		await suppress();
		const { status, body } = await sandbox.post('/v1/sms/single', sms({ text: 'a'.repeat(161) }));
		expect(status).toBe(200);
		const report = await sandbox.post('/v1/sms/report', { messageId: body.messageId });
		expect(report.body).toEqual(
			body.partIds.map((partId: string) =>
				expect.objectContaining({ partId, state: 3, errorCode: 'SUPPRESSED' }),
			),
		);
		expect(await euros()).toBe(1000);
	});

	it('stops the messages of campaigns too', async () => {
		await suppress();
		const campaign = { name: 'n', from: 'f', text: 't', recipients: [phoneNumber, '37060012346'] };
		const { campaignId } = (await sandbox.post('/campaigns', campaign)).body;
		sandbox.clock.advance(60_000);
		const reports = (await sandbox.get(`/campaigns/${campaignId}/reports`)).body;
		expect(reports.map(({ state }: { state: number }) => state)).toEqual([3, 2]);
	});

	it('refuses what is no phone number', async () => {
		const answer = await sandbox.post('/suppression', { phoneNumber: 'x' });
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain('phoneNumber must be');
	});
});

describe('Email and Viber of the sandbox', () => {
	const mail = { to: 'ruta@example.com', from: 'shop@example.com', subject: 'Hi', text: 'Hello' };
	const sent = { messageId: expect.any(String), sent: expect.any(String) };

	it('accepts an email with text or with HTML', async () => {
		expect((await sandbox.post('/email', mail)).body).toEqual(sent);
		const html = await sandbox.post('/email', { ...mail, text: undefined, html: '<p>Hello</p>' });
		expect(html.body).toEqual(sent);
		const { emails } = await sandbox.read('state');
		expect(emails).toMatchObject([mail, { subject: 'Hi', html: '<p>Hello</p>' }]);
	});

	it.each([
		[{ to: 'ruta' }, 'to must be an email address'],
		[{ from: undefined }, 'from must be an email address'],
		[{ subject: '' }, 'subject must be'],
		[{ text: undefined }, 'text or html must be'],
	])('refuses an email with %j', async (fields, message) => {
		const answer = await sandbox.post('/email', { ...mail, ...fields });
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain(message);
	});

	it('accepts a Viber message with a picture and a button', async () => {
		const extras = {
			imageUrl: 'https://example.com/a.jpg',
			buttonText: 'Go',
			buttonUrl: 'https://example.com',
		};
		expect((await sandbox.post('/viber', sms(extras))).body).toEqual(sent);
		expect((await sandbox.read('state')).viber).toMatchObject([extras]);
	});

	it.each([
		[{ to: '+1' }, 'to must be'],
		[{ imageUrl: 'javascript:alert(1)' }, 'imageUrl must be a web address'],
		[{ buttonUrl: 'example' }, 'buttonUrl must be a web address'],
		[{ buttonText: 5 }, 'buttonText must be a string'],
	])('refuses a Viber message with %j', async (fields, message) => {
		const answer = await sandbox.post('/viber', sms(fields));
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain(message);
	});
});

describe('Paths of the sandbox', () => {
	it.each([
		['GET', '/v1/sms/nothing'],
		['GET', '/v1/sms/single'],
		['PUT', '/v1/sms/single'],
		['POST', '/v1/Common/balance'],
		['POST', '//v1/sms/single'],
		['DELETE', '/_sandbox/state'],
	] as const)('refuses %s %s by name', async (method, path) => {
		const answer = await sandbox.call(method, `${path}?X-ApiKey=sandbox-key`);
		expect(answer.status).toBe(404);
		expect(answer.body.error).toEqual({
			code: 'not_found',
			message: `The service has no ${method} ${path}`,
		});
	});

	it('answers a path that cannot be decoded with JSON', async () => {
		const answer = await sandbox.call('GET', '/campaigns/%zz');
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain('%zz');
	});

	it('puts the prefix and the two own paths where they were asked for', async () => {
		const own = await openSandbox({ pathPrefix: '/api/v2', emailPath: '/mail', viberPath: '/vb' });
		expect((await own.get('/api/v2/contacts')).status).toBe(200);
		expect((await own.get('/contacts')).status).toBe(404);
		expect((await own.post('/api/v2/vb', sms())).status).toBe(200);
		expect((await own.post('/api/v2/mail', {})).status).toBe(400);
		expect((await own.post('/v1/sms/single', sms())).status).toBe(200);
	});
});
