import type { Page } from '@playwright/test';

import { checkWeathers } from '../../../dev/check/weathers';
import type { CheckRow, CheckState, Report } from '../../../sandbox/flightCheck';
import { type OpenSandbox, startSandbox } from '../../sandbox/startSandbox';
import { AnsweringServer } from '../../support/answeringServer';
import { expect, expectUsable, test } from '../support/sandboxPage';

const token = 'a-token';

/** What `npm start` would say, and what the page has asked of it. */
let state: CheckState;
let workflows: Array<{ id: string; name: string }>;
let asked: string[];

let checker: AnsweringServer;
let sandbox: OpenSandbox;
let page: Page;
test.beforeAll(async () => {
	checker = await AnsweringServer.start(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		if (request.method !== 'GET') asked.push(`${request.method} ${body}`);
		if (request.method === 'POST') state = running;
		if (request.method === 'DELETE') state = { status: 'idle' };
		response.end(JSON.stringify(request.url === '/workflows' ? workflows : state));
	});
	sandbox = await startSandbox({ check: { address: checker.address, token } });
});
test.afterAll(async () => {
	await sandbox.close();
	await checker.stop();
});
test.beforeEach(({ page: own }) => {
	page = own;
	state = { status: 'idle' };
	workflows = [
		{ id: 'a1', name: 'My orders' },
		{ id: 'b2', name: hostile },
	];
	asked = [];
});

async function open(width = 1440, address = sandbox.address): Promise<void> {
	await page.setViewportSize({ width, height: 900 });
	await page.goto(`${address}/#rehearse`);
	await expect(page.getByRole('heading', { name: 'Check a workflow' })).toBeVisible();
}
const says = async (text: string | RegExp) =>
	await expect(page.getByText(text).first()).toBeVisible();
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

test('plays a workflow, shows how far it is, and what to change, each advice once', async () => {
	await open();
	await says('Choose a workflow to check.');
	await button('Check: My orders').click();
	await says('Playing My orders: busy, 4 of 20');
	expect(asked).toEqual(['POST {"id":"a1"}']);
	await expect(page.getByRole('button', { name: /^Check: / })).toHaveCount(0);
	await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '4');
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
	await expect(panel.locator('td.bad')).toHaveText(['1', 'no', '2']);
	await says('The seed of “changeable” was 4711.');
	await page.getByLabel('Seed, to repeat the weather “changeable”').fill('4711');
	await button('Check: My orders').click();
	await says('Playing My orders');
	expect(asked.at(-1)).toBe('POST {"id":"a1","seed":4711}');
	await expect(page).not.toHaveTitle(/caught/);
	expect(checker.received.length).toBeGreaterThan(0);
});

test('is canceled at once', async () => {
	state = running;
	await open();
	await button('Cancel the check').click();
	await says('Choose a workflow to check.');
	expect(asked).toEqual(['DELETE ']);
});

test('says why a workflow can’t be played, that nothing is wrong, and that it knows no remedy', async () => {
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

test('says while n8n starts that it does, and explains each weather and column of the table', async () => {
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

test('lists the workflows anew when somebody comes back from n8n', async () => {
	workflows = [];
	await open();
	await says('No workflow of your n8n uses the node yet.');
	workflows = [{ id: 'c3', name: 'Made meanwhile' }];
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await expect(button('Check: Made meanwhile')).toBeVisible();
});

test('without npm start, says how to get it', async () => {
	const alone = await startSandbox();
	await open(1440, alone.address);
	await says('to check your workflows.');
	await expect(page.getByRole('button', { name: /^Check/ })).toHaveCount(0);
});

for (const width of [375, 800, 1440])
	test(`can be used by everybody, ${width} pixels wide`, async () => {
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
