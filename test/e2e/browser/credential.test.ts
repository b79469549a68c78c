import { sandboxKey, sharedHost } from '../support';
import { openBrowser, sessionForTests, signIn } from '../support/browser';
import { CredentialForm } from '../support/credentialForm';

const host = sharedHost();
const session = sessionForTests(async () => await openBrowser(host));
afterAll(async () => {
	const all = await host.client.call<Array<{ id: string; name: string }>>('GET', '/credentials');
	const made = all.filter(({ name }) => name === 'Messaging Service account');
	for (const { id } of made) await host.client.call('DELETE', `/credentials/${id}`);
});

describe('In the browser', () => {
	test('the owner signs in', async () => {
		await signIn(session.page, host.password);
		await session.page.getByText('Overview', { exact: true }).first().waitFor();
		// Before that, n8n asks who is signed in and logs that nobody is.
		session.takeProblems();
	});

	test('a credential is tested when it is saved, and says what is wrong with a key', async () => {
		const form = await CredentialForm.create(session.page, 'Messaging Service API');
		await form.fill('Sandbox URL', host.sandboxAddress);
		await form.fill('API Key', sandboxKey);
		expect(await form.save()).toContain('Connection tested successfully');

		await form.fill('API Key', 'a-wrong-key');
		expect(await form.save()).toContain(
			"The service doesn't accept the API key. Check the key, and that it belongs to the chosen environment (Sandbox or Production).",
		);
		expect(session.takeProblems()).toEqual([]);
	});

	test('a credential has three fields, and those of the paths behind a switch', async () => {
		const form = await CredentialForm.create(session.page, 'Messaging Service API');
		const own = ['Environment', 'Sandbox URL', 'API Key', 'Custom Paths'];
		const paths = ['Path Prefix', 'Email Path', 'Viber Path'];
		const ofN8n = 'Allowed HTTP Request Domains';
		expect(await form.labels()).toEqual([...own, ofN8n]);

		await form.toggle('Custom Paths');
		await form.parameter('Viber Path').waitFor();
		expect(await form.labels()).toEqual([...own, ...paths, ofN8n]);
		expect(await form.parameter('Email Path').locator('input').inputValue()).toBe('/email');
		expect(session.takeProblems()).toEqual([]);
	});
});
