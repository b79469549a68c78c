import { sandboxCredential, sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { Editor } from '../support/editor';

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

const sms = { resource: 'sms', operation: 'send', from: 'Shop', text: 'Hello' };

const wrongKey = 'Wrong key in the browser';
let editor: Editor;
beforeAll(async () => {
	const id = await host.client.saveCredential({
		name: wrongKey,
		type: 'messagingServiceApi',
		data: { ...sandboxCredential(host.sandboxAddress), apiKey: 'a-wrong-key' },
	});
	editor = await session.openNodes({
		'Wrong number': { parameters: { ...sms, to: '12' } },
		'One of several': {
			parameters: { ...sms, to: '={{ $json.to }}' },
			items: ['37060012345', '12', '37060012346'].map((to) => ({ to })),
		},
		'Wrong key': {
			parameters: { ...sms, to: '+370 600 12345' },
			credentials: { messagingServiceApi: { id, name: wrongKey } },
		},
		'Error output': { parameters: { ...sms, to: '12' } },
	});
});

describe('The details of a node that failed', () => {
	test('name a number that is none, and what one looks like', async () => {
		const node = await editor.openNode('Wrong number');
		expect(await node.executeStep()).toBe('error');
		expect(await node.outputError()).toEqual({
			message: "'To' isn't a phone number: 12 (item 1 of 1)",
			description:
				'Enter the number with its country code, for example +370 600 12345. It can have 7 to 15 digits, with spaces, dashes, dots, or parentheses between them.',
		});
		expect(await host.sandbox.requests()).toEqual([]);

		await node.fill('To', '+370 600 12345');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
	});

	test('number an item of several once, counted from 1', async () => {
		const node = await editor.openNode('One of several');
		expect(await node.executeStep()).toBe('error');
		expect((await node.outputError()).message).toBe("'To' isn't a phone number: 12 (item 2 of 3)");
	});

	test("give the service's own words about a wrong key, and what to check", async () => {
		const node = await editor.openNode('Wrong key');
		expect(await node.executeStep()).toBe('error');
		expect(await node.outputError()).toEqual({
			message: 'The key in the header X-ApiKey is not a valid key',
			description:
				'HTTP status 401. This was item 1 of 1. Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
		});
		await node.output.getByText('From Messaging Service').click();
		await node.output.getByText('Other info').click();
		expect(await node.output.innerText()).not.toContain('a-wrong-key');
	});
});

describe('The error output', () => {
	test('carries the failed item with what happened and what to do', async () => {
		const node = await editor.openNode('Error output');
		await node.openTab('Settings');
		await node.choose('On Error', 'Continue (using error output)');
		await node.openTab('Parameters');
		expect(await node.executeStep()).toBe('success');
		await node.openBranch('Error Branch (1 item)');
		expect(await node.outputTable()).toEqual({
			columns: ['error', 'details'],
			rows: [
				[
					"'To' isn't a phone number: 12 (item 1 of 1)",
					expect.stringContaining('Enter the number with its country code'),
				],
			],
		});
	});
});
