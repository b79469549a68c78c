import { itemsOf, sharedHost } from '../support';
import { ask, finished, open, recently, statusOf } from '../support/asking';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const labels = ['Confirm', 'Move', '={{ "No, " + $json.order }}'];
const ofChoices = {
	responseType: 'choices',
	choices: { values: labels.map((choice) => ({ choice })) },
};

describe('Send and Wait: choices', () => {
	test('goes on with the choice that was pressed', async () => {
		const { id, link } = await ask(host, ofChoices);
		const { page } = await open(link);
		expect(page.match(/<button[^>]*>[^<]*/g)).toEqual(
			['Confirm', 'Move', 'No, 1042'].map((label, place) =>
				expect.stringMatching(new RegExp(`name="choice" value="${place}".*>${label}$`)),
			),
		);
		expect((await open(link, 'POST', { choice: '2' })).status).toBe(200);
		const data = { choice: 'No, 1042', respondedAt: recently };
		expect(itemsOf(await finished(host, id), 'Ask')).toEqual([{ data }]);
	});

	test('takes none but the choices that it asked for, and goes on waiting', async () => {
		const { id, link } = await ask(host, ofChoices);
		for (const form of [{ choice: '3' }, { choice: 'Confirm' }, { approved: 'true' }, {}]) {
			const { status, page } = await open(link, 'POST', form as Record<string, string>);
			expect([status, page]).toEqual([
				422,
				expect.stringContaining('>Please press one of the buttons.</p>'),
			]);
		}
		expect((await open(link)).status).toBe(200);
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', { choice: '0' });
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { choice: 'Confirm' } },
		]);
	});

	test('takes one choice, also of two that come at once', async () => {
		const { id, link } = await ask(host, ofChoices);
		const answers = await Promise.all(
			['0', '1', '0', '1'].map(async (choice) => await open(link, 'POST', { choice })),
		);
		const taken = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
		expect(taken).toHaveLength(1);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([
			{ data: { choice: taken[0] % 2 ? 'Move' : 'Confirm' } },
		]);
	});
});
