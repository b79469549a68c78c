import { sandboxForTests, sms } from './openSandbox.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sandbox = sandboxForTests();

const report = (messageId: string) => sandbox.post('/v1/sms/report', { messageId });

describe('Single', () => {
	it('answers with the message id, the time and one part id per part', async () => {
		const { status, body } = await sandbox.post('/v1/sms/single', sms({ text: 'a'.repeat(161) }));
		expect(status).toBe(200);
		expect(body.messageId).toMatch(uuid);
		expect(body.sent).toBe(new Date(sandbox.clock.now()).toISOString());
		expect(body.partIds).toHaveLength(2);
		expect(new Set(body.partIds).size).toBe(2);
		expect(Object.keys(body)).toEqual(['messageId', 'sent', 'partIds']);
	});

	it('accepts fields it does not know and shows them in the request log', async () => {
		const body = sms({ validity: 60, nested: { a: [1] } });
		expect((await sandbox.post('/v1/sms/single', body)).status).toBe(200);
		const [logged] = await sandbox.read('requests');
		expect(logged.body).toEqual(body);
	});

	it.each([
		['to is missing', { to: undefined }, 'to must be', 'it is missing'],
		['to is a number', { to: 37060012345 }, 'to must be', 'the number 37060012345'],
		['to begins with a plus', { to: '+37060012345' }, 'to must be', '"+37060012345"'],
		['to is too short', { to: '370600' }, 'to must be', '"370600"'],
		['to is too long', { to: '3706001234567890' }, 'to must be', '7 to 15 digits'],
		['to holds other digits', { to: '٣٧٠٦٠٠١٢٣٤٥' }, 'to must be', '7 to 15 digits'],
		['from is missing', { from: undefined }, 'from must be', 'it is missing'],
		['from is blank', { from: ' ' }, 'from must be', '" "'],
		['text is empty', { text: '' }, 'text must be', 'an empty string'],
		['text is null', { text: null }, 'text must be', 'null'],
		['text is too long', { text: 'a'.repeat(39_016) }, 'text has 39016', '39015 are possible'],
	])('refuses a request in which %s', async (_name, fields, ...words) => {
		const { status, body } = await sandbox.post('/v1/sms/single', sms(fields));
		expect(status).toBe(400);
		expect(body.error.code).toBe('invalid_request');
		for (const word of words) expect(body.error.message).toContain(word);
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
	});

	it.each([
		['an array', '[]', 'must be a JSON object; got an empty array'],
		['nothing', '', 'must be a JSON object; it is missing'],
		['no valid JSON', '{"to":', 'The body is not valid JSON'],
	])('refuses a body that is %s', async (_name, body, message) => {
		const answer = await sandbox.call('POST', '/v1/sms/single', {
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				'x-apikey': 'sandbox-key',
			},
			body,
		});
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain(message);
	});
});

describe('Bulk', () => {
	it('answers with one entry per request, in order', async () => {
		const batch = ['37060000011', '37060000012', '37060000013'].map((to) => sms({ to }));
		const { status, body } = await sandbox.post('/v1/sms/bulk', batch);
		expect(status).toBe(200);
		expect(body.map(({ to }: { to: string }) => to)).toEqual(batch.map(({ to }) => to));
		for (const entry of body)
			expect(entry).toEqual(expect.objectContaining({ partIds: [expect.any(String)] }));
		expect((await report(body[2].messageId)).body[0].to).toBe(37060000013);
	});

	it('refuses the whole batch for one bad entry, names it, and sends nothing', async () => {
		const batch = [sms(), sms({ to: '12' }), sms({ from: '' })];
		const { status, body } = await sandbox.post('/v1/sms/bulk', batch);
		expect(status).toBe(400);
		expect(body.error.message).toContain('[1].to must be');
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
	});

	it.each([
		['that is no array', {}, 400, 'must be a JSON array'],
		['that is empty', [], 400, 'at least one entry'],
		['with an entry that is no object', ['x'], 400, '[0] must be a JSON object'],
		['of more than 1000', Array(1001).fill(sms()), 413, 'at most 1000 entries; got 1001'],
	])('refuses a batch %s', async (_name, batch, status, message) => {
		const answer = await sandbox.post('/v1/sms/bulk', batch);
		expect(answer.status).toBe(status);
		expect(answer.body.error.message).toContain(message);
	});

	it('takes a batch of 1000', async () => {
		const { body } = await sandbox.post('/v1/sms/bulk', Array(1000).fill(sms()));
		expect(body).toHaveLength(1000);
		expect(await sandbox.read('messages-per-recipient')).toEqual({ '37060012345': 1000 });
	});
});

describe('Report', () => {
	it('gives the same report on POST and on GET, with the recipient as a number', async () => {
		const { messageId, partIds } = (await sandbox.post('/v1/sms/single', sms())).body;
		const expected = [{ messageId, to: 37060012345, partId: partIds[0], state: 0 }];
		expect((await report(messageId)).body).toEqual(expected);
		expect((await sandbox.get('/v1/sms/report', { messageId })).body).toEqual(expected);
	});

	it('refuses what is no UUID, on POST and on GET', async () => {
		for (const answer of [
			await report('abc'),
			await sandbox.get('/v1/sms/report', { messageId: 'abc' }),
			await sandbox.get('/v1/sms/report'),
		]) {
			expect(answer.status).toBe(400);
			expect(answer.body.error.message).toContain('messageId must be a UUID');
		}
	});

	it('refuses two ids, and takes one beside fields that it does not know', async () => {
		const { messageId } = (await sandbox.post('/v1/sms/single', sms())).body;
		const query = new URLSearchParams({ 'X-ApiKey': 'sandbox-key', messageId });
		const read = () =>
			sandbox.call('GET', `/v1/sms/report?${query}`, { headers: { accept: '*/*' } });
		query.append('include', 'parts');
		expect((await read()).status).toBe(200);
		query.append('messageId', messageId);
		const answer = await read();
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toBe('The field messageId must be a UUID; got an array');
	});

	it('knows a Viber message, as one part however long it is', async () => {
		const { messageId } = (await sandbox.post('/viber', sms({ text: 'a'.repeat(400) }))).body;
		const partId = expect.any(String);
		const expected = [{ messageId, to: 37060012345, partId, state: 0 }];
		expect((await report(messageId)).body).toEqual(expected);
	});

	it('does not know an id it did not give, nor one of an email', async () => {
		const email = { to: 'jane@example.com', from: 'shop@example.com', subject: 'Hi', text: 'Hi' };
		const { body } = await sandbox.post('/email', email);
		expect(body.messageId).toEqual(expect.any(String));
		for (const id of ['7c9e6679-7425-40de-944b-e07fc1f90ae7', body.messageId]) {
			const answer = await report(id);
			expect(answer.status).toBe(404);
			expect(answer.body.error.message).toContain(id);
		}
	});
});

describe('Delivery', () => {
	const statesOf = async (messageId: string) =>
		(await report(messageId)).body.map(({ state }: { state: number }) => state);
	const send = async (to: string, text = 'Hello') =>
		(await sandbox.post('/v1/sms/single', sms({ to, text }))).body.messageId;
	const threeParts = 'a'.repeat(400);

	it('moves the parts of a message one after another', async () => {
		const id = await send('37060012345', threeParts);
		const seen: number[][] = [];
		for (const step of [0, 999, 1, 1_999, 1, 500, 500]) {
			sandbox.clock.advance(step);
			seen.push(await statesOf(id));
		}
		expect(seen).toEqual([
			[0, 0, 0],
			[0, 0, 0],
			[1, 1, 1],
			[1, 1, 1],
			[2, 1, 1],
			[2, 2, 1],
			[2, 2, 2],
		]);
	});

	it('gives the time of delivery of each part, whenever it is asked', async () => {
		const sent = sandbox.clock.now();
		const id = await send('37060012345', threeParts);
		sandbox.clock.advance(86_400_000);
		const { body } = await report(id);
		expect(
			body.map(({ delivered }: { delivered: string }) => Date.parse(delivered) - sent),
		).toEqual([3_000, 3_500, 4_000]);
		expect(body[0]).not.toHaveProperty('errorCode');
	});

	it('fails a recipient ending in 0002 with error code 27', async () => {
		const id = await send('37060000002');
		sandbox.clock.advance(3_000);
		const [entry] = (await report(id)).body;
		expect(entry).toMatchObject({ state: 3, errorCode: '27' });
		expect(entry).not.toHaveProperty('delivered');
	});

	it('delivers to a recipient ending in 0003 after ten minutes', async () => {
		const id = await send('37060000003');
		sandbox.clock.advance(599_999);
		expect(await statesOf(id)).toEqual([1]);
		sandbox.clock.advance(1);
		expect(await statesOf(id)).toEqual([2]);
	});

	it('never gets further than the operator with a recipient ending in 0004', async () => {
		const id = await send('37060000004');
		sandbox.clock.advance(10 * 365 * 86_400_000);
		expect(await statesOf(id)).toEqual([1]);
	});

	it('fails the last of several parts for a recipient ending in 0005', async () => {
		const several = await send('37060000005', threeParts);
		const single = await send('37060000005');
		sandbox.clock.advance(60_000);
		expect(await statesOf(several)).toEqual([2, 2, 3]);
		expect((await report(several)).body[2].errorCode).toBe('8');
		expect(await statesOf(single)).toEqual([2]);
	});
});
