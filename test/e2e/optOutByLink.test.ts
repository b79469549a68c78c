import { request } from 'undici';

import type { DataTableRow, SavedWorkflow } from '../../dev/n8n/types';
import { importExample, sharedHost, submitForm } from './support';
import { headingOf, open, textsOn } from './support/asking';
import { dropTable, publisherForTests, tableRows } from './support/exampleData';
import { optOutLinks, questionTo, reachable, suppressedNumbers } from './support/optOut';

const host = sharedHost();
const publish = publisherForTests(host, afterAll);
const [customer, other] = ['37060099999', '37060088888'];
const question = questionTo(customer);
const words = `${question} [Yes, stop them]`;
let example: SavedWorkflow;

beforeAll(async () => {
	await dropTable(host, 'Opt-out secret');
	example = await publish(await importExample(host, 'opt-out-by-link'));
});
beforeEach(async () => {
	await host.sandbox.reset();
	await dropTable(host, 'Consents');
});

const linksFor = async (...numbers: string[]) => await optOutLinks(host, example, ...numbers);
const linkFor = async (number = customer) =>
	reachable(host, (await linksFor(number))[0].optOutLink);
const press = async (link: string, shown = words) => await open(link, 'POST', { words: shown });

const suppressed = async () => await suppressedNumbers(host);
const consents = async () => await tableRows(host, 'Consents');
const rowOf = (link: string): Partial<DataTableRow> => ({
	phoneNumber: customer,
	wish: 'no more messages',
	words,
	link: expect.stringMatching(new RegExp(`/webhook/stop\\?t=${link.split('?t=')[1]}$`)),
	at: expect.stringMatching(/^20\d\d-\d\d-\d\dT.+Z$/),
});

const saved = async () => await host.client.call<SavedWorkflow>('GET', `/workflows/${example.id}`);
/** Publishes the example with other nodes. */
async function republish(nodes: SavedWorkflow['nodes']): Promise<void> {
	const { id, connections, versionId } = await saved();
	const changed = await host.client.updateWorkflow(id, { nodes, connections, versionId });
	await host.client.activateWorkflow(changed);
}

/** That nothing has changed. */
async function expectNothing(): Promise<void> {
	expect([await suppressed(), await consents()]).toEqual([[], []]);
}

describe('A link to opt out', () => {
	test('is made for each person of a call, and fits into 75 characters with a host of 26', async () => {
		const numbers = ['+370 600 99999', '0037060088888', '+492123456789012'];
		const links = await linksFor(...numbers);
		expect(links.map(({ to }) => to)).toEqual([customer, other, '492123456789012']);
		for (const { to, optOutLink } of links) {
			const { pathname, search } = new URL(String(optOutLink));
			expect(pathname + search).toMatch(new RegExp(`^/webhook/stop\\?t=[\\w-]{10}${to}$`));
			expect(`https://${'h'.repeat(26)}${pathname}${search}`.length).toBeLessThanOrEqual(75);
		}
		expect(new Set(links.map(({ optOutLink }) => optOutLink)).size).toBe(3);
		expect((await linksFor(customer))[0]).toEqual(links[0]);
	});

	test('shows a page, and changes nothing, whoever opens it and however', async () => {
		const link = await linkFor();
		for (const agent of ['WhatsApp/2.23', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8']) {
			for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET'] as const) {
				const { body } = await request(link, { method, headers: { 'user-agent': agent } });
				await body.dump();
			}
		}
		const shown = await open(link);
		expect([shown.status, headingOf(shown)]).toEqual([200, question]);
		expect(shown.headers).toMatchObject({
			'content-type': expect.stringContaining('text/html'),
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-robots-tag': 'noindex',
		});
		await expectNothing();
	});

	test('adds the number to the suppression list by its button, once however often it is pressed, and writes down what was shown each time', async () => {
		const link = await linkFor();
		for (let presses = 1; presses <= 2; presses++) {
			const pressed = await press(link);
			expect([pressed.status, headingOf(pressed)]).toEqual([200, 'You will get no more SMS']);
			expect(await suppressed()).toEqual([customer]);
			expect(await consents()).toMatchObject(Array(presses).fill(rowOf(link)));
		}
	});

	test('is refused if it is forged, of another number, or not whole, by one and the same page', async () => {
		const [address, token] = (await linkFor()).split('?t=');
		const theirSignature = (await linkFor(other)).split('?t=')[1].slice(0, 10);
		const wrong = [
			`${address}?t=${theirSignature}${customer}`,
			`${address}?t=${token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
			`${address}?t=${token.slice(0, 10).toLowerCase()}${customer}`.replace(token, `${token}0`),
			...[1, 9, 10, 11, token.length - 1].map((end) => `${address}?t=${token.slice(0, end)}`),
			`${address}?t=${token}0`,
			`${address}?t=AAAAAAAAAA${customer}`,
			`${address}?t=${customer}`,
			`${address}?t=`,
			address,
			`${address}?t=${token}&t=${token}`,
			`${address}?t[a]=${token}`,
			`${address}?t=${'%F0%9F%8E%89'.repeat(20)}`,
		];
		const answers = [];
		for (const one of wrong) answers.push(await open(one), await press(one));
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
		expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
		expect(headingOf(answers[0])).toBe('This link does not work');
		await expectNothing();
	});

	test('adds nothing with a body that the button does not send, and shows the page again', async () => {
		const link = await linkFor();
		for (const [type, body] of [
			['application/x-www-form-urlencoded', ''],
			['application/x-www-form-urlencoded', 'words=Yes'],
			['application/json', '{"words":["a"]}'],
			['application/json', 'null'],
			['text/plain', words],
		]) {
			const headers = { 'content-type': type };
			await (await request(link, { method: 'POST', headers, body })).body.dump();
		}
		await expectNothing();
	});

	test('writes down the words as they were shown, and asks again if they have changed', async () => {
		const link = await linkFor();
		await press(link);
		const { nodes } = await saved();
		const changed = JSON.stringify(nodes).replace('Yes, stop them', 'Stop \\"now\\" & <b>all</b>');
		await republish(JSON.parse(changed));

		const again = await press(link);
		expect([again.status, headingOf(again)]).toEqual([200, question]);
		expect(again.page).toContain('<button>Stop &quot;now&quot; &amp; &lt;b>all&lt;/b></button>');
		const newWords = `${question} [Stop "now" & <b>all</b>]`;
		expect((await consents()).map((row) => row.words)).toEqual([words]);
		expect(headingOf(await press(link, newWords))).toBe('You will get no more SMS');
		expect((await consents()).map((row) => row.words)).toEqual([words, newWords]);

		await republish(nodes);
	});

	test('says so where the service takes no number, and the execution fails', async () => {
		const link = await linkFor();
		await host.sandbox.fail({ path: '/suppression', kind: 'status', status: 422, count: 9 });
		const pressed = await press(link);
		expect([pressed.status, headingOf(pressed)]).toEqual([500, 'That did not work']);
		const [{ id }] = await host.client.executions(example.id);
		const { data } = await host.client.waitForExecution(id, 'error');
		expect(data.resultData.error?.message).toContain(`${customer} wants no more messages`);
		await expectNothing();
	});
});

describe('The form', () => {
	const consent =
		'Example may send me offers by SMS. I can stop them at any time by the link in each SMS.';
	const optIn = async (number: string) =>
		await submitForm(host.n8nAddress, example, { 'Phone number': number, 'Your consent': consent });

	test('writes the same row, and sends an SMS whose link opts out', async () => {
		expect((await optIn('+370 600 99999')).page.title).toBe('You will get SMS from us');
		const row = { phoneNumber: customer, wish: 'messages', words: `${consent} [Save]` };
		expect(await consents()).toMatchObject([{ ...row, link: 'The form opt-in' }]);
		const { executionId, page } = await optIn(customer);
		expect(page.title).toBe('You will get SMS from us');
		await host.client.waitForExecution(executionId, 'success');
		expect(await textsOn(host, customer)).toHaveLength(1);

		const [text] = await textsOn(host, customer);
		const link = reachable(host, /http\S+$/.exec(text)?.[0]);
		expect(headingOf(await press(link))).toBe('You will get no more SMS');
		expect(await consents()).toMatchObject([row, row, rowOf(link)]);
	});

	test('tells the owner if somebody on the suppression list opts in', async () => {
		await press(await linkFor(other), words.replace(question, questionTo(other)));
		const { executionId, page } = await optIn(other);
		expect(page.title).toBe('We have your choice');
		const { data } = await host.client.waitForExecution(executionId, 'error');
		expect(data.resultData.error?.message).toContain(`${other} wants messages`);
		expect((await consents()).map(({ wish }) => wish)).toEqual(['no more messages', 'messages']);
		expect(await textsOn(host, other)).toEqual([]);
	});

	test('asks again for what is no phone number, and writes nothing', async () => {
		for (const number of ['8 600 99999 or so', '+370 (0) 600 99999']) {
			expect((await optIn(number)).page.title).toBe('Please check the phone number');
		}
		await expectNothing();
	});
});
