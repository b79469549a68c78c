import { sandboxKey, sharedHost } from '../support';
import { openBrowser, sessionForTests, signIn } from '../support/browser';
import { CredentialForm } from '../support/credentialForm';

const host = sharedHost();
const session = sessionForTests(async () => await openBrowser(host));
let form: CredentialForm;

/** The credentials that the tests have made, the newest last. */
async function made(): Promise<Array<{ id: string; name: string; createdAt: string }>> {
	const all = await host.client.call<Awaited<ReturnType<typeof made>>>('GET', '/credentials');
	return all
		.filter(({ name }) => name.startsWith('Messaging Service account'))
		.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

describe('In the browser', () => {
	test('the owner signs in', async () => {
		await signIn(session.page, host.password);
		await session.page.getByText('Overview', { exact: true }).first().waitFor();
	});

	test('a credential has three fields, and all others behind two switches', async () => {
		form = await CredentialForm.create(session.page, 'Messaging Service API');
		const own = ['Environment', 'Sandbox URL', 'API Key'];
		const defaults = [
			...['Sender ID', 'Default Country', 'Price per Part', 'Delivered States', 'Failed States'],
			...['Field of the Numbers', 'Ignored Fields'],
		];
		const paths = ['Path Prefix', 'Email Path', 'Viber Path'];
		const ofN8n = 'Allowed HTTP Request Domains';
		expect(await form.labels()).toEqual([...own, 'Account Defaults', 'Custom Paths', ofN8n]);

		await form.toggle('Account Defaults');
		await form.toggle('Custom Paths');
		await form.parameter('Sender ID').waitFor();
		await form.parameter('Viber Path').waitFor();
		expect(await form.labels()).toEqual([
			...[...own, 'Account Defaults', ...defaults],
			...['Custom Paths', ...paths, ofN8n],
		]);
		expect(await form.cutTexts()).toEqual([]);
		expect(await form.parameter('Email Path').locator('input').inputValue()).toBe('/email');
	});

	test('it is tested with its Account Defaults when it is saved, and says what is wrong', async () => {
		await form.fill('Sandbox URL', host.sandboxAddress);
		await form.fill('API Key', sandboxKey);
		await form.fill('Sender ID', 'Brand');
		await form.choose('Default Country', 'Lithuania (+370)');
		await form.fill('Delivered States', '2');
		await form.fill('Failed States', '2, 3');
		expect(await form.save()).toContain(
			"'Delivered States' and 'Failed States' both have 2. Remove it from one of them.",
		);
		await form.fill('Failed States', '3');
		expect(await form.save()).toContain('Connection tested successfully');
		await form.fill('API Key', 'a-wrong-key');
		expect(await form.save()).toContain(
			"The service doesn't accept the API key. Check the key, and that it belongs to the chosen environment (Sandbox or Production).",
		);
		await form.fill('API Key', sandboxKey);
		expect(await form.save()).toContain('Connection tested successfully');
		expect(session.takeProblems()).toEqual([]);
	});

	test('its Account Defaults count in Send, and in Preview, which asks for a credential only for them', async () => {
		const { id, name } = (await made()).at(-1)!;
		await host.sandbox.reset();
		const message = { resource: 'sms', to: '8 600 12345', text: 'Hello' };
		const editor = await session.openNodes({
			Send: {
				parameters: { ...message, operation: 'send' },
				credentials: { messagingServiceApi: { id, name } },
			},
			Preview: { parameters: { ...message, operation: 'preview' }, credentials: {} },
		});
		expect(await (await editor.openNode('Send')).executeStep()).toBe('success');
		const [{ body }] = await host.sandbox.requests();
		expect(body).toEqual({ to: '37060012345', from: 'Brand', text: 'Hello' });

		const preview = await editor.openNode('Preview');
		expect(await preview.root.getByTestId('node-credentials-select').count()).toBe(0);
		await preview.toggle('Use Account Defaults');
		await preview.chooseCredential(name);
		expect(await preview.executeStep()).toBe('success');
		const { columns, rows } = await preview.outputTable();
		const shown = ['to', 'from', 'problem'].map((column) => rows[0][columns.indexOf(column)]);
		expect(shown).toEqual(['37060012345', 'Brand', 'null']);
		expect(session.takeProblems()).toEqual([]);
	});
});
