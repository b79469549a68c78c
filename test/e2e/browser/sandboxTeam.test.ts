import { readFileSync } from 'node:fs';

import { sms } from '../../sandbox/startSandbox';
import { button, expect, expectUsable, page, sandbox, says, test } from '../support/sandboxPage';

test.beforeEach(() => {
	page.on('dialog', (dialog) => void dialog.accept());
});

async function open(address = '/'): Promise<void> {
	await page.goto(address);
	await expect(page.locator('main > *')).toBeVisible();
}
const post = async (path: string, message: object, key = 'sandbox-key') => {
	const json = { accept: 'application/json', 'content-type': 'application/json' };
	const body = JSON.stringify(message);
	await sandbox.call('POST', path, { headers: { ...json, 'x-apikey': key }, body });
};
const send = async (fields = {}, name?: string) =>
	await post('/v1/sms/single', sms(fields), name && `sandbox-key-${name}`);
const accounts = () => page.getByRole('combobox', { name: 'Account' });

test.describe('A page of several accounts', () => {
	test('has no choice while there is one, and shows each alone as soon as there are more', async () => {
		await send({ text: 'Of the sandbox' });
		await open();
		await says('Of the sandbox');
		await expect(accounts()).toHaveCount(0);
		await send({ text: 'Of Anna' }, 'anna');
		await send({ text: 'Of Ben' }, 'ben');
		await accounts().selectOption('anna');
		await page.waitForURL('**/?account=anna#messages');
		await says('Of Anna');
		await expect(page.getByText(/Of (the sandbox|Ben)/)).toHaveCount(0);
		await accounts().selectOption('ben');
		await says('Of Ben');
		await accounts().selectOption('sandbox-key');
		await says('Of the sandbox');
		expect(new URL(page.url()).search).toBe('');
	});

	test('changes, exports, and forgets what is of that account, and nothing else', async () => {
		await send({ text: 'Of the sandbox' });
		await send({ text: 'Of Anna' }, 'anna');
		await open('/?account=anna#failures');
		await button('Try it: out of money').click();
		await says('Out of money. End sets it back to 1,000 EUR.');
		const downloading = page.waitForEvent('download');
		await button('Export').click();
		const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
		expect([file.balance.EUR, file.messages]).toMatchObject([0, [{ parts: ['Of Anna'] }]]);
		expect((await sandbox.get('/v1/Common/balance')).body[0].amount).toBe(999.96);
		await page.getByRole('link', { name: 'Messages' }).click();
		await button('Reset').click();
		await page.getByText('Without n8n, from a terminal').click();
		await says("-H 'X-ApiKey: sandbox-key-anna'");
		expect((await sandbox.read('state')).messages).toHaveLength(1);
		await expect(accounts()).toHaveValue('anna');
	});

	test('shows an email and its source, and sends a request again, with that account’s key', async () => {
		const email = { to: 'a@b.co', from: 'c@d.co', subject: 's', html: '<h1>Ready</h1>' };
		await post('/email', email, 'sandbox-key-anna');
		await open('/?account=anna#messages?channel=email');
		await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Ready' })).toBeVisible();
		await page.getByText('Source').click();
		await says('<h1>Ready</h1>');
		await page.getByRole('article').getByRole('link', { name: 'Request 1' }).click();
		await button('Send again').click();
		await expect(page.locator('.inbox .row').nth(1)).toBeVisible();
		await expect(page.locator('.inbox .row').first()).toContainText('200');
	});

	for (const width of [375, 1000, 1440])
		test(`can be used by everybody, ${width} pixels wide`, async () => {
			await page.setViewportSize({ width, height: 900 });
			const name = 'a-very-long-name-of-forty-characters-012';
			await send({ ref: 'a'.repeat(200) }, name);
			await open(`/?account=${name}#messages?to=37060012345`);
			await expect(accounts()).toBeVisible();
			await expectUsable(page);
			const isCut = await accounts().evaluate((one) => one.scrollWidth > one.clientWidth);
			expect(isCut).toBe(false);
		});
});

test('fields that the service does not know stand with the message, and are found', async () => {
	await send({ text: 'With tags', ref: 'Orders, 2041', run: { id: 7 }, to: '37060012346' });
	await send({ text: 'Without' });
	await open('/#messages?to=37060012346');
	const tags = page.getByRole('article').locator('.tag');
	await expect(tags).toHaveText(['Request 1', 'ref: Orders, 2041', 'run: {"id":7}']);
	await page.getByRole('searchbox').fill('orders, 20');
	await says('1 message');
	await expect(page.locator('.inbox .row')).toHaveCount(1);
	await page.getByRole('searchbox').fill('no such order');
	await says('No SMS messages match.');
});

test('the title counts the messages that came while nobody looked', async () => {
	await send();
	await open();
	const titleIs = async (title: string) => await expect(page).toHaveTitle(title);
	const plain = 'Messages · Messaging Service sandbox';
	await titleIs(plain);
	const look = async (visibility: string) =>
		await page.evaluate((value) => {
			Object.defineProperty(document, 'visibilityState', { value, configurable: true });
			document.dispatchEvent(new Event('visibilitychange'));
		}, visibility);
	await look('hidden');
	await send();
	await titleIs(`(1) ${plain}`);
	await sandbox.post('/v1/sms/bulk', [sms(), sms()]);
	await titleIs(`(3) ${plain}`);
	await look('visible');
	await titleIs(plain);
	await look('hidden');
	await send();
	await titleIs(`(1) ${plain}`);
	await sandbox.control('reset');
	await titleIs(plain);
	await send();
	await titleIs(`(1) ${plain}`);
});
