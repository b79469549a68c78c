import { openSandbox, sandboxForTests, sms } from './openSandbox.ts';

const sandbox = sandboxForTests();

const euros = async () => (await sandbox.get('/v1/Common/balance')).body[0].amount;

describe('Account of the sandbox', () => {
	it('pays for every part, and never shows a fraction of a cent', async () => {
		await sandbox.send({ text: 'a'.repeat(161) });
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
	it.each([
		['37060012345', { valid: true, countryCode: '370' }],
		['12025550123', { valid: true, countryCode: '1' }],
		['4915112345678', { valid: true, countryCode: '49' }],
		['80012345678', { valid: true, countryCode: '800' }],
		['80812345678', { valid: true, countryCode: '808' }],
		['99960012345', { valid: false, reason: 'The number begins with no known country code' }],
		['+37060012345', { valid: false, reason: 'The number holds something else than digits' }],
		['370', { valid: false, reason: 'The number must have 7 to 15 digits' }],
	])('says of %s: %j', async (phoneNumber, said) => {
		const { status, body } = await sandbox.post('/contacts/validate', { phoneNumber });
		expect([status, body]).toEqual([200, { phoneNumber, ...said }]);
	});

	it('imports contacts in order, and updates those it has', async () => {
		const [ada, bob] = [{ phoneNumber: '37060000011' }, { phoneNumber: '37060000012' }];
		const first = await sandbox.post('/contacts/import', [{ ...ada, name: 'Rūta', age: 30 }, bob]);
		const created = { contactId: expect.any(String), status: 'created' };
		expect(first.body).toEqual([ada, bob].map((one) => ({ ...one, ...created })));
		const [{ contactId }] = first.body;
		const news = { ...ada, age: 31, contactId: 'mine' };
		const again = await sandbox.post('/contacts/import', [news]);
		expect(again.body).toEqual([{ ...ada, contactId, status: 'updated' }]);
		const { body } = await sandbox.get('/contacts');
		expect(body.total).toBe(2);
		expect(body.contacts[0]).toMatchObject({ contactId, name: 'Rūta', age: 31, consent: {} });
	});

	it('keeps consent per channel, and names the contact that it does not know', async () => {
		const contacts = [{ phoneNumber: '37060000011' }];
		const [{ contactId }] = (await sandbox.post('/contacts/import', contacts)).body;
		const consent = async (id: string, channel: string, status: string) =>
			await sandbox.post(`/contacts/${id}/consent`, { channel, status });
		await consent(contactId, 'sms', 'granted');
		const { body } = await consent(contactId, 'viber', 'revoked');
		expect(body).toMatchObject({ contactId, consent: { sms: 'granted', viber: 'revoked' } });
		const unknown = await consent('none', 'sms', 'granted');
		expect([unknown.status, unknown.body.error.message]).toEqual([404, 'There is no contact none']);
	});
});

describe('Suppression of the sandbox', () => {
	const phoneNumber = '37060012345';
	const suppress = (reason?: string) => sandbox.post('/suppression', { phoneNumber, reason });

	it('adds a number once and keeps its first entry', async () => {
		const reason = 'asked to stop';
		const added = new Date(sandbox.clock.now()).toISOString();
		expect((await suppress(reason)).body).toEqual({ phoneNumber, reason, added });
		sandbox.clock.advance(5_000);
		expect((await suppress('another')).body).toEqual({ phoneNumber, reason, added });
		expect((await sandbox.get('/suppression')).body).toEqual([{ phoneNumber, reason, added }]);
	});

	it('stops messages: they are accepted, fail, and cost nothing, until it is removed', async () => {
		await suppress();
		const { status, body } = await sandbox.send({ text: 'a'.repeat(161) });
		expect(status).toBe(200);
		const report = await sandbox.post('/v1/sms/report', { messageId: body.messageId });
		const failed = { state: 3, errorCode: 'SUPPRESSED' };
		expect(report.body).toMatchObject(
			body.partIds.map((partId: string) => ({ partId, ...failed })),
		);
		expect(await euros()).toBe(1000);
		const remove = async () =>
			(await sandbox.call('DELETE', `/_sandbox/suppression/${phoneNumber}`)).body.removed;
		expect([await remove(), await remove()]).toEqual([true, false]);
		await sandbox.send();
		sandbox.clock.advance(60_000);
		expect((await sandbox.read('state')).messages[1].parts[0].state).toBe(2);
	});

	it('stops the messages of campaigns too', async () => {
		await suppress();
		const campaign = { ...sms(), name: 'n', recipients: [phoneNumber, '37060012346'] };
		const { campaignId } = (await sandbox.post('/campaigns', campaign)).body;
		sandbox.clock.advance(60_000);
		const reports = (await sandbox.get(`/campaigns/${campaignId}/reports`)).body;
		expect(reports.map(({ state }: { state: number }) => state)).toEqual([3, 2]);
	});
});

describe('Email and Viber of the sandbox', () => {
	const sent = { messageId: expect.any(String), sent: expect.any(String) };

	it('accepts an email with text or with HTML', async () => {
		const mail = { to: 'ruta@example.com', from: 'shop@example.com', subject: 'Hi' };
		for (const content of [{ text: 'Hello' }, { html: '<p>Hello</p>' }]) {
			expect((await sandbox.post('/email', { ...mail, ...content })).body).toEqual(sent);
			const { emails } = await sandbox.read('state');
			expect(emails.at(-1)).toMatchObject({ ...mail, ...content });
		}
	});

	it('accepts a Viber message with a picture and a button', async () => {
		const button = { buttonText: 'Go', buttonUrl: 'https://example.com' };
		const extras = { imageUrl: 'https://example.com/a.jpg', ...button };
		expect((await sandbox.post('/viber', sms(extras))).body).toEqual(sent);
		expect((await sandbox.read('state')).viber).toMatchObject([extras]);
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
		const { status, body } = await sandbox.call(method, `${path}?X-ApiKey=sandbox-key`);
		const message = `The service has no ${method} ${path}`;
		expect([status, body.error]).toEqual([404, { code: 'not_found', message }]);
	});

	it('answers a path that cannot be decoded with JSON', async () => {
		const { status, body } = await sandbox.call('GET', '/campaigns/%zz');
		expect(status).toBe(400);
		expect(body.error.message).toContain('%zz');
	});

	it('puts the prefix and the two own paths where they were asked for', async () => {
		const own = await openSandbox({ pathPrefix: '/api/v2', emailPath: '/mail', viberPath: '/vb' });
		expect((await own.get('/api/v2/contacts')).status).toBe(200);
		expect((await own.get('/contacts')).status).toBe(404);
		expect((await own.post('/api/v2/vb', sms())).status).toBe(200);
		expect((await own.post('/api/v2/mail', {})).status).toBe(400);
		expect((await own.send()).status).toBe(200);
	});
});
