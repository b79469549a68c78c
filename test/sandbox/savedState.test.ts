import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepState, readState } from '../../sandbox/keep.ts';
import { folderForTests } from '../support/folder.ts';
import { tries } from '../support/properties.ts';
import { action } from './actions.ts';
import { json, openSandbox, sandboxForTests, sms } from './openSandbox.ts';
import type { OpenSandbox } from './openSandbox.ts';

const sandbox = sandboxForTests();
const other = sandboxForTests();

const stateOf = async ({ read }: OpenSandbox) => {
	const state = { ...(await read('state')), requests: 0 };
	const { faults } = await read('faults');
	const dialect = await read('dialect');
	return { ...state, faults: faults.map((fault: object) => ({ ...fault, id: 0 })), dialect };
};

describe('A saved state', () => {
	it('is the same in another sandbox, and goes on there, whatever happened before', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
				await sandbox.control('reset');
				for (const [path, body] of actions) await sandbox.post(path, body);
				const saved = await sandbox.look('export');
				expect(saved.headers['content-disposition']).toContain('sandbox.json');
				const before = await stateOf(sandbox);
				// Two that began at the same time: the other one's clock is behind, or at the same place.
				expect((await other.control('import', saved.body)).body).not.toHaveProperty('error');
				expect(await stateOf(other)).toEqual(before);
				expect((await other.look('export')).body.messages).toEqual(saved.body.messages);
				for (const one of [sandbox, other]) {
					await one.control('latency', { ms: 0 });
					await one.control('clock', { advanceMs: 60_000 });
				}
				const { campaigns, messages, balance } = await stateOf(other);
				const ahead = await stateOf(sandbox);
				expect([campaigns, balance]).toEqual([ahead.campaigns, ahead.balance]);
				expect(messages.length).toBe(ahead.messages.length);
				const ids = messages.map(({ messageId }: { messageId: string }) => messageId);
				expect(new Set(ids).size).toBe(ids.length);
			}),
			tries(40),
		);
	});

	it('takes 10,000 messages', async () => {
		const batch = Array.from({ length: 1_000 }, (_, n) =>
			sms({ to: `370${String(n).padStart(4, '0')}1111` }),
		);
		for (let round = 0; round < 10; round += 1) await sandbox.post('/v1/sms/bulk', batch);
		const { text: saved } = await sandbox.look('export');
		expect((await other.postText('/_sandbox/import', saved)).status).toBe(200);
		expect((await other.read('state')).messages).toHaveLength(10_000);
	});

	it('can be written by hand: what is not there is as at the start', async () => {
		const seed = {
			contacts: [{ phoneNumber: '37060000001', firstName: 'Ada' }],
			suppression: [{ phoneNumber: '37060000002' }],
			balance: { EUR: 5 },
			faults: [{ kind: 'status', status: 429, retryAfter: 1 }],
			dialect: { lists: 'paged' },
		};
		await sandbox.send();
		expect((await sandbox.control('import', seed)).body).toMatchObject({
			balance: { EUR: 5, USD: 250 },
			dialect: { lists: 'paged', objects: 'bare' },
			faults: [{ kind: 'status', status: 429, count: 1 }],
			latencyMs: 0,
			requestsPerSecond: null,
		});
		const now = new Date(sandbox.clock.now()).toISOString();
		expect(await sandbox.read('state')).toMatchObject({
			messages: [],
			requests: 0,
			contacts: [{ firstName: 'Ada', contactId: expect.any(String), consent: {}, created: now }],
			suppression: [{ phoneNumber: '37060000002', added: now }],
		});
	});

	it('can be checked alone: nothing changes', async () => {
		await sandbox.send();
		const before = await stateOf(sandbox);
		const checked = await sandbox.control('import?check=true', { balance: { EUR: 5 } });
		expect(checked.status).toBe(200);
		expect(await stateOf(sandbox)).toEqual(before);
	});

	it('is refused if it is too large, with the limit', async () => {
		const clock = await sandbox.postText('/_sandbox/clock', ' '.repeat(10 * 1024 * 1024 + 1));
		expect(clock.body.error.message).toBe('The body is larger than 10 MB; send less at once');
		const headers = { ...json, 'content-length': String(100 * 1024 * 1024 + 1) };
		const huge = { method: 'POST', url: '/_sandbox/import', headers, payload: '{}' } as const;
		const { statusCode, json: read } = await sandbox.app.inject(huge);
		expect([statusCode, read().error.message]).toEqual([
			413,
			'The body is larger than 100 MB; send less at once',
		]);
	});
});

describe('A file that keeps the state', () => {
	const folder = folderForTests();
	const fileOf = (name: string, content?: string) => {
		const file = join(folder, name);
		if (content !== undefined) writeFileSync(file, content);
		return file;
	};

	it('has what came, only its owner can read it, and nothing is left beside it', async () => {
		const keep = fileOf('kept.json');
		const stop = await keepState(sandbox.app, { keep });
		await sandbox.send();
		await stop();
		expect(statSync(keep).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.json']);
		readState(other.app, { keep, seed: fileOf('not-read.json', 'x') });
		expect((await other.read('state')).messages).toMatchObject([{ text: 'Hello' }]);
	});

	it('has each change, whatever changed', async () => {
		const keep = fileOf('changes.json');
		const look = await keepState(sandbox.app, { keep });
		const others = fc.constantFrom(
			['/_sandbox/situation', { name: 'busy' }],
			['/_sandbox/import', { balance: { EUR: 3 } }],
			['/v1/sms/single', { to: '37060000444', from: 'Shop', text: 'Hello' }],
		);
		await fc.assert(
			fc.asyncProperty(fc.oneof(action, others), async ([path, body]) => {
				await sandbox.post(path as string, body).catch(() => undefined);
				await look();
				const { text } = await sandbox.look('export');
				expect(readFileSync(keep, 'utf8')).toBe(text);
			}),
			tries(100),
		);
		await sandbox.control('faults', { kind: 'html', count: null });
		await look();
		await sandbox.call('DELETE', '/_sandbox/faults');
		await look();
		expect(JSON.parse(readFileSync(keep, 'utf8'))).toMatchObject({ faults: [] });
	});

	it('is not written if nothing has changed, and not even compared if nothing was asked', async () => {
		const keep = fileOf('untouched.json');
		const look = await keepState(sandbox.app, { keep });
		writeFileSync(keep, 'untouched');
		const asked = jest.spyOn(sandbox.clock, 'ahead');
		await look();
		await sandbox.read('clock');
		await look();
		expect(asked).not.toHaveBeenCalled();
		asked.mockRestore();
		await sandbox.get('/v1/Common/balance');
		await look();
		expect(readFileSync(keep, 'utf8')).toBe('untouched');
	});

	it('is read again however deep the messages are that came, and so is an export', async () => {
		const keep = fileOf('deep.json');
		const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
		const stop = await keepState(sandbox.app, { keep });
		const email = { to: 'a@b.co', from: 'c@d.co', subject: 's', text: 't' };
		const bodies: Array<[string, (extra: unknown) => unknown, number]> = [
			['/v1/sms/single', (extra) => sms({ extra }), 99],
			['/v1/sms/bulk', (extra) => [sms({ extra })], 98],
			['/viber', (extra) => sms({ extra }), 99],
			['/email', (extra) => ({ ...email, extra }), 99],
			['/campaigns', (extra) => ({ ...sms(), name: 'n', recipients: ['37060000001'], extra }), 99],
			['/contacts/import', (extra) => [{ phoneNumber: '37060000001', extra }], 98],
			['/suppression', (extra) => ({ phoneNumber: '37060000001', extra }), 99],
			['/_sandbox/faults', (body) => ({ kind: 'status', count: 9, after: 99, body }), 99],
		];
		for (const [path, body, most] of bodies) {
			expect((await sandbox.post(path, body(deep(most + 1)))).status).toBe(400);
			expect([path, (await sandbox.post(path, body(deep(most)))).status]).toEqual([path, 200]);
		}
		await stop();
		for (let round = 0; round < 3; round += 1) {
			readState(other.app, { keep });
			expect((await other.read('state')).messages).toHaveLength(2);
			const { text } = await other.look('export');
			writeFileSync(keep, text);
			const imported = await other.postText('/_sandbox/import', text);
			expect(imported.status).toBe(200);
		}
	});

	it('is made of the seed if it is not there yet', async () => {
		const seed = fileOf('seed.json', '{"balance":{"EUR":5}}');
		readState(sandbox.app, { keep: fileOf('none-yet.json'), seed });
		expect((await sandbox.get('/v1/Common/balance')).body[0].amount).toBe(5);
	});

	it('is read if an earlier sandbox kept it, without the choices that are gone', async () => {
		const dialect = { lists: 'wrapped', objects: 'envelope', ids: 'number', errors: 'inside200' };
		const gone = { fields: 'extra', charset: 'utf-8-bom', redirects: '303' };
		const report = { messageId: '7000001', partIds: ['7000002'], parts: ['Hello'] };
		const message = { channel: 'sms', to: '37060012345', from: 'Shop', sentAt: 0, fields: {} };
		const state = { dialect: { ...dialect, ...gone }, messages: [{ ...report, ...message }] };
		readState(sandbox.app, { keep: fileOf('earlier.json', JSON.stringify(state)) });
		expect(await sandbox.read('dialect')).toEqual(dialect);
		expect((await sandbox.read('export')).dialect).toEqual(dialect);
		const { body } = await sandbox.post('/v1/sms/report', { messageId: '7000001' });
		expect(body.items).toMatchObject([{ messageId: 7000001, partId: 7000002 }]);
	});

	it.each(['', '{"messages":[', '{"nodes":[]}'])('is not overwritten if it is “%s”', (content) => {
		const keep = fileOf('broken.json', content);
		expect(() => readState(sandbox.app, { keep })).toThrow(
			`${keep} holds no state of the sandbox. `,
		);
		expect(readFileSync(keep, 'utf8')).toBe(content);
	});

	it('is named if it cannot be written', async () => {
		const keep = join(folder, 'no-folder', 'kept.json');
		await expect(keepState(sandbox.app, { keep })).rejects.toThrow('no-folder');
	});

	it('is read and written also if the controls ask for a token', async () => {
		const guarded = await openSandbox({ token: 'a-token' });
		const keep = fileOf('guarded.json', '{"balance":{"EUR":7}}');
		readState(guarded.app, { keep });
		const stop = await keepState(guarded.app, { keep });
		await stop();
		expect(JSON.parse(readFileSync(keep, 'utf8'))).toMatchObject({ balance: { EUR: 7 } });
	});
});
