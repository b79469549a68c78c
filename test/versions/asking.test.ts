import { approve, ask, open, recently, statusOf } from '../e2e/support/asking';
import { cameOf, inEachVersion } from './support';

inEachVersion('Send and Wait for Response in n8n %s', (host) => {
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

	const choices = { values: [{ choice: 'Confirm' }, { choice: 'Cancel' }] };
	test.each<[string, object, Record<string, string>, object]>([
		['words', { responseType: 'freeText' }, { text: 'Only half' }, { text: 'Only half' }],
		['a choice', { responseType: 'choices', choices }, { choice: '1' }, { choice: 'Cancel' }],
	])('goes on with %s', async (_, parameters, sent, data) => {
		const { id, link } = await ask(host, { ...parameters });
		await open(link, 'POST', sent);
		expect(await cameOf(host, id, 'Ask')).toEqual([{ data: { ...data, respondedAt: recently() } }]);
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
