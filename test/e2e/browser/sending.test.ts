import { credentialName } from '../../../dev/provisioning';
import { otherCredential } from '../support';
import { FormPage } from '../support/formPage';
import { expect, test } from '../support/inEditor';
import { NodeDetails } from '../support/nodeDetails';

const sms = {
	resource: 'sms',
	operation: 'send',
	to: '+370 600 12345',
	from: 'Shop',
	text: 'Hello',
};
const sendBulk = { ...sms, operation: 'sendBulk' };

test('In the editor, a form that sends an SMS is built by clicking, and sends when it is submitted', async ({
	n8n,
	page: editorPage,
	host,
}) => {
	const editor = await n8n.newWorkflow();
	await (await editor.openNodePanel()).choose('On form submission');
	const form = await NodeDetails.opened(editorPage);
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

	const page = await FormPage.openedBy(editorPage, () => editor.execute());
	await page.fill('Phone', '+370 (600) 12345');
	await page.submit();
	await editor.succeeded('Send SMS');
	await expect(editor.subtitleOf('Send SMS')).toHaveText('Send: SMS');
	const { rows } = await (await editor.openNode('Send SMS')).outputTable();
	const [[to, messageId]] = rows;
	expect(to).toBe('37060012345');
	expect(await host.sandbox.messages()).toMatchObject([
		{ messageId, to, parts: [{ text: 'Your order is on its way' }] },
	]);
});

test.describe('In the editor', () => {
	test('that names of fields are assumed is said before the step is run, not after', async ({
		n8n,
	}) => {
		const node = await n8n.openNode({ parameters: sendBulk });
		const hint = node.output.getByText('so their names and values are assumed');
		await expect(hint).toBeVisible();
		expect(await node.executeStep()).toBe('success');
		await expect(hint).toBeHidden();
	});

	test('JSON takes the place of the fields under Specify Body', async ({ n8n, host }) => {
		const node = await n8n.openNode({ parameters: sendBulk });
		await expect(node.parameter('To')).toBeVisible();
		await node.choose('Specify Body', 'Using JSON');
		await expect(node.parameter('To')).toBeHidden();
		const editor = node.parameter('JSON Body').getByRole('textbox');
		await editor.fill('[{ "to": "37060054321", "from": "Shop", "text": "From JSON" }]');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([
			{ to: '37060054321', parts: [{ text: 'From JSON' }] },
		]);
	});

	test('a field of the input is dragged onto a parameter, and its value is sent', async ({
		n8n,
		host,
	}) => {
		const items = [{ order: 2041, phone: '+370 600 77777' }];
		const node = await n8n.openNode({ parameters: { ...sms, to: '' }, items });
		await node.executePrevious();
		await node.mapField('phone', 'To');
		await expect(node.parameter('To').getByRole('textbox')).toHaveText('{{ $json.phone }}');
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060077777' }]);
	});

	test('an error names a number that is none, numbers its item once, counted from 1, and says what a number looks like', async ({
		n8n,
		host,
	}) => {
		const items = ['37060012345', '12', '37060012346'].map((to) => ({ to }));
		const node = await n8n.openNode({ parameters: { ...sms, to: '={{ $json.to }}' }, items });
		expect(await node.executeStep()).toBe('error');
		await expect(node.errorMessage).toHaveText("'To' isn't a phone number: 12 (item 2 of 3)");
		await expect(node.errorDescription).toHaveText(
			'Enter the number with its country code, for example +370 600 12345. It can have 7 to 15 digits, with spaces, dashes, dots, or parentheses between them. Of the 3 items, 0 were accepted, 1 failed, 2 not attempted.',
		);
		expect(await host.sandbox.requests()).toEqual([]);
	});

	test('what was sent, what it cost, and where a name is missing stand above the output', async ({
		n8n,
		host,
	}) => {
		const price = { accountDefaults: true, pricePerPart: '+370: 0.04 EUR' };
		const text = '=Labas {{ $json.name }}, your order {{ $json.order }} is ready';
		const node = await n8n.openNode({
			parameters: { ...sms, text },
			items: [{ name: 'Ada', order: 2041 }, { order: 2042 }],
			credentials: await otherCredential(host, price),
		});
		expect(await node.executeStep()).toBe('success');
		await expect(
			node.output.getByText('2 accepted (2 parts, about 0.08 EUR). Sandbox.'),
		).toBeVisible();
		const gap = "1 text has a gap: {{ $json.name }} in 'Text' (item 2).";
		await expect(node.output.getByText(gap)).toBeVisible();
		const { columns, rows } = await node.outputTable();
		expect(columns).toEqual(['to', 'messageId', 'sent', 'partIds']);
		expect(rows[0]).toEqual([
			...['37060012345', (await host.sandbox.messages())[0].messageId],
			expect.stringMatching(/^20\d\d-/),
			expect.stringMatching(/^0:\s*[0-9a-f-]{36}$/),
		]);
	});

	test("an error gives the service's own words about a wrong key, and what to check", async ({
		n8n,
		host,
	}) => {
		const credentials = await otherCredential(host, { apiKey: 'a-wrong-key' });
		const node = await n8n.openNode({ parameters: sms, credentials });
		expect(await node.executeStep()).toBe('error');
		await expect(node.errorMessage).toHaveText('The key in the header X-ApiKey is not a valid key');
		await expect(node.errorDescription).toHaveText(
			'HTTP status 401. This was item 1 of 1. Check the API key in the credential, and that it belongs to the chosen environment (Sandbox or Production).',
		);
		await node.output.getByText('From Messaging Service').click();
		await node.output.getByText('Other info').click();
		await expect(node.output).not.toContainText('a-wrong-key');
	});
});
