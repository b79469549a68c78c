import { otherCredential, sandboxKey } from '../support';
import { CredentialForm } from '../support/credentialForm';
import { expect, test } from '../support/inEditor';

const type = 'Messaging Service API';

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
});

// That they count in whatever is sent: test/nodes/parameters/accountDefaults.test.ts.
test('Preview asks for a credential only for the Account Defaults, which count in it', async ({
	n8n,
	host,
}) => {
	const defaults = { accountDefaults: true, senderId: 'Brand', defaultCountry: 'LT' };
	const { messagingServiceApi } = await otherCredential(host, defaults);
	const message = { resource: 'sms', operation: 'preview', to: '8 600 12345', text: 'Hello' };
	const preview = await n8n.openNode({ parameters: message, credentials: {} });
	await expect(preview.root.getByTestId('node-credentials-select')).toHaveCount(0);
	await preview.toggle('Use Account Defaults');
	await preview.chooseCredential(messagingServiceApi.name);
	expect(await preview.executeStep()).toBe('success');
	const { columns, rows } = await preview.outputTable();
	const shown = ['to', 'from', 'problem'].map((column) => rows[0][columns.indexOf(column)]);
	expect(shown).toEqual(['37060012345', 'Brand', 'null']);
});
