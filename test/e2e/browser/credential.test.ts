import { ownerEmail } from '../../../dev/n8n/client';
import { otherCredential, sandboxKey } from '../support';
import { CredentialForm } from '../support/credentialForm';
import { expect, test } from '../support/inEditor';
import { test as inN8n } from '../support/inN8n';

const type = 'Messaging Service API';

inN8n.describe('With nobody signed in', () => {
	inN8n.use({ signedIn: false });

	inN8n('the owner signs in', async ({ page, host }) => {
		await page.goto('/signin');
		await page.getByLabel('Email').fill(ownerEmail);
		await page.getByLabel('Password').fill(host.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByText('Overview', { exact: true }).first()).toBeVisible();
	});
});

test('a credential has three fields, and all others behind two switches', async ({ n8n }) => {
	const form = await CredentialForm.create(n8n, type);
	const own = ['Environment', 'Sandbox URL', 'API Key'];
	const defaults = [
		...['Sender ID', 'Default Country', 'Price per Part', 'Delivered States', 'Failed States'],
		...['Field of the Numbers', 'Ignored Fields'],
	];
	const paths = ['Path Prefix', 'Email Path', 'Viber Path'];
	const ofN8n = 'Allowed HTTP Request Domains';
	const labels = async () => await form.labels();
	await expect.poll(labels).toEqual([...own, 'Account Defaults', 'Custom Paths', ofN8n]);

	await form.toggle('Account Defaults');
	await form.toggle('Custom Paths');
	await expect
		.poll(labels)
		.toEqual([...own, 'Account Defaults', ...defaults, 'Custom Paths', ...paths, ofN8n]);
	expect(await form.cutTexts()).toEqual([]);
	await expect(form.parameter('Email Path').locator('input')).toHaveValue('/email');
});

test('a credential is tested with its Account Defaults when it is saved, and says what is wrong', async ({
	n8n,
	host,
}) => {
	const form = await CredentialForm.create(n8n, type);
	await form.toggle('Account Defaults');
	await form.fill('Sandbox URL', host.sandboxAddress);
	await form.fill('API Key', sandboxKey);
	await form.fill('Sender ID', 'Brand');
	await form.choose('Default Country', 'Lithuania (+370)');
	await form.fill('Delivered States', '2');
	await form.fill('Failed States', '2, 3');
	await expect(await form.save()).toContainText(
		"'Delivered States' and 'Failed States' both have 2. Remove it from one of them.",
	);
	await form.fill('Failed States', '3');
	await expect(await form.save()).toContainText('Connection tested successfully');
	await form.fill('API Key', 'a-wrong-key');
	await expect(await form.save()).toContainText(
		"The service doesn't accept the API key (HTTP status 401): The key in the query parameter X-ApiKey is not a valid key. Check the key, and that it belongs to the chosen environment (Sandbox or Production).",
	);
	await form.fill('API Key', sandboxKey);
	await expect(await form.save()).toContainText('Connection tested successfully');
});

test('Account Defaults count in Send, and in Preview, which asks for a credential only for them', async ({
	n8n,
	host,
}) => {
	const defaults = { accountDefaults: true, senderId: 'Brand', defaultCountry: 'LT' };
	const credentials = await otherCredential(host, defaults);
	const message = { resource: 'sms', to: '8 600 12345', text: 'Hello' };
	const editor = await n8n.openNodes({
		Send: { parameters: { ...message, operation: 'send' }, credentials },
		Preview: { parameters: { ...message, operation: 'preview' }, credentials: {} },
	});
	expect(await (await editor.openNode('Send')).executeStep()).toBe('success');
	const [{ body }] = await host.sandbox.requests();
	expect(body).toEqual({ to: '37060012345', from: 'Brand', text: 'Hello' });

	const preview = await editor.openNode('Preview');
	await expect(preview.root.getByTestId('node-credentials-select')).toHaveCount(0);
	await preview.toggle('Use Account Defaults');
	await preview.chooseCredential(credentials.messagingServiceApi.name);
	expect(await preview.executeStep()).toBe('success');
	const { columns, rows } = await preview.outputTable();
	const shown = ['to', 'from', 'problem'].map((column) => rows[0][columns.indexOf(column)]);
	expect(shown).toEqual(['37060012345', 'Brand', 'null']);
});
