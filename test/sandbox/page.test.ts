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

	it('may load nothing from elsewhere', async () => {
		const page = await sandbox.call('GET', '/');
		expect(page.headers['content-security-policy']).toContain("default-src 'self'");
	});

	it('hears of a message and of every change of its state', async () => {
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
