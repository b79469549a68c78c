import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { repositoryRoot } from '../../dev/places';
import { courseOfPart, deliveryOfPart } from '../../sandbox/messages/delivery.ts';
import { stepOf } from '../../sandbox/page/words.js';
import { createPageEvents } from '../../sandbox/pageEvents.ts';
import { tries } from '../support/properties.ts';
import { openSandbox, routesOf, sandboxForTests, sms } from './openSandbox.ts';

interface PageEvent {
	now: number;
	beside: { campaigns: object[]; totals: object };
	messages: Array<{ to: string; name: string; parts: Array<{ text: string }> }>;
	requests: Array<{ number: number; path: string; to: string }>;
	contacts: object[];
}

describe('The page of the sandbox', () => {
	const sandbox = sandboxForTests();
	/** What a page is told: all at first, and then at each call what is new. */
	const newsFor = () => {
		const whatIsNew = createPageEvents(sandbox.app.accounts.main, sandbox.app.accounts.used);
		return () => [...whatIsNew()] as PageEvent[];
	};
	const rowsIn = <Name extends 'messages' | 'requests' | 'contacts'>(
		events: PageEvent[],
		name: Name,
	) => events.flatMap((event): PageEvent[Name][number][] => event[name] ?? []);

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
		const news = newsFor();
		const textsOf = ({ messages }: PageEvent) => messages.map(({ parts }) => parts[0].text);
		const [first, ...others] = news();
		const totals = { messages: 1_600, requests: 4 };
		expect(first).toMatchObject({ anew: true, beside: { totals } });
		const portions = others.filter(({ messages }) => messages).map(textsOf);
		expect(portions).toEqual([texts.slice(1_100), texts.slice(100, 1_100), texts.slice(0, 100)]);
		const requests = rowsIn(others, 'requests');
		expect(requests.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
		expect(requests[3]).toMatchObject({ path: '/v1/sms/bulk', status: 200 });
		await sandbox.send({ text: 'New' });
		const [beside, message, request, ...none] = news();
		expect(beside).toMatchObject({ beside: { totals: { messages: 1_601 } } });
		expect(textsOf(message)).toEqual(['New']);
		expect(JSON.stringify(message).length).toBeLessThan(1_000);
		expect(request.requests).toHaveLength(1);
		expect([none, news()]).toEqual([[], []]);
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
		const news = newsFor();
		expect(news()[0].beside.campaigns).toMatchObject([{ sent: 0 }]);
		await sandbox.control('clock', { advanceMs: 60_000 });
		const [{ now, beside }, ...others] = news();
		expect(beside.campaigns).toMatchObject([{ sent: 2, state: 'finished' }]);
		expect(now).toBe(sandbox.clock.now());
		expect(rowsIn(others, 'messages').map(({ to }) => to)).toEqual(recipients);
	});

	it('begins anew after a reset, and when the requests are forgotten', async () => {
		await sandbox.send();
		const news = newsFor();
		news();
		await sandbox.send();
		expect(rowsIn(news(), 'messages')).toMatchObject([{ requestNumber: 2 }]);
		await sandbox.call('DELETE', '/_sandbox/requests');
		const [forgotten, ...others] = news();
		expect(forgotten).toMatchObject({ anew: true, beside: { totals: { requests: 0 } } });
		const messages = rowsIn(others, 'messages');
		expect(messages).toHaveLength(2);
		// The next request has the number of another that is forgotten.
		expect(JSON.stringify(messages)).not.toContain('requestNumber');
		await sandbox.control('reset');
		expect(news()).toMatchObject([{ anew: true, beside: { totals: { messages: 0 } } }]);
		await sandbox.send();
		expect(rowsIn(news(), 'requests')).toMatchObject([{ number: 1 }]);
	});

	it('gets contacts, requests by their recipients, numbers as people read them, and never the key', async () => {
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
		const seen = newsFor()();
		const messages = rowsIn(seen, 'messages').map(({ to, name }) => [to, name]);
		expect(Object.fromEntries(messages)).toEqual(names);
		const requests = rowsIn(seen, 'requests').map(({ path, to }) => [path, to]);
		expect(requests).toContainEqual(['/v1/sms/bulk', numbers.join(' ')]);
		expect(requests).toContainEqual(['/contacts/import', '37060012346']);
		const contact = { name: '+370 600 12346', about: 'Ada, 36' };
		expect(rowsIn(seen, 'contacts')).toMatchObject([contact]);
		expect(JSON.stringify(seen)).not.toContain('sandbox-key');
	});

	it('hears all that in a stream, which does not keep the sandbox from closing', async () => {
		const other = await openSandbox();
		const dispatcher = new Agent();
		const { body, headers } = await request(`${other.address}/_sandbox/events`, { dispatcher });
		expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
		let text = '';
		const hear = async (word: string) => {
			while (!text.includes(word)) {
				const { value, done } = await chunks.next();
				if (done) throw new Error('The stream has ended');
				text += String(value);
			}
		};
		const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
		await hear('"anew":true');
		await other.send({ text: 'New' });
		await hear('"text":"New"');
		await hear('"path":"/v1/sms/single"');
		const events = text.split('\n\n').slice(0, -1);
		for (const event of events) expect(() => JSON.parse(event.replace('data: ', ''))).not.toThrow();
		const ended = expect(hear('nothing like it')).rejects.toThrow();
		await other.close();
		await ended;
		await dispatcher.destroy();
	});
});
