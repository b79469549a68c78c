import { sandboxForTests, sms } from '../openSandbox.ts';

const sandbox = sandboxForTests();

describe('Numbers that no country has', () => {
	const courseOf = async (path: string, to: string) => {
		const { messageId } = (await sandbox.post(path, sms({ to }))).body;
		await sandbox.control('clock', { advanceMs: 10_000 });
		const [{ state, errorCode }] = (await sandbox.post('/v1/sms/report', { messageId })).body;
		return [state, errorCode];
	};

	it.each(['860012345', '99912345678', '3706001', '15551234567', '3706000000002'])(
		'%s gets nothing, and is not valid',
		async (to) => {
			expect(await courseOf('/v1/sms/single', to)).toEqual([3, '1']);
			expect(await courseOf('/viber', to)).toEqual([3, '1']);
			const { valid } = (await sandbox.post('/contacts/validate', { phoneNumber: to })).body;
			expect(valid).toBe(false);
		},
	);

	it.each(['37060000000', '37060012345', '447700900123', '12025550123', '4915112345678'])(
		'%s, as in the documents, gets its message',
		async (to) => {
			expect(await courseOf('/v1/sms/single', to)).toEqual([2, undefined]);
			const { valid } = (await sandbox.post('/contacts/validate', { phoneNumber: to })).body;
			expect(valid).toBe(true);
		},
	);
});

describe('Recipients that make the request fail', () => {
	const sendTo = async (digits: string, timeout?: number) =>
		await sandbox.send({ to: `3706000${digits}` }, timeout);

	afterEach(async () => {
		expect(await sandbox.read('messages-per-recipient')).toEqual({});
	});

	it.each([
		['0400', 400, undefined],
		['0401', 401, undefined],
		['0429', 429, '1'],
		['0500', 500, undefined],
		['0503', 503, '2'],
	])('answers a recipient ending in %s with %i', async (digits, status, retryAfter) => {
		const answer = await sendTo(digits);
		expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
		expect(answer.body.error.message).toContain(digits);
	});

	it('answers a recipient ending in 0200 with a page instead of JSON', async () => {
		const { status, headers, text } = await sendTo('0200');
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(text).toContain('<!DOCTYPE html>');
	});

	it.each([
		['never answers', '0408', { name: 'TimeoutError' }, 200],
		['drops the connection for', '0444', { code: 'UND_ERR_SOCKET' }, 0],
	])('%s a recipient ending in %s', async (_, digits, error, timeout) => {
		await expect(sendTo(digits, timeout)).rejects.toMatchObject(error);
		expect((await sandbox.read('requests'))[0].status).toBeNull();
	});

	it('lets the first such recipient decide for a whole bulk request', async () => {
		const batch = ['37060012345', '37060000503', '37060000400'].map((to) => sms({ to }));
		expect((await sandbox.post('/v1/sms/bulk', batch)).status).toBe(503);
	});

	it('counts for Viber too, and looks at the request itself first', async () => {
		const to = '37060000500';
		expect((await sandbox.post('/viber', sms({ to }))).status).toBe(500);
		expect((await sandbox.send({ to, text: '' })).status).toBe(400);
	});
});
