import { sandboxForTests, sms } from './openSandbox.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sandbox = sandboxForTests();

const report = (messageId: string) => sandbox.post('/v1/sms/report', { messageId });
const statesOf = async (messageId: string) =>
	(await report(messageId)).body.map(({ state }: { state: number }) => state);
const sendTo = async (to: string, text = 'Hello') =>
	(await sandbox.send({ to, text })).body.messageId;
const threeParts = 'a'.repeat(400);

describe('Single', () => {
	it('answers with the message id, the time and one part id per part', async () => {
		const { status, body } = await sandbox.send({ text: 'a'.repeat(161) });
		expect(status).toBe(200);
		expect(body).toEqual({
			messageId: expect.stringMatching(uuid),
			sent: new Date(sandbox.clock.now()).toISOString(),
			partIds: [expect.any(String), expect.any(String)],
		});
		expect(new Set(body.partIds).size).toBe(2);
	});

	it('accepts fields it does not know and shows them in the request log', async () => {
		const body = sms({ validity: 60, nested: { a: [1] } });
		expect((await sandbox.send(body)).status).toBe(200);
		expect(await sandbox.read('requests')).toMatchObject([{ body }]);
	});
});

describe('Bulk', () => {
	it('answers with one entry per request, in order', async () => {
		const recipients = ['37060000011', '37060000012', '37060000013'];
		const batch = recipients.map((to) => sms({ to }));
		const { status, body } = await sandbox.post('/v1/sms/bulk', batch);
		expect(status).toBe(200);
		expect(body).toMatchObject(recipients.map((to) => ({ to, partIds: [expect.any(String)] })));
		expect((await report(body[2].messageId)).body[0].to).toBe(37060000013);
	});

	it('takes a batch of 1000, and no more', async () => {
		const { status, body } = await sandbox.post('/v1/sms/bulk', Array(1001).fill(sms()));
		expect(status).toBe(413);
		expect(body.error.message).toBe('A batch takes at most 1000 entries; got 1001');
		const most = await sandbox.post('/v1/sms/bulk', Array(1000).fill(sms()));
		expect(most.body).toHaveLength(1000);
		expect(await sandbox.read('messages-per-recipient')).toEqual({ '37060012345': 1000 });
	});
});

describe('Report', () => {
	it.each([
		['an SMS', '/v1/sms/single', 'Hello'],
		['a Viber message, as one part however long it is', '/viber', threeParts],
	])('is the same on POST and on GET, with the recipient as a number, of %s', async (...of) => {
		const [, path, text] = of;
		const { messageId } = (await sandbox.post(path, sms({ text }))).body;
		const expected = [{ messageId, to: 37060012345, partId: expect.any(String), state: 0 }];
		expect((await report(messageId)).body).toEqual(expected);
		// It takes fields that it does not know.
		const byQuery = await sandbox.get('/v1/sms/report', { messageId, include: 'parts' });
		expect(byQuery.body).toEqual(expected);
	});

	it('does not know an id it did not give, nor one of an email', async () => {
		const email = { to: 'jane@example.com', from: 'shop@example.com', subject: 'Hi', text: 'Hi' };
		const { messageId } = (await sandbox.post('/email', email)).body;
		expect(messageId).toMatch(uuid);
		for (const id of ['7c9e6679-7425-40de-944b-e07fc1f90ae7', messageId]) {
			const answer = await report(id);
			expect(answer.status).toBe(404);
			expect(answer.body.error.message).toContain(id);
		}
	});
});

describe('Delivery', () => {
	it('moves the parts of a message one after another', async () => {
		const id = await sendTo('37060012345', threeParts);
		const seen: number[][] = [];
		for (const step of [0, 999, 1, 1_999, 1, 500, 500]) {
			sandbox.clock.advance(step);
			seen.push(await statesOf(id));
		}
		expect(seen.join(' ')).toBe('0,0,0 0,0,0 1,1,1 1,1,1 2,1,1 2,2,1 2,2,2');
	});

	it('gives the time of delivery of each part, whenever it is asked', async () => {
		const sent = sandbox.clock.now();
		const id = await sendTo('37060012345', threeParts);
		sandbox.clock.advance(86_400_000);
		const { body } = await report(id);
		const times = body.map(({ delivered }: { delivered: string }) => Date.parse(delivered) - sent);
		expect(times).toEqual([3_000, 3_500, 4_000]);
		expect(body[0]).not.toHaveProperty('errorCode');
	});

	it('fails a recipient ending in 0002 with error code 27', async () => {
		const id = await sendTo('37060000002');
		sandbox.clock.advance(3_000);
		const [entry] = (await report(id)).body;
		expect(entry).toMatchObject({ state: 3, errorCode: '27' });
		expect(entry).not.toHaveProperty('delivered');
	});

	it('delivers to a recipient ending in 0003 after ten minutes', async () => {
		const id = await sendTo('37060000003');
		sandbox.clock.advance(599_999);
		expect(await statesOf(id)).toEqual([1]);
		sandbox.clock.advance(1);
		expect(await statesOf(id)).toEqual([2]);
	});

	it('never gets further than the operator with a recipient ending in 0004', async () => {
		const id = await sendTo('37060000004');
		sandbox.clock.advance(10 * 365 * 86_400_000);
		expect(await statesOf(id)).toEqual([1]);
	});

	it('fails the last of several parts for a recipient ending in 0005', async () => {
		const several = await sendTo('37060000005', threeParts);
		const single = await sendTo('37060000005');
		sandbox.clock.advance(60_000);
		expect(await statesOf(several)).toEqual([2, 2, 3]);
		expect((await report(several)).body[2].errorCode).toBe('8');
		expect(await statesOf(single)).toEqual([2]);
	});
});
