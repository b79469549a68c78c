import type { Host } from '../e2e/support';
import { approve, ask, open, recently, statusOf } from '../e2e/support/asking';
import { cameOf, hostOf, versions } from './support';

describe.each(versions)('Send and Wait for Response in n8n %s', (version) => {
	let host: Host;
	beforeAll(async () => {
		host = await hostOf(version);
	});
	beforeEach(async () => await host.sandbox.reset());

	test('goes on with the answer that the button gives, not with a look at the page', async () => {
		const { id, link } = await ask(host);
		for (const method of ['GET', 'HEAD', 'GET'] as const) {
			expect((await open(link, method)).status).toBe(200);
		}
		expect(await statusOf(host, id)).toBe('waiting');

		expect((await open(link, 'POST', approve)).page).toContain('Your answer was saved');
		expect(await cameOf(host, id, 'After')).toEqual([
			{ answer: { approved: true, respondedAt: recently() }, approved: true, order: 1042 },
		]);
	});

	test('goes on with words', async () => {
		const { id, link } = await ask(host, { responseType: 'freeText' });
		await open(link, 'POST', { text: 'Only half of it' });
		expect(await cameOf(host, id, 'Ask')).toEqual([
			{ data: { text: 'Only half of it', respondedAt: recently() } },
		]);
	});

	test('goes on with a choice', async () => {
		const choices = { values: [{ choice: 'Confirm' }, { choice: 'Cancel' }] };
		const { id, link } = await ask(host, { responseType: 'choices', choices });
		await open(link, 'POST', { choice: '1' });
		expect(await cameOf(host, id, 'Ask')).toEqual([
			{ data: { choice: 'Cancel', respondedAt: recently() } },
		]);
	});

	test('refuses a link that was changed', async () => {
		const { id, link } = await ask(host);
		const changed = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		// Newer ones refuse it themselves (401); in older ones it is the node that does (410).
		const opened = await open(changed);
		const answered = await open(changed, 'POST', approve);
		for (const { status, page } of [opened, answered]) {
			expect([401, 410]).toContain(status);
			expect(page).not.toContain('<form');
		}
		expect(await statusOf(host, id)).toBe('waiting');
	});
});
