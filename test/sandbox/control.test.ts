import { eventually } from '../support/eventually.ts';
import { sandboxForTests, sms } from './openSandbox.ts';

const sandbox = sandboxForTests();

const send = (timeout?: number) => sandbox.send({}, timeout);
const fail = (fault: object) => sandbox.control('faults', fault);
const sentCount = async () => (await sandbox.read('messages-per-recipient'))['37060012345'] ?? 0;
const stateOf = async (messageId: string) =>
	(await sandbox.post('/v1/sms/report', { messageId })).body[0].state;

describe('Faults', () => {
	it.each<[status: number, retryAfter?: number | string]>([
		[500, undefined],
		[429, 7],
		[503, 'Tue, 01 Jan 2030 12:00:30 GMT'],
	])('answers with %i and Retry-After %j, and sends nothing', async (status, retryAfter) => {
		await fail({ kind: 'status', status, retryAfter });
		const answer = await send();
		expect(answer.status).toBe(status);
		expect(answer.headers['retry-after']).toBe(retryAfter && String(retryAfter));
		expect(answer.body.error.message).toContain(String(status));
		expect(await sentCount()).toBe(0);
		expect((await send()).status).toBe(200);
	});

	const page = ['text/html; charset=utf-8', '<!DOCTYPE html>'] as const;
	it.each<[Record<string, unknown>, string | undefined, string]>([
		[{ kind: 'status', status: 422, body: { a: 'no' } }, 'application/json', '{"a":"no"}'],
		[{ kind: 'status', status: 502, body: 'Bad', contentType: 'text/plain' }, 'text/plain', 'Bad'],
		[{ kind: 'html' }, ...page],
		[{ kind: 'html', status: 502 }, ...page],
		[{ kind: 'empty' }, undefined, ''],
		[{ kind: 'empty', status: 204 }, undefined, ''],
		[{ kind: 'invalidJson' }, 'application/json', '{"messageId": "2'],
	])('answers as %j says', async (fault, type, text) => {
		await fail(fault);
		const answer = await send();
		expect(answer.status).toBe(fault.status ?? 200);
		expect(answer.headers['content-type']).toBe(type);
		expect(answer.text.slice(0, text ? text.length : Infinity)).toBe(text);
		if (fault.kind === 'invalidJson') expect(answer.body).toBeUndefined();
	});

	it('never answers, or drops the connection', async () => {
		await fail({ kind: 'timeout' });
		await expect(send(200)).rejects.toMatchObject({ name: 'TimeoutError' });
		await fail({ kind: 'drop' });
		await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
		expect(await sentCount()).toBe(0);
	});

	it.each(['status', 'html', 'empty', 'invalidJson', 'drop', 'timeout'])(
		'carries the request out before the fault %s when that is asked for',
		async (kind) => {
			await fail({ kind, accepted: true });
			await send(200).catch(() => undefined);
			expect(await sentCount()).toBe(1);
			expect((await sandbox.get('/v1/Common/balance')).body[0].amount).toBe(999.96);
		},
	);

	it('lets some calls through first, and fails as many as asked for', async () => {
		await fail({ kind: 'status', status: 503, after: 1, count: 2 });
		const statuses = [];
		for (let call = 0; call < 5; call += 1) statuses.push((await send()).status);
		expect(statuses).toEqual([200, 503, 503, 200, 200]);
	});

	it('keeps to a method and the beginning of a path', async () => {
		await fail({ kind: 'status', method: 'post', path: '/v1/sms' });
		expect((await sandbox.get('/v1/Common/balance')).status).toBe(200);
		expect((await sandbox.post('/viber', sms())).status).toBe(200);
		expect((await send()).status).toBe(500);
	});

	it('keeps to what sends something', async () => {
		await fail({ kind: 'status', status: 503, count: null, sends: true });
		for (const path of ['/v1/sms/report', '/contacts/validate', '/suppression', '/nowhere']) {
			expect([path, (await sandbox.post(path, {})).status]).not.toEqual([path, 503]);
		}
		expect((await sandbox.get('/v1/Common/balance')).status).toBe(200);
		for (const path of ['/v1/sms/single', '/v1/sms/bulk', '/viber', '/email', '/campaigns']) {
			expect([path, (await sandbox.post(path, {})).status]).toEqual([path, 503]);
		}
	});

	it('meets a request before its body is checked, and lists it', async () => {
		await fail({ kind: 'status', status: 503 });
		const body = sms({ to: 5 });
		for (const status of [503, 400]) expect((await sandbox.send(body)).status).toBe(status);
		expect(await sandbox.read('requests')).toMatchObject([
			{ body, status: 503 },
			{ body, status: 400 },
		]);
	});

	it('uses several faults in their order, and can forget them', async () => {
		for (const status of [500, 503, 404]) await fail({ kind: 'status', status });
		expect([(await send()).status, (await send()).status]).toEqual([500, 503]);
		await sandbox.call('DELETE', '/_sandbox/faults');
		expect((await send()).status).toBe(200);
	});

	it('fails every request until it is ended, and the others stay', async () => {
		await fail({ kind: 'status', status: 503, count: null });
		const { body } = await fail({ kind: 'html', path: '/viber' });
		const [every, one] = body.faults;
		expect(every).toMatchObject({ count: null, status: 503 });
		for (let call = 0; call < 3; call += 1) expect((await send()).status).toBe(503);
		const left = await sandbox.call('DELETE', `/_sandbox/faults/${every.id}`);
		expect(left.body).toEqual({ faults: [one] });
		expect((await send()).status).toBe(200);
		const gone = await sandbox.call('DELETE', `/_sandbox/faults/${every.id}`);
		expect([gone.status, gone.body.error.message]).toEqual([
			404,
			`There is no fault ${every.id}: it has ended`,
		]);
	});
});

describe('Clock, latency and rate limit', () => {
	it('moves the clock on by any time, and back only to now', async () => {
		const before = Date.parse((await sandbox.read('clock')).now);
		const answer = await sandbox.control('clock', { advanceMs: 90_000 });
		expect(Date.parse(answer.body.now) - before).toBe(90_000);
		const back = await sandbox.call('DELETE', '/_sandbox/clock');
		expect(Date.parse(back.body.now)).toBe(before);
	});

	it.each([
		['a reset', 'reset', {}],
		['a file that says nothing of it', 'import', { balance: { EUR: 5 } }],
	])('puts the clock back with %s', async (_, path, body) => {
		const before = await sandbox.read('clock');
		await sandbox.control('clock', { advanceMs: 3_600_000 });
		await sandbox.control(path, body);
		expect(await sandbox.read('clock')).toEqual(before);
	});

	it('moves the clock on whenever a report or a campaign is asked for again, until a reset', async () => {
		const before = await sandbox.read('clock');
		await sandbox.control('clock', { eachReportMs: 60_000 });
		const { messageId } = (await send()).body;
		const campaign = { ...sms(), name: 'n', recipients: ['37060012345'] };
		const { campaignId } = (await sandbox.post('/campaigns', campaign)).body;
		expect(await sandbox.read('clock')).toEqual(before);
		expect([await stateOf(messageId), await stateOf(messageId)]).toEqual([0, 2]);
		const minutes = async () =>
			(Date.parse((await sandbox.read('clock')).now) - Date.parse(before.now)) / 60_000;
		for (const path of [`/campaigns/${campaignId}`, `/campaigns/${campaignId}/reports`]) {
			await sandbox.get(path);
			expect(await minutes()).toBe(1);
		}
		await sandbox.get(`/campaigns/${campaignId}`);
		expect(await minutes()).toBe(2);
		await sandbox.control('reset', {});
		await sandbox.post('/v1/sms/report', { messageId });
		expect(await minutes()).toBe(0);
	});

	it('has sent a campaign to all when its reports are asked for, and has delivered none yet, however fast somebody asks', async () => {
		await sandbox.control('clock', { eachReportMs: 60_000 });
		const recipients = ['37060012345', '37060012346', '37060012347'];
		const campaign = { ...sms(), name: 'n', recipients };
		const { campaignId } = (await sandbox.post('/campaigns', campaign)).body;
		const entries = (await sandbox.get(`/campaigns/${campaignId}/reports`)).body as Array<{
			to: string;
			delivered?: string;
		}>;
		expect(new Set(entries.map(({ to }) => String(to)))).toEqual(new Set(recipients));
		expect(entries.filter(({ delivered }) => delivered)).toEqual([]);
	});

	it('delivers what was sent ahead when its time comes again', async () => {
		await sandbox.control('clock', { advanceMs: 60_000 });
		const { messageId } = (await send()).body;
		await sandbox.control('clock', { advanceMs: 10_000 });
		expect(await stateOf(messageId)).toBe(2);
		await sandbox.call('DELETE', '/_sandbox/clock');
		expect(await stateOf(messageId)).toBe(0);
		await sandbox.control('clock', { advanceMs: 70_000 });
		expect(await stateOf(messageId)).toBe(2);
	});

	it('adds latency to requests of the service only', async () => {
		await sandbox.control('latency', { ms: 300 });
		const begun = performance.now();
		await send();
		expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
		await expect(send(50)).rejects.toMatchObject({ name: 'TimeoutError' });
		await eventually('the second message', async () => (await sentCount()) >= 2);
	});

	it('drops what still waits when it is reset, which uses up no fault and sends nothing', async () => {
		await sandbox.control('latency', { ms: 100 });
		const dropped = expect(send()).rejects.toThrow();
		await eventually('a request', async () => (await sandbox.read('requests')).length === 1);
		await sandbox.control('reset', {});
		await fail({ kind: 'status', status: 503 });
		await dropped;
		expect((await send()).status).toBe(503);
		expect(await sentCount()).toBe(0);
	});

	it('refuses what goes over the rate limit, with the time to wait', async () => {
		await sandbox.control('rate-limit', { requestsPerSecond: 2 });
		const answers = await Promise.all([send(), send(), send(), send()]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.headers['retry-after']).toBe('1');
		expect(await sentCount()).toBe(2);
		await sandbox.control('rate-limit', { requestsPerSecond: null });
		expect((await send()).status).toBe(200);
	});
});

describe('Requests and state', () => {
	it.each(['X-ApiKey', 'x-apikey', 'X-APIKEY', 'x_api_key', 'xApiKey', 'apikey'])(
		'never lists the key, also of a request that was refused because it calls it %s',
		async (name) => {
			await sandbox.call('GET', `/v1/Common/balance?${name}=sandbox-key`);
			await sandbox.call('POST', '/v1/sms/single', { headers: { [name]: 'sandbox-key' } });
			const requests = await sandbox.read('requests');
			expect(JSON.stringify(requests)).toContain('***');
			expect(JSON.stringify(requests)).not.toContain('sandbox-key');
		},
	);

	it('lists the requests as they came, counts them, and forgets them when asked to', async () => {
		await send();
		await sandbox.get('/nowhere');
		const time = new Date(sandbox.clock.now()).toISOString();
		const { headers, body } = await sandbox.look('requests');
		expect(headers['x-total-count']).toBe('2');
		expect(body).toMatchObject([
			{ method: 'POST', path: '/v1/sms/single', query: {}, body: sms(), status: 200, time },
			{ method: 'GET', path: '/nowhere', query: { 'X-ApiKey': '***' }, status: 404 },
		]);
		await sandbox.call('DELETE', '/_sandbox/requests');
		expect(await sandbox.read('requests')).toEqual([]);
		expect(await sentCount()).toBe(1);
	});

	it('shows everything it holds', async () => {
		await sandbox.send({ text: 'a'.repeat(161) });
		const contact = { phoneNumber: '37060000009' };
		await sandbox.post('/suppression', contact);
		await sandbox.post('/contacts/import', [contact]);
		const parts = [
			{ text: 'a'.repeat(153), state: 0, stateName: 'accepted' },
			{ text: 'a'.repeat(8), state: 0 },
		];
		expect(await sandbox.read('state')).toMatchObject({
			messages: [{ to: '37060012345', from: 'Shop', parts }],
			requests: 3,
			balance: [{ amount: 999.92 }, { amount: 250 }],
			...{ campaigns: [], contacts: [contact], suppression: [contact], emails: [], viber: [] },
		});
	});

	it('sets either balance', async () => {
		expect((await sandbox.control('balance', { USD: 3.456 })).body).toEqual([
			{ amount: 1000, currency: 'EUR' },
			{ amount: 3.46, currency: 'USD' },
		]);
	});

	it('forgets everything on reset, faults and limits too', async () => {
		await send();
		const campaign = { ...sms(), name: 'n', recipients: ['37060012345'] };
		await sandbox.post('/campaigns', campaign);
		await fail({ kind: 'status' });
		await sandbox.control('rate-limit', { requestsPerSecond: 1 });
		await sandbox.control('reset');
		expect((await sandbox.read('verdict')).sentence).toBe('No message went out.');
		sandbox.clock.advance(60_000);
		const state = await sandbox.read('state');
		expect(state).toMatchObject({ messages: [], campaigns: [], requests: 0 });
		expect(state.balance[0].amount).toBe(1000);
		expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
	});

	it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', undefined])(
		'takes no body of the type %s, which a form of any website can send',
		async (type) => {
			const before = await sandbox.read('clock');
			const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
			const sent = { headers, body: '{"advanceMs":1}' };
			const { status, body } = await sandbox.call('POST', '/_sandbox/clock', sent);
			expect(status).toBe(415);
			expect(body.error.message).toContain('Content-Type: application/json');
			expect(await sandbox.read('clock')).toEqual(before);
			expect((await sandbox.call('POST', '/_sandbox/reset')).status).toBe(200);
		},
	);
});
