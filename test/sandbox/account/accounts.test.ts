import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepState, readState } from '../../../sandbox/keep.ts';
import { mostAccounts } from '../../../sandbox/account/accounts.ts';
import { folderForTests } from '../../support/folder.ts';
import { tries } from '../../support/properties.ts';
import { action } from '../actions.ts';
import { json, openSandbox, sms } from '../openSandbox.ts';
import type { OpenSandbox } from '../openSandbox.ts';

let sandbox: OpenSandbox;
let other: OpenSandbox;
beforeEach(async () => {
	sandbox = await openSandbox();
	other = await openSandbox();
});

type Client = ReturnType<OpenSandbox['clientOf']>;

async function take({ post, control }: Client, [path, body]: [string, object]): Promise<void> {
	const [, steered] = path.split('/_sandbox/');
	await (steered ? control(steered, body) : post(path, body));
}

/** All that an account can be asked for, without what is made up anew each time. */
async function seenBy({ read, get }: Client): Promise<string> {
	const requests = (await read('requests')) as Array<Record<string, unknown>>;
	const seen = {
		...{ balance: (await get('/v1/Common/balance')).body, state: await read('export') },
		...{ verdict: await read('verdict'), suppressed: (await get('/suppression')).body },
		asked: requests.map(({ path, body, status }) => [path, body, status]),
	};
	return JSON.stringify(seen)
		.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an ID')
		.replace(/"id":\d+|"?\b\d{15}\b"?/g, 'an ID');
}

describe('An account', () => {
	it('is for each of 20 test files that run side by side as if it had the sandbox to itself', async () => {
		const files = fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), {
			...{ minLength: 20, maxLength: 20 },
		});
		await fc.assert(
			fc.asyncProperty(files, fc.scheduler(), async (all, schedule) => {
				const shared = await openSandbox();
				const clients = all.map((_, place) => shared.clientOf(`file-${place}`));
				const together = clients.map(async (client, place) => {
					for (const one of all[place]) {
						await schedule.schedule(Promise.resolve());
						await take(client, one);
					}
				});
				await schedule.waitFor(Promise.all(together));
				for (const [place, client] of clients.entries()) {
					await other.control('reset');
					for (const one of all[place]) await take(other, one);
					expect(await seenBy(client)).toBe(await seenBy(other));
				}
				const own = { messages: [], contacts: [], requests: 0 };
				expect(await shared.read('state')).toMatchObject(own);
			}),
			tries(6),
		);
	});

	it('gets each its own messages in parallel, however many wait for them', async () => {
		const names = Array.from({ length: 20 }, (_, place) => `file_${place}`);
		const codes = await Promise.all(
			names.map(async (name) => {
				const client = sandbox.clientOf(name);
				const waiting = client.read('messages/latest?to=%2B370+600+12345&wait=20');
				await client.send({ text: `Code of ${name}` });
				return (await waiting).text;
			}),
		);
		expect(codes).toEqual(names.map((name) => `Code of ${name}`));
	});

	it('begins with its first use, at whichever door', async () => {
		await sandbox.clientOf('ada').control('faults', { kind: 'status', status: 503 });
		expect((await sandbox.clientOf('ada').send()).status).toBe(503);
		expect((await sandbox.send()).status).toBe(200);
		await sandbox.clientOf('bob').send();
		expect((await sandbox.clientOf('bob').read('state')).messages).toHaveLength(1);
		expect(sandbox.app.accounts.used().map(([name]) => name)).toEqual(['ada', 'bob']);
	});

	it('has a clock of its own, which runs like that of the sandbox', async () => {
		const ada = sandbox.clientOf('ada');
		await ada.control('clock', { advanceMs: 60_000 });
		sandbox.clock.advance(5_000);
		const start = Date.parse('2030-01-01T12:00:00.000Z');
		expect(Date.parse((await ada.read('clock')).now)).toBe(start + 60_000);
		expect(Date.parse((await sandbox.read('clock')).now)).toBe(start + 5_000);
	});

	it('is sent to again with its own key, and shows no key', async () => {
		const ada = sandbox.clientOf('ada');
		await ada.send({ text: 'sandbox-key-ada' });
		await ada.control('requests/1/again', {});
		const wait = 'messages/latest?wait=20&after=';
		const [{ messageId }] = (await ada.read('state')).messages;
		expect((await ada.read(`${wait}${messageId}`)).text).toBe('sandbox-key-ada');
		const { headers, answer } = await ada.read('requests/2');
		expect(headers['x-apikey']).toBe('***');
		expect(answer).not.toContain('sandbox-key');
	});

	it.each([
		...['other', 'sandbox-keyada', 'SANDBOX-KEY-ada', ' sandbox-key'],
		...['', 'a b', 'ä', 'a.b', 'a/..', 'a'.repeat(41)].map((name) => `sandbox-key-${name}`),
	])('is nobody’s who has the key %j: refused, and listed with the sandbox’s own', async (key) => {
		const url = `/v1/Common/balance?${new URLSearchParams({ 'X-ApiKey': key })}`;
		const { status, body } = await sandbox.call('GET', url, { headers: json });
		expect([status, body.error.code]).toEqual([401, 'unauthorized']);
		expect(body.error.message.includes('1 to 40 letters')).toBe(key.startsWith('sandbox-key-'));
		expect(sandbox.app.accounts.used()).toEqual([]);
		expect(await sandbox.read('requests')).toMatchObject([{ status: 401 }]);
	});

	it('with the key in the wrong place sees its request', async () => {
		const headers = { ...json, 'x-apikey': 'sandbox-key-ada' };
		const { body } = await sandbox.call('GET', '/v1/Common/balance', { headers });
		expect(body.error.message).toContain('not in the header');
		expect(await sandbox.clientOf('ada').read('requests')).toMatchObject([{ status: 401 }]);
	});

	it('is one of a hundred at most; to reset one makes room, and to look at one takes none', async () => {
		const clients = Array.from({ length: mostAccounts }, (_, n) => sandbox.clientOf(`n${n}`));
		for (let place = 0; place < 20; place += 1)
			await sandbox.clientOf(`look${place}`).read('state');
		for (const { post } of clients) {
			expect((await post('/suppression', { phoneNumber: '37060000001' })).status).toBe(200);
		}
		const late = sandbox.clientOf('late');
		const refused = await late.send();
		expect([refused.status, refused.body.error.message]).toEqual([
			401,
			'The key in the header X-ApiKey is not a valid key. An account has a name of 1 to 40 letters, digits, - and _. There are at most 100: to make room, reset one',
		]);
		expect((await late.look('state')).status).toBe(400);
		expect((await clients[0].read('state')).suppression).toHaveLength(1);
		await clients[7].control('reset', {});
		expect((await late.send()).status).toBe(200);
		expect((await clients[7].look('state')).status).toBe(400);
	});

	it.each(['', 'a b', 'ä', '../main', 'a'.repeat(41), '%00'])(
		'has no control under the name %j, which says why',
		async (name) => {
			const { status, body } = await sandbox.clientOf(name).control('reset', {});
			expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^An account has/)]);
		},
	);
});

describe('What is kept', () => {
	const folder = folderForTests();

	it('has all accounts, whatever they are called, and a seed may have some', async () => {
		const keep = join(folder, 'kept.json');
		const names = ['ada', '__proto__', 'constructor'];
		const look = await keepState(sandbox.app, { keep });
		await sandbox.send({ text: 'Of the sandbox' });
		for (const name of names) {
			await sandbox.clientOf(name).post('/v1/sms/single', sms({ text: `Of ${name}` }));
		}
		await sandbox.clientOf('reset').send();
		await sandbox.clientOf('reset').control('reset', {});
		await look();
		readState(other.app, { seed: keep });
		for (const name of [undefined, ...names]) {
			const { messages } = await other.clientOf(name).read('state');
			expect(messages).toMatchObject([{ text: `Of ${name ?? 'the sandbox'}` }]);
		}
		expect(other.app.accounts.used().map(([name]) => name)).toEqual(names);
		const again = join(folder, 'again.json');
		const stop = await keepState(other.app, { keep: again });
		await stop();
		expect(readFileSync(again, 'utf8')).toBe(readFileSync(keep, 'utf8'));
	});

	it.each([
		[{ 'a b': { balance: {} } }, 'accounts must be names'],
		[{ ada: {} }, 'accounts.ada must be a JSON object with at least one of'],
		[{ ada: { contacts: [{ phoneNumber: '1' }] } }, 'accounts.ada.contacts[0].phoneNumber must be'],
		[
			Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, { balance: {} }])),
			'There are at most 100',
		],
		[[], 'accounts must be'],
	])('is refused whole if an account in it is wrong', async (accounts, why) => {
		const seed = join(folder, 'seed.json');
		writeFileSync(seed, JSON.stringify({ balance: { EUR: 5 }, accounts }));
		expect(() => readState(sandbox.app, { seed })).toThrow(why);
		expect(sandbox.app.accounts.used()).toEqual([]);
		expect((await sandbox.get('/v1/Common/balance')).body[0].amount).toBe(1_000);
	});

	it('as an export is that of one account, and to import it changes no other', async () => {
		const [ada, bob] = ['ada', 'bob'].map((name) => sandbox.clientOf(name));
		await ada.send({ text: 'Of Ada' });
		await bob.send({ text: 'Of Bob' });
		const exported = await ada.read('export');
		expect(exported).not.toHaveProperty('accounts');
		await ada.control('reset', {});
		await bob.control('import', exported);
		expect((await bob.read('state')).messages).toMatchObject([{ text: 'Of Ada' }]);
		expect((await ada.read('state')).messages).toEqual([]);
		expect((await sandbox.read('state')).messages).toEqual([]);
		const whole = await bob.control('import', { accounts: { ada: exported } });
		expect([whole.status, whole.body.error.message]).toEqual([
			400,
			'The file holds several accounts. Start the sandbox with it: --seed',
		]);
	});
});
