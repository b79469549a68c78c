import { sandboxForTests } from './openSandbox';

describe('Campaigns of the sandbox', () => {
	const sandbox = sandboxForTests();

	const recipients = (count: number) =>
		Array.from({ length: count }, (_, index) => `${37060010000 + 1000 + index}`);
	const wanted = (fields: Record<string, unknown> = {}) => ({
		name: 'Spring',
		from: 'Shop',
		text: 'Spring is here',
		recipients: recipients(10),
		...fields,
	});
	const create = async (fields?: Record<string, unknown>) =>
		(await sandbox.post('/campaigns', wanted(fields))).body.campaignId;
	const get = async (id: string) => (await sandbox.get(`/campaigns/${id}`)).body;

	it('begins at once when no time is given', async () => {
		const { status, body } = await sandbox.post('/campaigns', wanted());
		expect(status).toBe(200);
		expect(body).toMatchObject({ name: 'Spring', state: 'running', recipients: 10, sent: 0 });
		expect(body.created).toBe(new Date(sandbox.clock.now()).toISOString());
	});

	it('sends to one recipient after the other until it is finished', async () => {
		const id = await create();
		sandbox.clock.advance(1_000);
		expect(await get(id)).toMatchObject({ state: 'running', sent: 5 });
		sandbox.clock.advance(1_000);
		expect(await get(id)).toMatchObject({ state: 'finished', sent: 10 });
		const perRecipient = await sandbox.read('messages-per-recipient');
		expect(Object.keys(perRecipient)).toEqual(recipients(10));
	});

	it('lists its messages and their delivery reports', async () => {
		const id = await create({ recipients: ['37060010001', '37060010002'], text: 'a'.repeat(161) });
		sandbox.clock.advance(400);
		const messages = (await sandbox.get(`/campaigns/${id}/messages`)).body;
		expect(messages.map(({ to }: { to: string }) => to)).toEqual(['37060010001', '37060010002']);
		sandbox.clock.advance(60_000);
		const reports = (await sandbox.get(`/campaigns/${id}/reports`)).body;
		expect(reports.map(({ state }: { state: number }) => state)).toEqual([2, 2, 3, 3]);
		const { messageId } = messages[0];
		expect((await sandbox.post('/v1/sms/report', { messageId })).body).toEqual(reports.slice(0, 2));
	});

	it('can be cancelled half-way, and then sends nothing more', async () => {
		const id = await create();
		sandbox.clock.advance(1_000);
		const { status, body } = await sandbox.post(`/campaigns/${id}/cancel`);
		expect(status).toBe(200);
		expect(body).toMatchObject({ campaignId: id, state: 'cancelled', sent: 5 });
		sandbox.clock.advance(60_000);
		expect((await sandbox.get(`/campaigns/${id}/messages`)).body).toHaveLength(5);
	});

	it('can be cancelled by a POST with an empty body', async () => {
		const id = await create();
		const { status } = await sandbox.call('POST', `/campaigns/${id}/cancel`, {
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				'x-apikey': 'sandbox-key',
			},
		});
		expect(status).toBe(200);
	});

	it('cannot be cancelled when it is finished or cancelled', async () => {
		const id = await create();
		sandbox.clock.advance(2_000);
		const answer = await sandbox.post(`/campaigns/${id}/cancel`);
		expect(answer.status).toBe(409);
		expect(answer.body.error.message).toBe('The campaign is already finished');
	});

	it('waits for the time it is scheduled at', async () => {
		const scheduledAt = new Date(sandbox.clock.now() + 60_000).toISOString();
		const id = await create({ scheduledAt });
		sandbox.clock.advance(59_999);
		expect(await get(id)).toMatchObject({ state: 'scheduled', sent: 0, scheduledAt });
		sandbox.clock.advance(1_001);
		expect(await get(id)).toMatchObject({ state: 'running', sent: 5 });
	});

	it('ends messages that the balance does not cover with an error code of their own', async () => {
		await sandbox.control('balance', { EUR: 0.04 });
		const id = await create({ recipients: recipients(2) });
		sandbox.clock.advance(60_000);
		const reports = (await sandbox.get(`/campaigns/${id}/reports`)).body;
		expect(reports[0].state).toBe(2);
		expect(reports[1]).toMatchObject({ state: 3, errorCode: 'BALANCE' });
	});

	it.each([
		['name', { name: undefined }, 'name must be'],
		['from', { from: 5 }, 'from must be'],
		['text', { text: '' }, 'text must be'],
		['recipients', { recipients: [] }, 'recipients must be an array'],
		['one recipient', { recipients: ['37060010001', '+1'] }, 'recipients[1] must be'],
		['scheduledAt', { scheduledAt: 'soon' }, 'scheduledAt must be an ISO 8601 time'],
	])('refuses a wrong %s', async (_name, fields, message) => {
		const { status, body } = await sandbox.post('/campaigns', wanted(fields));
		expect(status).toBe(400);
		expect(body.error.message).toContain(message);
	});

	it('names the campaign it does not know, on every route', async () => {
		for (const answer of [
			await sandbox.get('/campaigns/none'),
			await sandbox.get('/campaigns/none/messages'),
			await sandbox.get('/campaigns/none/reports'),
			await sandbox.post('/campaigns/none/cancel'),
		]) {
			expect(answer.status).toBe(404);
			expect(answer.body.error.message).toBe('There is no campaign none');
		}
	});
});
