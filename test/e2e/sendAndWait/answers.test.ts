import { group } from '../../support/sending';
import { itemsOf, sharedHost } from '../support';
import {
	approve,
	ask,
	decline,
	finished,
	open,
	recently,
	recipient,
	statusOf,
	textsOn,
} from '../support/asking';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

describe('Send and Wait: approval', () => {
	test('sends one SMS: the question, and a signed link on a line of its own', async () => {
		await ask(host);
		const [text, ...others] = await textsOn(host);
		expect(others).toEqual([]);
		const [question, link, ...more] = text.split('\n');
		expect([question, more]).toEqual(['Refund order 1042?', []]);
		expect(link).toMatch(
			/^http:.+\/webhook-waiting\/\d+\/ask-a-person\?q=1&signature=[0-9a-f]{64}$/,
		);
		expect(await host.sandbox.messages()).toMatchObject([{ to: recipient, from: 'Shop' }]);
	});

	test.each([
		['Approve', approve, true],
		['Decline', decline, false],
	])('%s decides, and the workflow goes on with the answer', async (_, form, approved) => {
		const { id, link } = await ask(host);
		const answer = await open(link, 'POST', form);
		expect([answer.status, answer.page]).toEqual([
			200,
			expect.stringContaining('Your answer was recorded. You can close this page.'),
		]);

		const execution = await finished(host, id);
		const data = { approved, respondedAt: recently };
		expect(itemsOf(execution, 'Ask')).toEqual([{ data }]);
		expect(itemsOf(execution, 'After')).toEqual([{ answer: data, approved, order: 1042 }]);
		expect(await textsOn(host)).toHaveLength(1);
	});

	test('says on its page who asks and what, in the words of the user', async () => {
		const { link } = await ask(host, {
			message: '=Refund order {{ $json.order }}?',
			approvalOptions: {
				values: { approvalType: 'double', approveLabel: 'Taip', disapproveLabel: 'Ne' },
			},
			options: group('answerPage', {
				title: 'Refund',
				text: 'Jane wants <b>50 €</b> back.\n"Really"',
				confirmationText: 'Ačiū',
			}),
		});
		const { page } = await open(link);
		expect(page).toContain('>Shop</p>');
		expect(page).toContain('>Refund</h1>');
		expect(page).toContain('>Jane wants &lt;b&gt;50 €&lt;/b&gt; back.\n&quot;Really&quot;</p>');
		expect(page.match(/<button[^>]*>/g)).toEqual([
			expect.stringContaining('value="true"'),
			expect.stringContaining('value="false"'),
		]);
		expect(page.match(/>(Taip|Ne)<\/button>/g)).toHaveLength(2);
		expect((await textsOn(host))[0]).toMatch(/^Refund order 1042\?\n/);
		expect((await open(link, 'POST', approve)).page).toContain('>Ačiū</p>');
	});

	test('cannot be declined if only Approve is offered', async () => {
		const { id, link } = await ask(host, {
			approvalOptions: { values: { approvalType: 'single' } },
		});
		expect((await open(link)).page.match(/<button/g)).toHaveLength(1);
		expect((await open(link, 'POST', decline)).status).toBe(422);
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', approve);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: true } }]);
	});
});

describe('Send and Wait: free text', () => {
	const freeText = { message: 'What shall we do?', responseType: 'freeText' };

	test('asks again for an empty or endless answer, keeps what was written, and goes on waiting', async () => {
		const { id, link } = await ask(host, freeText);
		const empty = await open(link, 'POST', { text: ' \n ' });
		expect([empty.status, empty.page]).toEqual([
			422,
			expect.stringContaining('>Please write an answer.</p>'),
		]);
		const endless = await open(link, 'POST', { text: `<i>${'a'.repeat(5000)}` });
		expect([endless.status, endless.page]).toEqual([
			422,
			expect.stringMatching(/at most 5000 characters.+&lt;i&gt;a{5000}<\/textarea>/s),
		]);
		expect(await statusOf(host, id)).toBe('waiting');
		await open(link, 'POST', { text: 'a'.repeat(5000) });
		await finished(host, id);
	});
});
