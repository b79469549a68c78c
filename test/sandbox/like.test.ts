import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readRecording } from '../../sandbox/like/recording.ts';
import type { Recording } from '../../sandbox/like/recording.ts';
import { folderForTests } from '../support/folder.ts';
import { json, sandboxForTests, sms } from './openSandbox.ts';

const headers = { 'content-type': 'application/json' };
const body = { to: '37011111111', from: 'Qwert', text: 'Asdf' };
/** An exchange of a POST. */
const exchange = (path: string, sent: object, json: unknown, status = 200) => ({
	...{ method: 'POST' as const, path, body: sent, answer: { status, headers, json } },
});
const reportOf = (id: string, json: unknown, status?: number) => ({
	...{ id, ...exchange('/v1/sms/report', { messageId: id }, json, status) },
});
const inState = (status: string) => reportOf('7000001', [{ id: 7000001, to: 37011111111, status }]);
const taken = ['aa-11111', 'aa-22222'].map((sid) => ({ sid, to: '37011111111' }));
const list = { status: 200, headers, json: { rows: [{ tel: '37022222222' }] } };

const recording: Recording = {
	format: 'messaging-service-recording',
	version: 1,
	exchanges: [
		{ ...reportOf('nobody', { fout: { tekst: 'Xyz' } }, 422), isUnknown: true },
		{ method: 'GET', path: '/v9/suppression', answer: list },
		exchange('/v1/sms/single', body, { sms: { id: 7000001, for: '37011111111' } }),
		inState('on its way'),
		inState('there'),
		exchange('/v1/sms/bulk', [body, { ...body, text: 'Other' }], { batchId: 'b-77777', taken }),
		exchange('/viber', body, { fout: { tekst: 'Nee' } }, 400),
	],
};

const sandbox = sandboxForTests({ like: recording });

describe('A sandbox that answers like a recording', () => {
	it('gives each message an ID of the same form, whose reports come one after the other', async () => {
		const [to, other] = ['37060012345', '37060012346'];
		const first = (await sandbox.send({ to })).body.sms;
		const second = (await sandbox.send({ to: other })).body.sms;
		expect(first).toEqual({ id: expect.any(Number), for: to });
		expect(second.for).toBe(other);
		expect(new Set([first.id, second.id, 7000001]).size).toBe(3);
		const asked = async (id: number) =>
			(await sandbox.post('/v1/sms/report', { messageId: String(id) })).body[0];
		const status = 'on its way';
		expect(await asked(first.id)).toEqual({ id: first.id, to: Number(to), status });
		expect(await asked(second.id)).toEqual({ id: second.id, to: Number(other), status });
		for (let turn = 0; turn < 2; turn++) expect((await asked(first.id)).status).toBe('there');
	});

	it('gives a bulk one entry for each message, with its own number', async () => {
		const numbers = ['37060000011', '37060000012', '37060000013'];
		const batch = numbers.map((to) => sms({ to }));
		const { body: given } = await sandbox.post('/v1/sms/bulk', batch);
		expect(given.taken).toMatchObject(numbers.map((to) => ({ to })));
		expect(new Set(given.taken.map(({ sid }: { sid: string }) => sid)).size).toBe(3);
	});

	it('keeps what the account took, and nothing that it refused', async () => {
		await sandbox.send();
		const refused = await sandbox.post('/viber', sms());
		expect([refused.status, refused.body]).toEqual([400, { fout: { tekst: 'Nee' } }]);
		const { messages, viber } = await sandbox.read('state');
		expect([messages.length, viber.length]).toEqual([1, 0]);
		expect(messages[0].to).toBe('37060012345');
	});

	it('knows paths that the sandbox does not have, with the right key only', async () => {
		expect((await sandbox.get('/v9/suppression')).body).toEqual({ rows: [{ tel: '37022222222' }] });
		const withOther = '/v9/suppression?X-ApiKey=another';
		const { status, body } = await sandbox.call('GET', withOther, { headers: json });
		expect([status, Object.keys(body)]).toEqual([401, ['fout']]);
	});

	it('refuses in the shape of the account, and does as usual what was not recorded', async () => {
		const unknown = await sandbox.post('/v1/sms/report', { messageId: 'somebody' });
		expect([unknown.status, unknown.body]).toEqual([422, { fout: { tekst: 'Xyz' } }]);
		const invalid = await sandbox.send({ to: '' });
		expect(invalid.status).toBe(400);
		expect(invalid.body.fout.tekst).toContain('to must be');
		const phoneNumber = '37060012345';
		expect((await sandbox.post('/suppression', { phoneNumber })).body).toMatchObject({
			phoneNumber,
		});
		await sandbox.control('faults', { kind: 'status', status: 503 });
		expect((await sandbox.send()).status).toBe(503);
	});
});

describe('A file that is no recording', () => {
	const folder = folderForTests();
	const [first] = recording.exchanges;

	it.each<[string | object, string]>([
		['', 'Unexpected end of JSON input'],
		['Hello', 'is not valid JSON'],
		[[], 'its content must be object'],
		[{}, "its content must have required property 'format'"],
		[{ ...recording, version: 2 }, 'version must be equal to constant'],
		[{ ...recording, exchanges: [] }, 'exchanges must NOT have fewer than 1 items'],
		[
			{ ...recording, exchanges: [{ ...first, method: 'PUT' }] },
			'exchanges.0.method must be equal',
		],
		[
			{ ...recording, exchanges: [{ ...first, answer: { status: 'fine', headers } }] },
			'exchanges.0.answer.status must be integer',
		],
	])('%j', (content, why) => {
		const file = join(folder, 'recording.json');
		writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
		expect(() => readRecording(file)).toThrow(why);
	});

	it('is one that does not exist', () => {
		expect(() => readRecording(join(folder, 'none.json'))).toThrow('no such file');
	});
});
