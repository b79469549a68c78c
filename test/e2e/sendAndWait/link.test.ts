import { request } from 'undici';

import { errorOf, itemsOf, sharedHost } from '../support';
import {
	approve,
	ask,
	askingNode,
	askingWorkflow,
	decline,
	finished,
	headingOf,
	latestLink,
	open,
	recently,
	start,
	statusOf,
} from '../support/asking';

// What the page says and which answers it takes is in test/nodes/ask; here is what n8n itself decides.
const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Send and Wait: the link', () => {
	test('decides nothing when it is opened, however often and by whom', async () => {
		const { id, link } = await ask(host);
		for (const agent of ['facebookexternalhit/1.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)']) {
			for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'GET'] as const) {
				const headers = { 'user-agent': agent };
				const { statusCode, body } = await request(link, { method, headers });
				await body.dump();
				expect(statusCode).toBeLessThan(300);
			}
		}
		expect((await open(`${link}&approved=true`, 'POST')).status).toBe(401);
		expect(await statusOf(host, id)).toBe('waiting');

		await open(link, 'POST', decline);
		const data = { approved: false, respondedAt: recently() };
		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Ask')).toEqual([{ data }]);
		expect(itemsOf(execution, 'After')).toEqual([{ answer: data, approved: false, order: 1042 }]);
		for (const late of [await open(link), await open(link, 'POST', approve)])
			expect(headingOf(late)).toBe('No action required');
	});

	test('is refused with another signature, or without one', async () => {
		const { id, link } = await ask(host);
		for (const address of [
			link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
			link.replace('q=1', 'q=2'),
			link.replace('q=1&', ''),
			link.replace(/signature=.*/, ''),
			link.replace(/signature=.*/, 'signature='),
			link.replace(/signature=.*/, `signature=${'é'.repeat(64)}`),
			link.replace(/\/\d+\//, (number) => `/${Number(number.slice(1, -1)) - 1}/`),
		]) {
			for (const { status, page } of [await open(address), await open(address, 'POST', approve)]) {
				// n8n itself stumbles over a signature that is not made of plain letters.
				expect([address, status]).toEqual([address, address.includes('é') ? 500 : 401]);
				expect(page).not.toContain('Refund order');
			}
		}
		expect(await statusOf(host, id)).toBe('waiting');
	});

	test("decides nothing with a body that no button sends: the question stays open, in the reader's language", async () => {
		const { id, link } = await ask(host);
		for (const [type, body] of [
			['application/json', '"true"'],
			['application/json', '{"approved":true}'],
			['application/json', '{'],
			['text/plain', 'approved=true'],
			['application/x-www-form-urlencoded', 'approved[]=true'],
			['application/octet-stream', 'approved=true'],
		]) {
			const headers = { 'content-type': type };
			const answer = await request(link, { method: 'POST', headers, body });
			await answer.body.dump();
			expect([type, body, answer.statusCode >= 400]).toEqual([type, body, true]);
		}
		const lithuanian = 'fi, lt-LT;q=0.9, en;q=0.8';
		const pages = [
			await open(link, 'POST', {}, lithuanian),
			await open(link, 'GET', undefined, lithuanian),
		];
		expect(pages.map(({ status }) => status)).toEqual([422, 200]);
		for (const { page } of pages) expect(page).toContain('<html lang="lt" dir="ltr">');
		expect(await statusOf(host, id)).toBe('waiting');
		expect((await open(link, 'POST', approve, 'uk')).page).toContain('<html lang="uk" dir="ltr">');
	});

	test('takes one answer, also of several that come at once', async () => {
		const { id, link } = await ask(host);
		const forms = [approve, decline, approve, decline];
		const answers = await Promise.all(forms.map(async (form) => await open(link, 'POST', form)));
		const taken = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
		expect(taken).toHaveLength(1);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { approved: forms[taken[0]] === approve } },
		]);
	});

	test('of an SMS that may not have been sent takes no answer', async () => {
		await host.sandbox.fail({ path: '/v1/sms/single', kind: 'drop', accepted: true });
		const id = await start(host, askingWorkflow([{}], askingNode(host)));
		const error = errorOf(await host.client.waitForExecution(id, 'error'), 'Ask');
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		expect((await open(await latestLink(host), 'POST', approve)).status).toBe(409);
	});
});
