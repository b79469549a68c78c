import { request } from 'undici';

import { itemsOf, sharedHost } from '../support';
import { approve, ask, decline, finished, headingOf, open, statusOf } from '../support/asking';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Send and Wait: the link', () => {
	const bots = [
		'WhatsApp/2.23.20.0',
		'facebookexternalhit/1.1',
		'Mozilla/5.0 (Windows NT 10.0) Microsoft Teams Preview',
		'Mozilla/5.0 (compatible; Googlebot/2.1)',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
		'',
	];

	test('decides nothing when it is opened, however often and by whom', async () => {
		const { id, link } = await ask(host);
		for (const agent of bots) {
			for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'GET'] as const) {
				const { statusCode, body } = await request(link, {
					method,
					headers: { 'user-agent': agent },
				});
				await body.dump();
				expect(statusCode).toBeLessThan(300);
			}
		}
		const opened = await Promise.all(Array.from({ length: 20 }, async () => await open(link)));
		expect(opened.map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect(await statusOf(host, id)).toBe('waiting');

		await open(link, 'POST', decline);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: false } }]);
	});

	test('decides nothing by its query', async () => {
		const { id, link } = await ask(host);
		for (const method of ['GET', 'POST'] as const) {
			expect((await open(`${link}&approved=true`, method)).status).toBe(401);
		}
		expect(await statusOf(host, id)).toBe('waiting');
	});

	test('is refused with another signature, or without one', async () => {
		const { id, link } = await ask(host);
		const wrong = [
			link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
			link.replace('q=1', 'q=2'),
			link.replace('q=1&', ''),
			link.replace(/signature=.*/, ''),
			link.replace(/signature=.*/, 'signature='),
			link.replace(/signature=.*/, `signature=${'é'.repeat(64)}`),
			link.replace(/\/\d+\//, (number) => `/${Number(number.slice(1, -1)) - 1}/`),
		];
		for (const address of wrong) {
			for (const method of ['GET', 'POST'] as const) {
				const { status, page } = await open(
					address,
					method,
					method === 'POST' ? approve : undefined,
				);
				// n8n itself stumbles over a signature that is not made of plain letters.
				expect([address, status]).toEqual([address, address.includes('é') ? 500 : 401]);
				expect(page).not.toContain('Refund order');
			}
		}
		expect(await statusOf(host, id)).toBe('waiting');
	});

	test('decides nothing with a body that no button sends, and the question stays open', async () => {
		const { id, link } = await ask(host);
		const bodies = [
			['application/json', 'null'],
			['application/json', '[]'],
			['application/json', '"true"'],
			['application/json', '{"approved":true}'],
			['application/json', '{'],
			['text/plain', 'approved=true'],
			['application/x-www-form-urlencoded', 'approved[]=true'],
			['application/x-www-form-urlencoded', 'approved=TRUE'],
			['application/x-www-form-urlencoded', ''],
			['application/octet-stream', 'approved=true'],
		];
		for (const [type, body] of bodies) {
			const answer = await request(link, {
				method: 'POST',
				headers: { 'content-type': type },
				body,
			});
			await answer.body.dump();
			expect([type, body, answer.statusCode]).toEqual([type, body, expect.any(Number)]);
			expect(answer.statusCode).toBeGreaterThanOrEqual(400);
		}
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', approve);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: true } }]);
	});

	test('takes one answer, also of two that come at once', async () => {
		const { id, link } = await ask(host);
		const forms = [approve, decline, approve, decline];
		const answers = await Promise.all(forms.map(async (form) => await open(link, 'POST', form)));
		const taken = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
		expect(taken).toHaveLength(1);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { approved: forms[taken[0]] === approve } },
		]);
	});

	test('says that there is nothing to do once it was answered', async () => {
		const { id, link } = await ask(host);
		await open(link, 'POST', decline);
		await finished(host, id);
		for (const method of ['GET', 'POST'] as const) {
			const late = await open(link, method, method === 'POST' ? approve : undefined);
			expect(headingOf(late)).toBe('No action required');
		}
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: false } }]);
	});

	test('leads to a page that nothing is loaded for, that nobody can frame, and that is not kept', async () => {
		const { link } = await ask(host);
		const { headers, page } = await open(link);
		expect(headers).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-frame-options': 'DENY',
			'x-content-type-options': 'nosniff',
			'x-robots-tag': 'noindex',
			'content-security-policy': expect.stringMatching(
				/^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; .*form-action 'self'; .*sandbox allow-forms/,
			),
		});
		expect(page).not.toMatch(/ (src|href|action)=|url\(|@import|\/\//);
	});
});
