import { sharedHost } from '../support';
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
	expect(await host.sandbox.messages()).toMatchObject([
		{ messageId: rows[0][0], to: '37060012345', parts: [{ text: 'Your order is on its way' }] },
	]);
});

describe('In the editor', () => {
	let editor: Editor;
	beforeAll(async () => {
		const sendBulk = { ...sms, operation: 'sendBulk' };
		editor = await session.openNodes({
			Chosen: { parameters: {} },
			'Dialed at home': { parameters: { ...sms, to: '8 600 12345' } },
			Assumed: { parameters: sendBulk },
			'As JSON': { parameters: sendBulk },
			Dragged: {
				parameters: { ...sms, to: '' },
				items: [{ order: 2041, phone: '+370 600 77777' }],
			},
		});
	});

	test('the output of a step is a table of what the service answered', async () => {
		const node = await editor.openNode('Chosen');
		await node.chooseOperation('SMS', 'Send');
		await node.fill('To', sms.to);
		await node.fill('From', sms.from);
		await node.fill('Text', sms.text);
		expect(await node.executeStep()).toBe('success');

		const [message] = await host.sandbox.messages();
		expect(await node.outputTable()).toEqual({
			columns: ['messageId', 'sent', 'partIds'],
			rows: [
				[
					message.messageId,
					expect.stringMatching(/^20\d\d-/),
					expect.stringMatching(/^0:\s*[0-9a-f-]{36}$/),
				],
			],
		});
	});

	test('a number as it is dialed at home goes out with the code of the country that is chosen', async () => {
		const node = await editor.openNode('Dialed at home');
		await node.addOption('Default Country');
		const countries = await node.openMenu('Default Country');
		expect(await countries.count()).toBeGreaterThan(240);
		await node.page.keyboard.type('lith');
		await countries.filter({ hasText: 'Lithuania (+370)', visible: true }).click();
		expect(await node.executeStep()).toBe('success');
		expect(await host.sandbox.messages()).toMatchObject([{ to: '37060012345' }]);
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
});
