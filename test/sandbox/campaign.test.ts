import { sandboxForTests, sms } from './openSandbox';

const sandbox = sandboxForTests();

const recipients = Array.from({ length: 10 }, (_, index) => String(37060011000 + index));
const create = (fields = {}) =>
	sandbox.post('/campaigns', { ...sms(), name: 'Spring', recipients, ...fields });
const begin = async (fields?: object): Promise<string> => (await create(fields)).body.campaignId;
const get = async (path: string) => (await sandbox.get(`/campaigns/${path}`)).body;

it('begins at once when no time is given', async () => {
	const { status, body } = await create();
	const created = new Date(sandbox.clock.now()).toISOString();
	expect(status).toBe(200);
	expect(body).toMatchObject({
		name: 'Spring',
		state: 'running',
		recipients: 10,
		sent: 0,
		created,
	});
});

it('sends to one recipient after the other until it is finished, and cannot be cancelled then', async () => {
	const id = await begin();
	sandbox.clock.advance(1_000);
	expect(await get(id)).toMatchObject({ state: 'running', sent: 5 });
	sandbox.clock.advance(1_000);
	expect(await get(id)).toMatchObject({ state: 'finished', sent: 10 });
	expect(Object.keys(await sandbox.read('messages-per-recipient'))).toEqual(recipients);
	const { status, body } = await sandbox.post(`/campaigns/${id}/cancel`);
	expect([status, body.error.message]).toEqual([409, 'The campaign is already finished']);
});

it('lists its messages and their delivery reports', async () => {
	const two = ['37060010001', '37060010002'];
	const id = await begin({ recipients: two, text: 'a'.repeat(161) });
	sandbox.clock.advance(400);
	const messages = await get(`${id}/messages`);
	expect(messages).toMatchObject(two.map((to) => ({ to })));
	sandbox.clock.advance(60_000);
	const reports = await get(`${id}/reports`);
	expect(reports.map(({ state }: { state: number }) => state)).toEqual([2, 2, 3, 3]);
	const { messageId } = messages[0];
	expect((await sandbox.post('/v1/sms/report', { messageId })).body).toEqual(reports.slice(0, 2));
});

it.each(['{}', ''])(
	'can be cancelled half-way by a POST of “%s”, and sends no more',
	async (body) => {
		const id = await begin();
		sandbox.clock.advance(1_000);
		const cancelled = await sandbox.postText(`/campaigns/${id}/cancel`, body);
		expect(cancelled.status).toBe(200);
		expect(cancelled.body).toMatchObject({ campaignId: id, state: 'cancelled', sent: 5 });
		sandbox.clock.advance(60_000);
		expect(await get(`${id}/messages`)).toHaveLength(5);
	},
);

it('waits for the time it is scheduled at', async () => {
	const scheduledAt = new Date(sandbox.clock.now() + 60_000).toISOString();
	const id = await begin({ scheduledAt });
	sandbox.clock.advance(59_999);
	expect(await get(id)).toMatchObject({ state: 'scheduled', sent: 0, scheduledAt });
	sandbox.clock.advance(1_001);
	expect(await get(id)).toMatchObject({ state: 'running', sent: 5 });
});

it('ends messages that the balance does not cover with an error code of their own', async () => {
	await sandbox.control('balance', { EUR: 0.04 });
	const id = await begin();
	sandbox.clock.advance(60_000);
	const [first, second] = await get(`${id}/reports`);
	expect(first.state).toBe(2);
	expect(second).toMatchObject({ state: 3, errorCode: 'BALANCE' });
});

it('names the campaign it does not know, on every route', async () => {
	for (const answer of [
		...(await Promise.all(
			['', '/messages', '/reports'].map(
				async (part) => await sandbox.get(`/campaigns/none${part}`),
			),
		)),
		await sandbox.post('/campaigns/none/cancel'),
	]) {
		expect([answer.status, answer.body.error.message]).toEqual([404, 'There is no campaign none']);
	}
});
