import type { Page } from 'playwright-core';

import { checkWeathers } from '../../../dev/check/weathers';
import type { CheckRow, CheckState, Report } from '../../../sandbox/flightCheck';
import { openSandbox } from '../../sandbox/openSandbox';
import type { OpenSandbox } from '../../sandbox/openSandbox';
import { AnsweringServer } from '../../support/answeringServer';
import { expectUsable, openerForTests } from '../support/sandboxPage';

const token = 'a-token';

/** What `npm start` would say, and what the page has asked of it. */
let state: CheckState;
let workflows: Array<{ id: string; name: string }>;
let asked: string[];

const openAddress = openerForTests();
let checker: AnsweringServer;
let sandbox: OpenSandbox;
let page: Page;
beforeAll(async () => {
	checker = await AnsweringServer.start(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		if (request.method !== 'GET') asked.push(`${request.method} ${body}`);
		if (request.method === 'POST') state = running;
		if (request.method === 'DELETE') state = { status: 'idle' };
		response.end(JSON.stringify(request.url === '/workflows' ? workflows : state));
	});
	sandbox = await openSandbox({ check: { address: checker.address, token } });
});
afterAll(async () => await checker?.stop());
beforeEach(() => {
	state = { status: 'idle' };
	workflows = [
		{ id: 'a1', name: 'My orders' },
		{ id: 'b2', name: hostile },
	];
	asked = [];
});

async function open(width = 1440, address = sandbox.address): Promise<void> {
	page = await openAddress(`${address}/#rehearse`, { viewport: { width, height: 900 } });
	await page.getByRole('heading', { name: 'Check a workflow' }).waitFor();
}
const says = async (text: string | RegExp) => await page.getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

const hostile = `<img src=x onerror="document.title='caught'">`;
const progress = { done: 4, of: 20, weather: 'busy' };
const running: CheckState = { status: 'running', workflow: 'My orders', progress };
const row = (weather: string, others: Partial<CheckRow> = {}): CheckRow => ({
	...{
		weather,
		happens: 'It is as it is.',
		arrived: 3,
		twice: 0,
		refused: 0,
		unknown: 0,
		told: null,
		findings: [],
	},
	...others,
});
const twice = {
	sentence: 'Somebody got the same message twice.',
	advice: 'Add a Once Key, such as an order number',
	place: 'Options → Once Key → Key',
};
const silent = { sentence: hostile, advice: 'Stop the workflow', place: 'Settings → On Error' };
const report: Report = {
	...{ workflow: 'My orders', seed: 4711 },
	replaced: [{ what: 'Google Sheets', by: 'its pinned data' }],
	rows: [
		row('all well'),
		row('an answer is lost', { twice: 1, unknown: 1, told: true, findings: [twice] }),
		row('out of money', { arrived: 0, refused: 3, told: false, findings: [silent] }),
		row('n8n is restarted', { twice: 2, findings: [twice] }),
	],
};
const done: CheckState = { status: 'done', workflow: 'My orders', report };
const cannot: CheckState = {
	...{ status: 'cannot', workflow: 'My orders' },
	reason: 'Pin the data of “HTTP Request” first.',
};

it('plays a workflow, shows how far it is, and what to change, each advice once', async () => {
	await open();
	await says('Choose a workflow to check.');
	await button('Check: My orders').click();
	await says('Playing My orders: busy, 4 of 20');
	expect(asked).toEqual(['POST {"id":"a1"}']);
	expect(await page.getByRole('button', { name: /^Check: / }).count()).toBe(0);
	expect(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe('4');
	state = { ...running, progress: { ...progress, done: 5, weather: 'slow' } };
	await says('slow, 5 of 20');
	state = done;
	await says('Something goes wrong in some weather.');
	await says('Google Sheets: its pinned data');
	const panel = page.getByRole('article', { name: 'Check a workflow' });
	const advice = await panel.locator('li').filter({ hasText: 'In n8n' }).allInnerTexts();
	expect(advice.map((text) => text.replace(/\s+/g, ' '))).toEqual([
		'an answer is lost, n8n is restarted: Somebody got the same message twice. Add a Once Key, such as an order number In n8n: Options → Once Key → Key',
		`out of money: ${hostile} Stop the workflow In n8n: Settings → On Error`,
	]);
	const cells = await panel.locator('tbody tr').allInnerTexts();
	expect(cells.map((text) => text.split(/\s*\t\s*/))).toEqual([
		['all well', '3', '0', '0', '0', '–'],
		['an answer is lost', '3', '1', '0', '1', 'yes'],
		['out of money', '0', '0', '3', '0', 'no'],
		['n8n is restarted', '3', '2', '0', '0', '–'],
	]);
	expect(await panel.locator('td.bad').allInnerTexts()).toEqual(['1', 'no', '2']);
	await says('The seed of “changeable” was 4711.');
	await page.getByLabel('Seed, to repeat the weather “changeable”').fill('4711');
	await button('Check: My orders').click();
	await says('Playing My orders');
	expect(asked.at(-1)).toBe('POST {"id":"a1","seed":4711}');
	expect(await page.title()).not.toContain('caught');
	expect(checker.received.length).toBeGreaterThan(0);
});

it('is canceled at once', async () => {
	state = running;
	await open();
	await button('Cancel the check').click();
	await says('Choose a workflow to check.');
	expect(asked).toEqual(['DELETE ']);
});

it('says why a workflow can’t be played, that nothing is wrong, and that it knows no remedy', async () => {
	state = cannot;
	await open();
	await says('My orders can’t be checked.');
	await says('Pin the data of “HTTP Request” first.');
	state = { ...done, report: { ...report, rows: [row('all well')] } };
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await says('Nothing is wrong in any weather.');
	state = { ...done, report: { ...report, rows: [row('all well', { twice: 1 })] } };
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await says('The check knows no setting that mends what came twice.');
});

it('says while n8n starts that it does, and explains each weather and column of the table', async () => {
	state = { status: 'running', workflow: 'My orders' };
	await open();
	await says('Starting an n8n in which My orders plays.');
	const rows = checkWeathers.map(({ name, happens }) => row(name, { happens }));
	state = { ...done, report: { ...report, rows } };
	await page.getByText('What the table says').click();
	const terms = await page.locator('details', { hasText: 'What the table says' }).locator('li');
	const words = await terms.allInnerTexts();
	expect(words.slice(5).map((text) => text.split(': ')[0])).toEqual(
		rows.map(({ weather }) => weather),
	);
	for (const text of words) expect(text).toMatch(/^[\w ]+: \w.{20,}/);
});

it('lists the workflows anew when somebody comes back from n8n', async () => {
	workflows = [];
	await open();
	await says('No workflow of your n8n uses the node yet.');
	workflows = [{ id: 'c3', name: 'Made meanwhile' }];
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await button('Check: Made meanwhile').waitFor();
});

it('without npm start, says how to get it', async () => {
	const alone = await openSandbox();
	await open(1440, alone.address);
	await says('to check your workflows.');
	expect(await page.getByRole('button', { name: /^Check/ }).count()).toBe(0);
});

it.each([375, 800, 1440])('can be used by everybody, %i pixels wide', async (width) => {
	await open(width);
	for (const [one, text] of [
		[{ status: 'idle' }, 'Choose a workflow'],
		[running, 'Playing My orders'],
		[done, 'Something goes wrong'],
		[cannot, 'can’t be checked'],
	] as Array<[CheckState, string]>) {
		state = one;
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await says(text);
		await expectUsable(page, text);
		const tooWide = await page
			.locator('article:has(table), .workflows')
			.evaluateAll((panels) => panels.filter((one) => one.scrollWidth > one.clientWidth).length);
		expect([text, tooWide]).toEqual([text, 0]);
	}
});
