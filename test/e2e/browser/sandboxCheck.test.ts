import type { CheckRow, CheckState, Finding, Report } from '../../../sandbox/flightCheck';
import { type OpenSandbox, startSandbox } from '../../sandbox/startSandbox';
import { AnsweringServer } from '../../support/answeringServer';
import { button, expect, expectUsable, page, says, test } from '../support/sandboxPage';

const token = 'a-token';

/** What `npm start` would say, and what the page has asked of it. */
let state: CheckState;
let workflows: Array<{ id: string; name: string }>;
let asked: string[];
/** Whether n8n starts, so that nothing can be asked of it. */
let isStarting: boolean;

let checker: AnsweringServer;
let sandbox: OpenSandbox;
test.beforeAll(async () => {
	checker = await AnsweringServer.start(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		if (isStarting) return void response.writeHead(503).end('{}');
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
test.beforeEach(() => {
	state = { status: 'idle' };
	workflows = [
		{ id: 'a1', name: 'My orders' },
		{ id: 'b2', name: hostile },
	];
	asked = [];
	isStarting = false;
});

async function open(width = 1440, address = sandbox.address): Promise<void> {
	await page.setViewportSize({ width, height: 844 });
	await page.goto(`${address}/#check`);
	await expect(page.getByRole('heading', { name: 'Check a workflow' })).toBeVisible();
}

const hostile = `<img src=x onerror="document.title='caught'">`;
const progress = { done: 4, of: 20, situation: 'busy' };
const running: CheckState = { status: 'running', workflow: 'My orders', progress };
const row = (situation: string, others: Partial<CheckRow> = {}): CheckRow => ({
	...{ situation, happens: 'It is as it is.', findings: [] },
	...{ arrived: 3, twice: 0, refused: 0, unknown: 0, told: null },
	...others,
});
const twice: Finding = {
	level: 'change',
	happened: 'Somebody got the same message twice.',
	advice: 'Add a Once Key, such as an order number.',
	where: 'Send: Options → Once Key → Key',
};
const silent: Finding = { level: 'change', happened: hostile, where: 'Settings → On Error' };
const noLimit: Finding = { level: 'know', happened: 'Nothing limits how many go out.' };
const report: Report = {
	...{ workflow: 'My orders', notJudged: [] },
	replaced: [
		{ what: 'Google Sheets', by: 'its pinned data' },
		{ what: 'Form', by: 'items that the check has made', items: [{ name: 'Ada', to: '+370 600' }] },
	],
	rows: [
		row('all well', { findings: [noLimit] }),
		row('an answer is lost', { twice: 1, unknown: 1, told: true, findings: [twice] }),
		row('out of money', { arrived: 0, refused: 3, told: false, findings: [silent] }),
		row('n8n is restarted', { twice: 2, findings: [twice] }),
		row('slow'),
	],
};
const done: CheckState = { status: 'done', workflow: 'My orders', report };
const cannot: CheckState = {
	...{ status: 'cannot', workflow: 'My orders' },
	reason: 'Pin the data of “HTTP Request” first.',
};

const panel = () => page.getByRole('article', { name: 'Check a workflow' });
const look = async () => await page.evaluate(() => dispatchEvent(new Event('focus')));
const textsOf = async (what: string) =>
	(await panel().locator(what).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

test('tries a workflow, shows how far it is, and then first what to change', async () => {
	await open();
	await page.getByRole('combobox', { name: 'Workflow' }).selectOption('My orders');
	await button('Check').press('Enter');
	await says('My orders: 4 of 20 situations tried. Now: busy');
	expect(asked).toEqual(['POST {"id":"a1"}']);
	await expect(button('Check')).toBeDisabled();
	await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '4');
	state = { ...running, progress: { ...progress, done: 5, situation: 'slow' } };
	await says('5 of 20 situations tried. Now: slow');
	state = done;
	await says('2 things to change in n8n, 1 thing worth knowing');
	// The verdict, and nothing between it and the workflow's name.
	expect(await panel().locator('h3 + [role=status]').innerText()).toMatch(/^2 things to change/);
	expect(await textsOf('ol > li')).toEqual([
		'Add a Once Key, such as an order number. Somebody got the same message twice. In n8n: Send: Options → Once Key → Key Seen in: An answer is lost, n8n is restarted',
		`${hostile} In n8n: Settings → On Error Seen in: Out of money`,
		'Worth knowing: Nothing limits how many go out. Seen in: All well',
	]);
	expect(await textsOf('h3 ~ .wide tbody tr')).toEqual([
		'All well It is as it is. 3 messages sent Note',
		'An answer is lost It is as it is. 3 messages sent, 1 person got the same twice, 1 outcome unknown, and somebody is told Change',
		'Out of money It is as it is. Nothing sent, 3 requests refused, and nobody is told Change',
		'n8n is restarted It is as it is. 3 messages sent, 2 people got the same twice Change',
		'Slow It is as it is. 3 messages sent OK',
	]);
	await expect(page).not.toHaveTitle(/caught/);
	expect(checker.received.length).toBeGreaterThan(0);
});

test('says what it used in place of the real things to those who ask', async () => {
	state = done;
	await open();
	await says('2 things to change');
	await expect(panel().getByText('Google Sheets')).toBeHidden();
	await panel().getByText('What the copy used instead (2)').press('Enter');
	await says('Google Sheets');
	expect(await textsOf('details table')).toEqual(['name to Ada +370 600']);
});

test('has the verdict in sight on a phone', async () => {
	state = done;
	await open(390);
	const verdict = (await panel().locator('.verdict').boundingBox())!;
	expect(verdict.y + verdict.height).toBeLessThan(844);
});

test('is canceled at once', async () => {
	state = running;
	await open();
	await button('Cancel the check').press('Enter');
	await expect(page.getByRole('progressbar')).toHaveCount(0);
	expect(asked).toEqual(['DELETE ']);
});

test('says why a workflow can’t be played, that nothing is to change, and that it knows no remedy', async () => {
	state = cannot;
	await open();
	await says('My orders can’t be checked');
	await says('Pin the data of “HTTP Request” first.');
	state = { ...done, report: { ...report, rows: [row('all well')] } };
	await look();
	await says('Nothing to change');
	const { advice, ...unmended } = twice;
	state = { ...done, report: { ...report, rows: [row('all well', { findings: [unmended] })] } };
	await look();
	await says('1 thing to change in n8n');
	await says(twice.happened);
	await expect(page.getByText(advice!)).toHaveCount(0);
});

test('waits while n8n starts, without an alarm, and asks again by itself', async () => {
	state = { status: 'running', workflow: 'My orders' };
	isStarting = true;
	await open();
	await says('n8n is still starting. Your workflows appear here in about a minute.');
	expect(await page.getByRole('alert').innerText()).toBe('');
	isStarting = false;
	await says('Starting a separate n8n for My orders.');
	await expect(page.getByRole('combobox', { name: 'Workflow' })).toBeVisible();
});

test('lists the workflows anew when somebody comes back from n8n', async () => {
	workflows = [];
	await open();
	await says('No workflow of your n8n uses the node yet.');
	workflows = [{ id: 'c3', name: 'Made meanwhile' }];
	await look();
	await expect(page.getByRole('option', { name: 'Made meanwhile' })).toBeAttached();
});

test('without npm start, says how to get it', async () => {
	const alone = await startSandbox();
	await open(1440, alone.address);
	await says('to check your workflows.');
	await expect(page.getByRole('button', { name: /^Check/ })).toHaveCount(0);
});

for (const [text, shown] of [
	['4 of 20 situations tried', running],
	['2 things to change', done],
	['can’t be checked', cannot],
] as const)
	test(`can be used by everybody, in any width, light and dark: ${text}`, async () => {
		state = shown;
		for (const width of [320, 390, 800, 1280]) {
			await open(width);
			await says(text);
			const folds = panel().locator('details');
			await folds.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				await expectUsable(page, `${width} ${colorScheme}`);
			}
			await expect(page.locator('main .main')).toHaveCount(1);
		}
	});
