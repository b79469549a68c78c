import { otherCredential, sharedHost } from '../support';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { Editor } from '../support/editor';
import { FormPage } from '../support/formPage';
import { credentialName } from '../../../dev/provisioning';

const sms = {
	resource: 'sms',
	operation: 'send',
	to: '+370 600 12345',
	from: 'Shop',
	text: 'Hello',
};

const host = sharedHost();
const session = sessionForTests(async () => await openSignedIn(host));
beforeEach(async () => await host.sandbox.reset());
afterEach(() => expect(session.takeProblems()).toEqual([]));

test('In the editor, a form that sends an SMS is built by clicking, and sends when it is submitted', async () => {
	const editor = await session.newWorkflow();
	const form = await editor.addFirstStep('On form submission');
	await form.fill('Form Title', 'Notify me');
	await form.addEntry('Form Elements');
	await form.fill('Label', 'Phone');
	await form.close();
	const send = await editor.addNode('Messaging Service', 'Send SMS');
	await send.chooseCredential(credentialName);
	await send.fillExpression('To', '{{ $json.Phone }}');
	await send.fill('From', 'Shop');
	await send.fill('Text', 'Your order is on its way');
	await send.close();

	const page = await FormPage.openedBy(session.page, () => editor.execute());
	await page.fill('Phone', '+370 (600) 12345');
	await page.submit();
	await editor.succeeded('Send SMS');
	expect(await editor.subtitleOf('Send SMS')).toBe('Send: SMS');
	const { rows } = await (await editor.openNode('Send SMS')).outputTable();
	const [[to, messageId]] = rows;
	expect(to).toBe('37060012345');
	expect(await host.sandbox.messages()).toMatchObject([
		{ messageId, to, parts: [{ text: 'Your order is on its way' }] },
	]);
});

describe('In the editor', () => {
	let editor: Editor;
	beforeAll(async () => {
		const price = { accountDefaults: true, pricePerPart: '+370: 0.04 EUR' };
		const sendBulk = { ...sms, operation: 'sendBulk' };
		editor = await session.openNodes({
			Assumed: { parameters: sendBulk },
			'As JSON': { parameters: sendBulk },
			Dragged: {
				parameters: { ...sms, to: '' },
				items: [{ order: 2041, phone: '+370 600 77777' }],
			},
			'Wrong number': { parameters: { ...sms, to: '12' } },
			'One of several': {
				parameters: { ...sms, to: '={{ $json.to }}' },
				items: ['37060012345', '12', '37060012346'].map((to) => ({ to })),
			},
			'Wrong key': {
				parameters: sms,
				credentials: await otherCredential(host, { apiKey: 'a-wrong-key' }),
			},
			'A name is missing': {
				parameters: {
					...sms,
					text: '=Labas {{ $json.name }}, your order {{ $json.order }} is ready',
				},
				items: [{ name: 'Ada', order: 2041 }, { order: 2042 }],
				credentials: await otherCredential(host, price),
			},
			'Error output': { parameters: { ...sms, to: '12' } },
		});
	});

	test('that names of fields are assumed is said before the step is run, not after', async () => {
		const node = await editor.openNode('Assumed');
		const hint = node.output.getByText('so their names and values are assumed');
		await hint.waitFor();
		expect(await node.executeStep()).toBe('success');
		await hint.waitFor({ state: 'hidden' });
	});

	test('JSON takes the place of the fields under Specify Body', async () => {
		const node = await editor.openNode('As JSON');
		await node.parameter('To').waitFor();
		await node.choose('Specify Body', 'Using JSON');
		await node.parameter('To').waitFor({ state: 'hidden' });
		await node.fillCode(
			'JSON Body',
			'[{ "to": "37060054321", "from": "Shop", "text": "From JSON" }]',
		);
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([
			{ to: '37060054321', parts: [{ text: 'From JSON' }] },
		]);
	});

	test('a field of the input is dragged onto a parameter, and its value is sent', async () => {
		const node = await editor.openNode('Dragged');
		await node.executePrevious();
		await node.mapField('phone', 'To');
		expect(await node.parameter('To').getByRole('textbox').innerText()).toBe('{{ $json.phone }}');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060077777' }]);
	});

	test('an error names a number that is none, and what one looks like', async () => {
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
		const [{ messageId }] = await host.sandbox.messages();
		expect(await node.outputTable()).toEqual({
			columns: ['to', 'messageId', 'sent', 'partIds'],
			rows: [
				[
					'37060012345',
					messageId,
					expect.stringMatching(/^20\d\d-/),
					expect.stringMatching(/^0:\s*[0-9a-f-]{36}$/),
				],
			],
		});
	});

	test('an error numbers an item of several once, counted from 1', async () => {
		const node = await editor.openNode('One of several');
		expect(await node.executeStep()).toBe('error');
		expect((await node.outputError()).message).toBe("'To' isn't a phone number: 12 (item 2 of 3)");
	});

	test('what was sent, what it cost, and where a name is missing stand above the output', async () => {
		const node = await editor.openNode('A name is missing');
		expect(await node.executeStep()).toBe('success');
		await node.output.getByText('2 accepted (2 parts, about 0.08 EUR). Sandbox.').waitFor();
		const gap = "1 text has a gap: {{ $json.name }} in 'Text' (item 2).";
		await node.output.getByText(gap).waitFor();
	});

	test("an error gives the service's own words about a wrong key, and what to check", async () => {
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

	test('the error output carries the failed item with what happened and what to do', async () => {
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
