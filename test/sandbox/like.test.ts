import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readRecording } from '../../sandbox/like/recording.ts';
import type { Recording } from '../../sandbox/like/recording.ts';
import { folderForTests } from '../support/folder.ts';
import { sandboxForTests, sms } from './openSandbox.ts';

const headers = { 'content-type': 'application/json' };
const answer = (json: unknown, status = 200) => ({ status, headers, json });
const body = { to: '37011111111', from: 'Qwert', text: 'Asdf' };
const report = { method: 'POST', path: '/v1/sms/report' } as const;
const entry = (id: number, status: string) => ({ id, to: 37011111111, status });

const recording: Recording = {
	format: 'messaging-service-recording',
	version: 1,
	exchanges: [
		{
			...report,
			id: 'nobody',
			body: { messageId: 'nobody' },
			isUnknown: true,
			answer: answer({ fout: { tekst: 'Xyz' } }, 422),
		},
		{ method: 'GET', path: '/v9/suppression', answer: answer({ rows: [{ tel: '37022222222' }] }) },
		{
			method: 'POST',
			path: '/v1/sms/single',
			body,
			answer: answer({ sms: { id: 7000001, for: '37011111111' } }),
		},
		{
			...report,
			id: '7000001',
			body: { messageId: '7000001' },
			answer: answer([entry(7000001, 'on its way')]),
		},
		{
			...report,
			id: '7000001',
			body: { messageId: '7000001' },
			answer: answer([entry(7000001, 'there')]),
		},
		{
			method: 'POST',
			path: '/v1/sms/bulk',
			body: [body, { ...body, text: 'Other' }],
			answer: answer({
				batchId: 'b-77777',
				taken: [
					{ sid: 'aa-11111', to: '37011111111' },
					{ sid: 'aa-22222', to: '37011111111' },
				],
			}),
		},
		{ method: 'POST', path: '/viber', body, answer: answer({ fout: { tekst: 'Nee' } }, 400) },
	],
};

const sandbox = sandboxForTests({ like: recording });

describe('A sandbox that answers like a recording', () => {
	it('gives each message an ID of the same form, whose reports come one after the other', async () => {
		const first = (await sandbox.post('/v1/sms/single', sms())).body.sms;
		const second = (await sandbox.post('/v1/sms/single', sms({ to: '37060012346' }))).body.sms;
		expect(first).toEqual({ id: expect.any(Number), for: '37060012345' });
		expect(second.for).toBe('37060012346');
		expect(new Set([first.id, second.id, 7000001]).size).toBe(3);
		const asked = async (id: number) =>
			(await sandbox.post('/v1/sms/report', { messageId: String(id) })).body[0];
		expect(await asked(first.id)).toEqual({ id: first.id, to: 37060012345, status: 'on its way' });
		expect(await asked(second.id)).toEqual({
			id: second.id,
			to: 37060012346,
			status: 'on its way',
		});
		for (let turn = 0; turn < 2; turn++) expect((await asked(first.id)).status).toBe('there');
	});

	it('gives a bulk one entry for each message, with its own number', async () => {
		const numbers = ['37060000011', '37060000012', '37060000013'];
		const { taken } = (
			await sandbox.post(
				'/v1/sms/bulk',
				numbers.map((to) => sms({ to })),
			)
		).body;
		expect(taken.map(({ to }: { to: string }) => to)).toEqual(numbers);
		expect(new Set(taken.map(({ sid }: { sid: string }) => sid)).size).toBe(3);
	});

	it('keeps what the account took, and nothing that it refused', async () => {
		await sandbox.post('/v1/sms/single', sms());
		const refused = await sandbox.post('/viber', { ...sms(), text: 'Hello' });
		expect([refused.status, refused.body]).toEqual([400, { fout: { tekst: 'Nee' } }]);
		const { messages, viber } = await sandbox.read('state');
		expect([messages.length, viber.length]).toEqual([1, 0]);
		expect(messages[0].to).toBe('37060012345');
	});

	it('knows paths that the sandbox does not have, with the right key only', async () => {
		expect((await sandbox.get('/v9/suppression')).body).toEqual({ rows: [{ tel: '37022222222' }] });
		const headers = { accept: 'application/json' };
		const { status, body } = await sandbox.call('GET', '/v9/suppression?X-ApiKey=another', {
			headers,
		});
		expect([status, Object.keys(body)]).toEqual([401, ['fout']]);
	});

	it('refuses in the shape of the account, and does as usual what was not recorded', async () => {
		const unknown = await sandbox.post('/v1/sms/report', { messageId: 'somebody' });
		expect([unknown.status, unknown.body]).toEqual([422, { fout: { tekst: 'Xyz' } }]);
		const invalid = await sandbox.post('/v1/sms/single', sms({ to: '' }));
		expect(invalid.status).toBe(400);
		expect(invalid.body.fout.tekst).toContain('to must be');
		expect(
			(await sandbox.post('/suppression', { phoneNumber: '37060012345' })).body.phoneNumber,
		).toBe('37060012345');
		await sandbox.control('faults', { kind: 'status', status: 503 });
		expect((await sandbox.post('/v1/sms/single', sms())).status).toBe(503);
	});
});

describe('A file that is no recording', () => {
	const folder = folderForTests();
	const [first] = recording.exchanges;

	it.each([
		['', 'Unexpected end of JSON input'],
		['Hello', 'is not valid JSON'],
		['[]', 'its content must be object'],
		['{}', "its content must have required property 'format'"],
		[JSON.stringify({ ...recording, version: 2 }), 'version must be equal to constant'],
		[JSON.stringify({ ...recording, exchanges: [] }), 'exchanges must NOT have fewer than 1 items'],
		[
			JSON.stringify({ ...recording, exchanges: [{ ...first, method: 'PUT' }] }),
			'exchanges.0.method must be equal to one of',
		],
		[
			JSON.stringify({
				...recording,
				exchanges: [{ ...first, answer: { status: 'fine', headers } }],
			}),
			'exchanges.0.answer.status must be integer',
		],
	])('%s', (text, why) => {
		const file = join(folder, 'recording.json');
		writeFileSync(file, text);
		expect(() => readRecording(file)).toThrow(why);
	});

	it('is one that does not exist', () => {
		expect(() => readRecording(join(folder, 'none.json'))).toThrow('no such file');
	});
});
