import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../../dev/places';
import { byChance, situations } from '../../../sandbox/traffic/situations.ts';
import { openSandbox, sandboxForTests, sms } from '../openSandbox.ts';
import type { OpenSandbox } from '../openSandbox.ts';

const sandbox = sandboxForTests();

const begin = async (name: string) => (await sandbox.control('situation', { name })).body;
const send = async (fields = {}) => await sandbox.send(fields);
const verdict = async () => await sandbox.read('verdict');

it('has a sentence for each of what happens and of what a good workflow does', async () => {
	expect(await sandbox.read('situations')).toEqual(JSON.parse(JSON.stringify(situations)));
	for (const { name, happens, good, how } of situations) {
		expect(how).toMatch(/^[A-Z].*\.$/);
		expect(name).toMatch(/^[a-z ]+$/);
		expect(happens).toMatch(/^[A-Z].*\.$/);
		expect(happens).not.toMatch(/\b[45]\d\d\b/);
		expect(good).toMatch(/^A good workflow .*\.$/);
	}
});

it('says how in the words of the form, and where the sandbox has more of it', async () => {
	const form = globSync('nodes/**/*.ts', { cwd: repositoryRoot })
		.map((file) => readFileSync(join(repositoryRoot, file), 'utf8'))
		.join('\n');
	const ofN8n = ['On Error', 'Continue (using error output)', 'Retry On Fail', 'Request Options'];
	for (const { how, more } of situations) {
		const names = [...how.matchAll(/(?:[A-Z][a-z]+ )*(?:Key|Wait|Bulk|Outcome|Timeout|Fail)\b/g)];
		for (const [name] of names.filter(([one]) => !ofN8n.includes(one))) {
			expect(form).toContain(`'${name}'`);
		}
		const [file, section] = more.split('#');
		const { text, headers } = await sandbox.look(`page/docs/${file}`);
		expect(headers['content-type']).toContain('text/plain');
		const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
			heading.toLowerCase().replaceAll(' ', '-'),
		);
		expect(headings).toContain(section);
	}
});

it('sets what it is about, ends what was on, and begins to count anew', async () => {
	await sandbox.control('latency', { ms: 5 });
	await send();
	for (const { name, balance, faults = [], latencyMs, requestsPerSecond } of situations) {
		await sandbox.control('faults', { kind: 'html', count: null });
		expect(await begin(name)).toMatchObject({
			faults,
			balance: { EUR: 1000, USD: 250, ...balance },
			latencyMs: latencyMs ?? 0,
			requestsPerSecond: requestsPerSecond ?? null,
		});
		expect(await verdict()).toMatchObject({ situation: name, sentence: 'No message went out.' });
	}
});

it('is met by the messages that come', async () => {
	await begin('one bad number');
	expect([(await send()).status, (await send()).status]).toEqual([400, 200]);
	await begin('busy');
	const busy = [await send(), await send(), await send()];
	expect(busy.map(({ status }) => status)).toEqual([429, 429, 200]);
	expect(busy[0].headers['retry-after']).toBe('1');
	await begin('out of money');
	expect((await send()).status).toBe(402);
	await begin('an answer is lost');
	await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
	expect((await send()).status).toBe(200);
	expect(await verdict()).toMatchObject({
		sentence:
			'2 messages went out to 1 person; 1 person got the same text more than once: +370 600 12345; ' +
			"1 request was accepted, but the sender couldn't tell.",
		twice: [{ name: '+370 600 12345', times: 2 }],
	});
});

describe('Random failures', () => {
	/** Which of 60 messages went wrong. */
	const unlucky = async (seed: number) => {
		await sandbox.control('situation', { name: 'random failures', seed });
		const wrong: number[] = [];
		for (let place = 0; place < 60; place += 1) {
			const { status } = await send().catch(() => ({ status: 0 }));
			if (status !== 200) wrong.push(place);
		}
		return wrong;
	};

	it('has the requests go wrong that its seed says, and no others', async () => {
		for (const seed of [1, 7, 4_242]) {
			const expected = byChance(seed).map(({ after = 0 }, before) => after + before);
			expect(await unlucky(seed)).toEqual(expected.filter((place) => place < 60));
		}
	});

	it('has about one in ten go wrong, in each way', () => {
		const faults = [1, 2, 3].flatMap(byChance);
		expect(faults.length).toBeGreaterThan(240);
		expect(faults.length).toBeLessThan(360);
		const kinds = new Set(
			faults.map(({ kind, status, accepted }) => `${kind} ${status} ${accepted}`),
		);
		expect(kinds.size).toBe(5);
	});
});

describe('What is counted', () => {
	it('begins when somebody says so, and looks only at what came since', async () => {
		await send();
		await send();
		await sandbox.get('/nowhere');
		expect((await verdict()).sentence).toContain('got the same text more than once');
		sandbox.clock.advance(1_000);
		const begun = (await sandbox.control('counting')).body;
		expect(begun).toMatchObject({ sentence: 'No message went out.', refused: [] });
		expect(begun.since).toBe(new Date(sandbox.clock.now()).toISOString());
		await send();
		expect((await verdict()).sentence).toBe('1 message went out to 1 person.');
		await sandbox.get('/nowhere');
		expect((await verdict()).refused).toEqual([
			{ number: 5, time: begun.since, method: 'GET', path: '/nowhere', status: 404 },
		]);
	});

	it('goes on when the requests are forgotten', async () => {
		for (let call = 0; call < 3; call += 1) await sandbox.get('/nowhere');
		await sandbox.control('counting');
		await send();
		await sandbox.call('DELETE', '/_sandbox/requests');
		await sandbox.get('/nowhere');
		expect((await verdict()).sentence).toBe(
			'1 message went out to 1 person; 1 request was refused (404: not found).',
		);
	});

	it('tells of a sender who is gone before the answer, and sends again', async () => {
		let isGone = true;
		const impatient: OpenSandbox = await openSandbox({
			newId: () => {
				if (isGone) impatient.app.server.closeAllConnections();
				return randomUUID();
			},
		});
		const gone = await impatient.send().catch(() => 'gone');
		isGone = false;
		await impatient.send();
		const told = await impatient.read('verdict');
		expect(gone).toBe('gone');
		expect(told).toMatchObject({
			messages: 2,
			twice: [{ to: '37060012345', times: 2 }],
			notKnown: [{ number: 1, status: null }],
		});
	});

	it('tells of a campaign whose creation nobody heard of, and of what was not sent on', async () => {
		await sandbox.control('situation', { name: 'an answer is lost' });
		await sandbox.control('faults', { kind: 'status', status: 503, path: '/nowhere' });
		const campaign = { ...sms(), name: 'n', recipients: ['37060000001', '37060000002'] };
		await expect(sandbox.post('/campaigns', campaign)).rejects.toThrow();
		await sandbox.post('/suppression', { phoneNumber: '37060000002' });
		await sandbox.post('/campaigns', campaign);
		await sandbox.control('clock', { advanceMs: 10_000 });
		expect((await verdict()).sentence).toBe(
			'2 messages went out to 1 person; 1 person got the same text more than once: +370 600 00001; ' +
				"2 messages were accepted but not sent on; 1 request was accepted, but the sender couldn't tell.",
		);
	});

	it('knows a refusal by what the service did, whatever it says', async () => {
		await sandbox.control('dialect', { errors: 'inside200' });
		expect((await send({ to: '1' })).status).toBe(200);
		await sandbox.control('faults', { kind: 'status', status: 303, accepted: true });
		await send();
		expect(await verdict()).toMatchObject({
			messages: 1,
			refused: [{ number: 1, status: 200 }],
			notKnown: [{ number: 2, status: 303 }],
		});
	});

	it('is as a test expects it, or says in what it differs', async () => {
		const expected = async (query: string) => await sandbox.look(`verdict?${query}`);
		for (const to of ['37060000001', '37060000001', '37060000002', '37060000400']) {
			await send({ to });
		}
		const plain = await verdict();
		const all = 'messages=3&people=2&heldBack=0&twice=1&refused=1&notKnown=0&unanswered=0';
		for (const query of ['', 'people=2', 'twice=01', all]) {
			const { status, body } = await expected(query);
			expect([query, status, body]).toEqual([query, 200, plain]);
		}
		const { status, body } = await expected('people=3&twice=0&messages=3');
		const message = 'The verdict differs: people is 2, not 3; twice is 1, not 0';
		const error = { code: 'expectation_failed', message };
		expect([status, body]).toEqual([417, { ...plain, error }]);
	});
});
