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
		const answer = await sandbox.post('/v1/sms/single', sms({ to: `3706000${digits}` }));
		expect(answer.status).toBe(status);
		expect(answer.headers['retry-after']).toBe(retryAfter);
		expect(answer.body.error.message).toContain(digits);
	});

	it('answers a recipient ending in 0200 with a page instead of JSON', async () => {
		const answer = await sandbox.post('/v1/sms/single', sms({ to: '37060000200' }));
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toContain('text/html');
		expect(answer.text).toContain('<!DOCTYPE html>');
	});

	it('never answers a recipient ending in 0408', async () => {
		const waiting = sandbox.post('/v1/sms/single', sms({ to: '37060000408' }), 200);
		await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
		expect((await sandbox.read('requests'))[0].status).toBeNull();
	});

	it('drops the connection for a recipient ending in 0444', async () => {
		const dropped = sandbox.post('/v1/sms/single', sms({ to: '37060000444' }));
		await expect(dropped).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
		expect((await sandbox.read('requests'))[0].status).toBeNull();
	});

	it('lets the first such recipient decide for a whole bulk request', async () => {
		const batch = ['37060012345', '37060000503', '37060000400'].map((to) => sms({ to }));
		expect((await sandbox.post('/v1/sms/bulk', batch)).status).toBe(503);
	});

	it('counts for Viber too', async () => {
		expect((await sandbox.post('/viber', sms({ to: '37060000500' }))).status).toBe(500);
		expect(await sandbox.read('state')).toMatchObject({ viber: [] });
	});

	it('looks at the request itself first', async () => {
		const answer = await sandbox.post('/v1/sms/single', sms({ to: '37060000500', text: '' }));
		expect(answer.status).toBe(400);
	});
});
