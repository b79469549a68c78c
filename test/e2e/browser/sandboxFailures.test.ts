import { readFileSync, writeFileSync } from 'node:fs';

import { sms } from '../../sandbox/startSandbox';
import { button, expect, page, sandbox, says, test } from '../support/sandboxPage';

let questions: string[];
test.beforeEach(async () => {
	questions = [];
	page.on('dialog', (dialog) => {
		questions.push(dialog.message());
		void dialog.accept();
	});
	await page.goto('/#failures');
	await expect(page.getByRole('heading', { name: 'Make it fail' })).toBeVisible();
});

const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const send = async (fields = {}) => await sandbox.post('/v1/sms/single', sms(fields));
const faults = async () => (await sandbox.read('faults')).faults;

for (const [name, fault] of [
	['Refused (400)', { kind: 'status', status: 400 }],
	['Busy (429)', { kind: 'status', status: 429, retryAfter: 2 }],
	['Unavailable (503)', { kind: 'status', status: 503 }],
	['Wrong key (401)', { kind: 'status', status: 401 }],
	['Answer lost, though accepted', { kind: 'drop', accepted: true }],
	['Never answered', { kind: 'timeout', accepted: false }],
] as const)
	test(`makes requests fail: ${name}`, async () => {
		await choice('What happens').selectOption(name);
		await button('Make it fail').click();
		await says(`${name}: the next request that sends something`);
		expect(await faults()).toMatchObject([{ ...fault, count: 1, sends: true }]);
		await button(`End: ${name}: the next request that sends something`).click();
		await says('Nothing fails now.');
		expect(await faults()).toEqual([]);
	});

test('says on every view what is on, and ends it one by one or all at once', async () => {
	await choice('To how many').selectOption('The next 5 requests');
	await choice('Where').selectOption('/v1/sms/report');
	await button('Make it fail').click();
	await says('Refused (400): the next 5 requests to /v1/sms/report');
	await choice('To how many').selectOption('Every request, until you end it');
	await choice('Where').selectOption('Any request');
	await button('Make it fail').click();
	await says('Refused (400): every request');
	expect(await faults()).toMatchObject([{ count: 5, path: '/v1/sms/report' }, { count: null }]);
	await field('Seconds per answer').fill('0.2');
	await field('Requests per second').fill('3');
	await field('Balance in EUR').fill('0.01');
	await page.getByText('Other answer formats').click();
	await choice('lists').selectOption('paged');
	await says('Slow: 0.2 s per answer');
	await says('At most 3 requests per second');
	await expect(page.getByRole('button', { name: 'End: Out of money' })).toBeVisible();
	await says('Other answer formats: lists paged');
	await page.getByRole('link', { name: 'Messages' }).click();
	await page.getByRole('link', { name: '6 failures set' }).click();
	await button('End: At most 3 requests per second').click();
	await expect(page.getByRole('link', { name: '5 failures set' })).toBeVisible();
	await button('End all').click();
	await says('Nothing fails now.');
	expect((await sandbox.call('GET', '/_sandbox/export')).body).toMatchObject({
		...{ faults: [], latencyMs: 0, requestsPerSecond: null, balance: { EUR: 1000, USD: 250 } },
		dialect: { lists: 'bare' },
	});
});

test('moves the clock ahead, says how far, and puts it back', async () => {
	const ahead = async () => (await sandbox.read('export')).clockAheadMs;
	for (const [name, ms] of [
		['1 minute', 60_000],
		['1 hour', 3_660_000],
		['1 day', 90_060_000],
	] as const) {
		await button(name).click();
		await expect.poll(ahead, name).toBe(ms);
	}
	const tomorrow = new Date(Date.now() + 86_400_000 + 3_660_000);
	const day = tomorrow.toLocaleDateString('en-US', { day: 'numeric', month: 'short' });
	await expect(page.locator('.clock time', { hasText: `${day}, ` })).toBeVisible();
	await says('1 day 1 hour 1 minute ahead');
	await button('Back to now').click();
	await expect(button('Back to now')).toHaveCount(0);
	expect(await ahead()).toBe(0);
	await button('1 hour').click();
	await says('1 hour ahead');
	await button('Reset').click();
	await expect(button('Back to now')).toHaveCount(0);
	expect(questions.at(-1)).toBe(
		'Forget all messages, requests, contacts, opted-out numbers, campaigns, and settings, and put the clock back?',
	);
});

test('overwrites no field while somebody types, and says what is saved', async () => {
	await field('Balance in EUR').fill('-5');
	await page.keyboard.press('Enter');
	await says('The field EUR must be a number from 0 to 1000000000; got the number -5');
	await expect(field('Balance in EUR')).toHaveValue('1000');
	await field('Balance in EUR').click();
	await page.keyboard.press('ControlOrMeta+A');
	await page.keyboard.type('12');
	await says('Balance in EUR: press Enter to save it.');
	await send();
	await sandbox.control('latency', { ms: 100 });
	await says('Slow: 0.1 s per answer');
	await page.keyboard.type('.5');
	await expect(field('Balance in EUR')).toHaveValue('12.5');
	await page.keyboard.press('Enter');
	await says('Balance in EUR: saved.');
	expect((await sandbox.read('export')).balance.EUR).toBe(12.5);
	await expect(page.getByText('got the number -5')).toHaveCount(0);
	await send();
	await expect(field('Balance in EUR')).toHaveValue('12.46');
});

test('says since when it counts, why something was refused, and what ending a trouble sets', async () => {
	await says(
		'Each starts with 1,000 EUR unless it says otherwise, and turns off what was on before.',
	);
	await button('Try it: out of money').click();
	await says('Out of money. End sets it back to 1,000 EUR.');
	await send();
	await says('No message went out; 1 request was refused (402: the balance was too low).');
	await expect(page.getByText('No failure is set now.')).toHaveCount(0);
	await page.getByRole('button', { name: 'End: Out of money' }).click();
	await says(/^Since .*, in the situation “out of money”\.\s+No failure is set now\.$/);
});

test('tries a situation, and says what arrived and who got it twice', async () => {
	await send({ text: 'Before' });
	await button('Try it: an answer is lost').click();
	await says('No message went out.');
	await says('in the situation “an answer is lost”');
	await expect(button('Try it: an answer is lost')).toHaveAttribute('aria-pressed', 'true');
	await send().catch(() => undefined);
	await says(
		"1 message went out to 1 person; 1 request was accepted, but the sender couldn't tell.",
	);
	await send();
	await send({ to: '37060000400' });
	await says(
		'2 messages went out to 1 person; 1 person got the same text more than once: +370 600 12345; ' +
			"1 request was refused (400: bad request); 1 request was accepted, but the sender couldn't tell.",
	);
	await page.getByText('The same text more than once (1)').click();
	await says('2 times');
	await page.getByText('Accepted, but the sender couldn’t tell (1)').click();
	await page.getByRole('link', { name: 'No answer' }).click();
	await says('The service accepted this request and carried it out, but the sender couldn’t tell.');
	await page.goBack();
	await page.getByText('Refused (1)').click();
	await page.getByRole('link', { name: '400' }).click();
	await says('special_recipient');
	await page.goBack();
	await button('Start counting again').click();
	await says('No message went out.');
});

test('keeps each panel in its column, however long the texts in an open list are', async () => {
	const text = 'A text that is sent twice, and longer than a line of the panel. '.repeat(4);
	for (let turn = 0; turn < 2; turn++) await send({ text });
	await page.getByText('The same text more than once (1)').click();
	await says('2 times');
	const panel = (name: string) => page.getByRole('article', { name, exact: true });
	const { x, width } = (await panel('What arrived').boundingBox())!;
	expect(x + width).toBeLessThan((await panel('Make it fail').boundingBox())!.x);
});

test('saves the state as a file, and begins with it again; a wrong file changes nothing', async () => {
	await send({ text: 'Kept' });
	await button('Try it: slow').click();
	await says('Slow: 3 s per answer');
	const downloading = page.waitForEvent('download');
	await button('Export').click();
	const file = test.info().outputPath('sandbox.json');
	await (await downloading).saveAs(file);
	await says('sandbox.json is among your downloads.');
	await says('Everything except the requests and what arrived under Failures.');
	expect(JSON.parse(readFileSync(file, 'utf8')).messages).toMatchObject([{ parts: ['Kept'] }]);
	await button('Reset').click();
	await says('Nothing fails now.');

	await page.getByRole('link', { name: 'Messages' }).click();
	await field('Import').setInputFiles(file);
	await says('sandbox.json is imported.');
	const asked = questions.length;
	const wrong = test.info().outputPath('wrong.json');
	const notSaved = 'wrong.json can’t be imported, and nothing was changed.';
	for (const [content, why] of [
		['{"nodes":[]}', `${notSaved} The field nodes is none of clockAheadMs`],
		['not JSON', `${notSaved} It isn’t JSON`],
	]) {
		writeFileSync(wrong, content);
		await field('Import').setInputFiles(wrong);
		await says(why);
		await expect(page.getByText('sandbox.json is imported.')).toHaveCount(0);
	}
	expect(questions).toHaveLength(asked);
	await field('Import').setInputFiles(file);
	await says('sandbox.json is imported.');
	expect(questions).toHaveLength(asked + 1);
	await expect(page.getByText('Nothing was changed')).toHaveCount(0);
	await page.getByRole('link', { name: 'Failures' }).click();
	await says('Slow: 3 s per answer');
	await page.getByRole('link', { name: 'Messages' }).click();
	await expect(page.locator('.bubble').getByText('Kept')).toBeVisible();
});
