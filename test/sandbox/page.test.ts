import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { repositoryRoot } from '../../dev/places';
import { courseOfPart, deliveryOfPart } from '../../sandbox/messages/delivery.ts';
import { stepOf } from '../../sandbox/page/words.js';
import { tries } from '../support/properties.ts';
import { openSandbox, routesOf, sandboxForTests, sms } from './openSandbox.ts';
import type { OpenSandbox } from './openSandbox.ts';

describe('The page of the sandbox', () => {
	const sandbox = sandboxForTests();

	it('is there without a key, and may have and do nothing but what belongs to it', async () => {
		const page = await sandbox.call('GET', '/');
		expect(page.status).toBe(200);
		expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(String(page.headers['content-security-policy']).split('; ').sort()).toEqual([
			...["base-uri 'none'", "connect-src 'self'", "default-src 'none'", "form-action 'none'"],
			...["frame-ancestors 'none'", "frame-src 'self'", 'img-src data:', "script-src 'self'"],
			"style-src 'self'",
		]);
		const references = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
		const ofPage = ['pico.css', 'style.css', 'page.js'];
		expect(references).toEqual(ofPage.map((name) => `/_sandbox/page/${name}`));
		const seen = new Set<string>();
		for (const path of references) {
			if (seen.has(path)) continue;
			seen.add(path);
			const { status, text } = await sandbox.call('GET', path);
			expect([path, status]).toEqual([path, 200]);
			const imports = [...text.matchAll(/from ?['"](\.[^'"]+)['"]/g)].map(([, file]) => file);
			references.push(...imports.map((file) => new URL(file, `http://page${path}`).pathname));
		}
		expect(seen.size).toBeGreaterThan(5);
	});

	it('can do whatever a control can change', () => {
		const folder = join(repositoryRoot, 'sandbox/page/');
		const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
		const source = scripts.map((name) => readFileSync(folder + name, 'utf8')).join('\n');
		const calls = [...source.matchAll(/ask(?:Now)?\(\s*'(POST|DELETE)',\s*['`]([^'`]+)/g)];
		const can = calls.map(
			([, method, path]) => `${method} ${path.replace(/\$\{.*?\}/g, '*').replace(/\?.*/, '')}`,
		);
		const changing = routesOf(sandbox.app)
			.filter(([method, path]) => method !== 'GET' && path.startsWith('/_sandbox/'))
			.map(([method, path]) => `${method} ${path.replace('/_sandbox/', '').replace(/:\w+/g, '*')}`);
		// It ends them one by one, and Reset forgets all of both.
		const others = ['DELETE faults', 'DELETE requests'];
		expect([...new Set([...can, ...others])].sort()).toEqual(changing.sort());
	});

	it('puts every text into the page as text', () => {
		const scripts = globSync('sandbox/page/*.{js,html}', { cwd: repositoryRoot });
		expect(scripts.length).toBeGreaterThan(5);
		const asMarkup =
			/unsafe|innerHTML|outerHTML|insertAdjacent|document\.write|srcdoc|setHTML|createContextual|eval|Function\(|javascript:/;
		const found = scripts.filter((file) =>
			asMarkup.test(readFileSync(join(repositoryRoot, file), 'utf8')),
		);
		expect(found).toEqual([]);
	});

	it('is told all messages in portions, the latest first, and then only what is new', async () => {
		const texts = Array.from({ length: 1_600 }, (_, place) => `Text ${place}`);
		for (let begin = 0; begin < 1_600; begin += 400) {
			const batch = texts.slice(begin, begin + 400).map((text) => sms({ text }));
			await sandbox.post('/v1/sms/bulk', batch);
		}
		const page = await openPage(sandbox);
		const textsOf = (event: PageEvent) => event.messages.map(({ parts }) => parts[0].text);
		const totals = { messages: 1_600, requests: 4 };
		expect(await page.eventWith('totals')).toMatchObject({ anew: true, beside: { totals } });
		const portions = [await page.eventWith('messages'), await page.eventWith('messages')];
		expect(portions.map(textsOf)).toEqual([texts.slice(1_100), texts.slice(100, 1_100)]);
		expect(textsOf(await page.eventWith('messages')).at(0)).toBe('Text 0');
		const { requests } = await page.eventWith('requests');
		expect(requests.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
		expect(requests[3]).toMatchObject({ path: '/v1/sms/bulk', status: 200 });
		await sandbox.send({ text: 'New' });
		const news = await page.eventWith('messages');
		expect(textsOf(news)).toEqual(['New']);
		expect(JSON.stringify(news).length).toBeLessThan(1_000);
		expect((await page.eventWith('requests')).requests).toHaveLength(1);
		await page.close();
	});

	it('knows from one event how far a message comes by the clock, as reports have it', async () => {
		const app = { messageId: '', sentAt: 1_000_000, campaignId: undefined };
		const message = fc.record({
			to: fc.constantFrom('37060012345', '37060000002', '3706000003', '37060000004', '37060000005'),
			parts: fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
			refusedWith: fc.option(fc.constant('SUPPRESSED'), { nil: undefined }),
		});
		fc.assert(
			fc.property(message, fc.nat(700_000), (fields, elapsed) => {
				const sent = { ...app, ...fields };
				sent.parts.forEach((_, part) => {
					const course = JSON.parse(JSON.stringify(courseOfPart(sent, part)));
					const now = sent.sentAt + elapsed;
					expect(stepOf(course, now)).toEqual(deliveryOfPart(sent, part, now));
				});
			}),
			tries(200),
		);
	});

	it('hears that the clock was moved, and of what a campaign sent then', async () => {
		const recipients = ['37060012345', '37060012346'];
		await sandbox.post('/campaigns', { ...sms(), name: 'Sale', recipients });
		const page = await openPage(sandbox);
		expect((await page.eventWith('beside')).beside.campaigns).toMatchObject([{ sent: 0 }]);
		await sandbox.control('clock', { advanceMs: 60_000 });
		const moved = await page.eventWith('now');
		expect(moved).toMatchObject({ beside: { campaigns: [{ sent: 2, state: 'finished' }] } });
		expect(moved.now).toBe(sandbox.clock.now());
		const { messages } = await page.eventWith('messages');
		expect(messages.map(({ to }) => to)).toEqual(recipients);
		await page.close();
	});

	it('begins anew after a reset, and when the requests are forgotten', async () => {
		await sandbox.send();
		const page = await openPage(sandbox);
		await page.eventWith('requests');
		await sandbox.send();
		expect((await page.eventWith('messages')).messages).toMatchObject([{ requestNumber: 2 }]);
		await sandbox.call('DELETE', '/_sandbox/requests');
		expect(await page.eventWith('anew')).toMatchObject({ beside: { totals: { requests: 0 } } });
		const { messages } = await page.eventWith('messages');
		expect(messages).toHaveLength(2);
		// The next request has the number of another that is forgotten.
		expect(JSON.stringify(messages)).not.toContain('requestNumber');
		await sandbox.control('reset');
		expect(await page.eventWith('anew')).toMatchObject({ beside: { totals: { messages: 0 } } });
		await sandbox.send();
		expect((await page.eventWith('requests')).requests[0].number).toBe(1);
		await page.close();
	});

	it('gets contacts, requests by their recipients, numbers as people read them, and never the key', async () => {
		const page = await openPage(sandbox);
		const names = {
			37060012345: '+370 600 12345',
			4915123456789: '+49 1512 3456789',
			447700900123: '+44 7700 900123',
			12025550123: '+1 202 555 0123',
			99912345678: '+99912345678',
			'ada@example.com': 'ada@example.com',
		};
		const numbers = Object.keys(names).filter((to) => !to.includes('@'));
		const bulk = numbers.map((to) => sms({ to }));
		await sandbox.post('/v1/sms/bulk', bulk);
		await sandbox.post('/email', { ...sms(), to: 'ada@example.com', from: 'a@b.co', subject: 's' });
		await sandbox.post('/contacts/import', [
			{ phoneNumber: '37060012346', firstName: 'Ada', tags: ['vip'], age: 36 },
		]);
		await sandbox.get('/v1/Common/balance', { other: 'sandbox-key' });
		const seen = await page.eventsUntil((events) => {
			const answered = events.flatMap(({ requests = [] }) => requests);
			const isLast = answered.some(({ path, status }) => path.endsWith('/balance') && status);
			return isLast && events.some(({ contacts }) => contacts);
		});
		const rows = seen.flatMap(({ messages = [] }) => messages);
		expect(Object.fromEntries(rows.map(({ to, name }) => [to, name]))).toEqual(names);
		const requests = seen.flatMap((event) => event.requests ?? []);
		expect(requests.find(({ path }) => path === '/v1/sms/bulk')?.to).toBe(numbers.join(' '));
		expect(requests.find(({ path }) => path === '/contacts/import')?.to).toBe('37060012346');
		const contacts = seen.flatMap((event) => event.contacts ?? []);
		expect(contacts.at(-1)).toMatchObject({ name: '+370 600 12346', about: 'Ada, 36' });
		expect(JSON.stringify(seen)).not.toContain('sandbox-key');
		await page.close();
	});

	it('does not keep the sandbox from closing', async () => {
		const other = await openSandbox();
		const page = await openPage(other);
		await page.eventWith('anew');
		const ended = expect(page.eventWith('nothing')).rejects.toThrow();
		await other.close();
		await ended;
		await page.close();
	});
});

interface PageEvent {
	now: number;
	beside: { campaigns: object[]; totals: object };
	messages: Array<{ to: string; name: string; isHtml: boolean; parts: Array<{ text: string }> }>;
	requests: Array<{ number: number; path: string; to: string; status: number | null }>;
	contacts: object[];
}

/** Listens as the page does. */
async function openPage({ address }: OpenSandbox) {
	const agent = new Agent();
	const { body, headers } = await request(`${address}/_sandbox/events`, { dispatcher: agent });
	expect(headers['content-type']).toContain('text/event-stream');
	const events = eventsOf(body);
	const next = async () => {
		const { value, done } = await events.next();
		if (done) throw new Error('The stream has ended');
		return value;
	};
	async function eventsUntil(isEnough: (seen: PageEvent[]) => boolean) {
		const seen: PageEvent[] = [];
		while (!isEnough(seen)) seen.push(await next());
		return seen;
	}
	return {
		eventsUntil,
		/** The next event that has something, also within what stands beside the rows. */
		eventWith: async (name: string) => {
			const has = (event?: PageEvent) => event && (name in event || name in (event.beside ?? {}));
			return (await eventsUntil((seen) => Boolean(has(seen.at(-1))))).at(-1) as PageEvent;
		},
		close: async () => await agent.destroy(),
	};
}

async function* eventsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<PageEvent> {
	let text = '';
	for await (const chunk of stream) {
		text += chunk.toString();
		const events = text.split('\n\n');
		text = events.pop() ?? '';
		for (const event of events) yield JSON.parse(event.replace('data: ', ''));
	}
}
