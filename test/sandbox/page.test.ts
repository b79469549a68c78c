import { Agent, request } from 'undici';
import { openSandbox, sms } from './openSandbox.ts';
import type { OpenSandbox } from './openSandbox.ts';

describe('The page of the sandbox', () => {
	let sandbox: OpenSandbox;
	beforeAll(async () => {
		sandbox = await openSandbox();
	});
	afterAll(() => sandbox.close());

	it('is there without a key, with all that it refers to', async () => {
		const page = await sandbox.call('GET', '/');
		expect(page.status).toBe(200);
		expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
		const references = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
		expect(references).toEqual([
			'/_sandbox/page/pico.css',
			'/_sandbox/page/style.css',
			'/_sandbox/page/page.js',
		]);
		const seen = new Set<string>();
		for (const path of references) {
			if (seen.has(path)) continue;
			seen.add(path);
			const { status, text } = await sandbox.call('GET', path);
			expect([path, status]).toEqual([path, 200]);
			const imports = [...text.matchAll(/from '\.\/([^']+)'/g)].map(([, file]) => file);
			references.push(...imports.map((file) => `/_sandbox/page/${file}`));
		}
		expect(seen.size).toBeGreaterThan(5);
	});

	it('may load nothing from elsewhere, run no script but its own, and stand in no frame', async () => {
		const page = await sandbox.call('GET', '/');
		expect(String(page.headers['content-security-policy']).split('; ').sort()).toEqual([
			"base-uri 'none'",
			"connect-src 'self'",
			"default-src 'none'",
			"form-action 'none'",
			"frame-ancestors 'none'",
			'img-src data:',
			"script-src 'self'",
			"style-src 'self'",
		]);
	});

	it('hears of a message and of every change of its state', async () => {
		await sandbox.control('reset');
		const agent = new Agent();
		const address = `${sandbox.address}/_sandbox/events`;
		const { body, headers } = await request(address, { dispatcher: agent });
		expect(headers['content-type']).toContain('text/event-stream');
		const views = viewsOf(body);
		expect((await views.next()).value.messages).toEqual([]);
		await sandbox.post('/v1/sms/single', sms());
		expect((await views.next()).value.messages[0].parts[0]).toMatchObject({
			text: 'Hello',
			state: 0,
		});
		sandbox.clock.advance(1_000);
		expect((await views.next()).value.messages[0].parts[0].state).toBe(1);
		sandbox.clock.advance(2_000);
		expect((await views.next()).value.messages[0].parts[0].state).toBe(2);
		await agent.destroy();
	});

	it('shows the latest requests with body and answer, contacts, and numbers as people read them', async () => {
		await sandbox.control('reset');
		const numbers = {
			37060012345: '+370 600 12345',
			4915123456789: '+49 1512 3456789',
			447700900123: '+44 7700 900123',
			12025550123: '+1 202 555 0123',
			99912345678: '+99912345678',
		};
		for (const to of Object.keys(numbers)) await sandbox.post('/v1/sms/single', sms({ to }));
		const contact = { phoneNumber: '37060012346', firstName: 'Ada' };
		await sandbox.post('/contacts/import', [contact]);
		await sandbox.post('/email', {
			to: 'ada@example.com',
			from: 'a@b.co',
			subject: 's',
			text: 't',
		});
		await sandbox.get('/v1/Common/balance', { other: 'a b' });
		const body = 'sandbox-key '.repeat(900);
		await sandbox.control('faults', {
			kind: 'status',
			status: 502,
			body,
			contentType: 'text/plain',
		});
		await sandbox.post('/v1/sms/single', sms({ text: 'Lost' }));
		const agent = new Agent();
		const address = `${sandbox.address}/_sandbox/events`;
		const events = await request(address, { dispatcher: agent });
		const { value: view } = await viewsOf(events.body).next();
		await agent.destroy();
		const rest = { 'ada@example.com': 'ada@example.com', 37060012346: '+370 600 12346' };
		expect(view.names).toEqual({ ...numbers, ...rest });
		expect(view.contacts).toMatchObject({ total: 1, latest: [contact] });
		const [lost, balance, , , , , , first] = view.requests.latest;
		expect(lost).toMatchObject({
			status: 502,
			body: JSON.stringify(sms({ text: 'Lost' }), null, 2),
		});
		expect(lost.answer).toMatch(/^(\*\*\* )+.*\n… \d+ more characters$/);
		expect(balance).toMatchObject({ path: '/v1/Common/balance', query: 'X-ApiKey=***&other=a+b' });
		expect(JSON.parse(balance.answer)[1]).toEqual({ amount: 250, currency: 'USD' });
		expect(JSON.parse(first.answer)).toHaveProperty('messageId');
		expect(JSON.stringify(view)).not.toContain('sandbox-key');
		for (let call = 0; call < 20; call += 1) await sandbox.get('/v1/Common/balance');
		const kept = (await sandbox.read('requests')).filter(
			({ answer }: { answer?: string }) => answer,
		);
		expect(kept).toHaveLength(12);
		await sandbox.control('reset');
	});

	it('outlives fields that are nested too deep to be written', async () => {
		const agent = new Agent();
		const address = `${sandbox.address}/_sandbox/events`;
		const { body } = await request(address, { dispatcher: agent });
		const views = viewsOf(body);
		await views.next();
		const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
		await sandbox.call('POST', '/v1/sms/single', {
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				'x-apikey': 'sandbox-key',
			},
			body: `{"to":"37060012345","from":"Shop","text":"Hello","nested":${nested}}`,
		});
		expect((await sandbox.call('GET', '/_sandbox/state')).status).toBe(500);
		await new Promise((resolve) => setTimeout(resolve, 400));
		await sandbox.control('reset');
		await sandbox.post('/v1/sms/single', sms({ text: 'After' }));
		expect((await views.next()).value.messages.at(-1).parts[0].text).toBe('After');
		await agent.destroy();
	});

	it('does not keep the sandbox from closing', async () => {
		const other = await openSandbox();
		const agent = new Agent();
		const { body } = await request(`${other.address}/_sandbox/events`, { dispatcher: agent });
		await viewsOf(body).next();
		const ended = expect(body.text()).rejects.toThrow();
		await other.close();
		await ended;
		await agent.destroy();
	});
});

async function* viewsOf(stream: AsyncIterable<Buffer>) {
	let text = '';
	for await (const chunk of stream) {
		text += chunk.toString();
		const events = text.split('\n\n');
		text = events.pop() ?? '';
		for (const event of events) yield JSON.parse(event.replace('data: ', '')).view;
	}
}
