import {
	importExample,
	itemsOf,
	runNode,
	type SavedWorkflow,
	sharedHost,
	submitForm,
} from './support';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const sent = async () => (await host.sandbox.messages()).map(({ to }) => to);

async function suppress(phoneNumber: string): Promise<void> {
	const parameters = { resource: 'suppression', operation: 'add', phoneNumber };
	const type = 'n8n-nodes-messaging-service.messagingService';
	const execution = await runNode(host, { type, parameters });
	expect(execution.status).toBe('success');
}

describe('Example: Confirm each order once', () => {
	let form: SavedWorkflow;

	beforeAll(async () => {
		form = await host.client.activateWorkflow(await importExample(host, 'order-confirmation'));
	});
	afterAll(async () => await host.client.deactivateWorkflow(form.id));

	const submit = async (order: string, phone: string) =>
		(
			await submitForm(host.n8nAddress, form, {
				'Order number': order,
				'Phone number': phone,
			})
		).page;

	test('sends one SMS of one part and says that it has arrived; the same order again sends none', async () => {
		expect(await submit('A-1042', '+370 600 12345')).toEqual({
			title: 'Confirmed',
			text: 'The SMS has arrived at +370 600 12345.',
		});
		expect(await host.sandbox.messages()).toMatchObject([
			{
				to: '37060012345',
				parts: [{ text: 'Thank you - your order "A-1042" is on its way...' }],
			},
		]);
		expect(await submit('A-1042', '+370 600 12345')).toEqual({
			title: 'Already confirmed',
			text: 'Order A-1042 was confirmed before. No second SMS was sent.',
		});
		expect(await sent()).toEqual(['37060012345']);
	});

	test('says that it has not arrived, and sends again only an order that was refused', async () => {
		expect(await submit('A-1043', '+370 601 10002')).toEqual({
			title: 'Not arrived yet',
			text: 'The SMS was sent, but has not arrived: error code 27. It is not sent again.',
		});
		expect((await submit('A-1044', '+370 600')).title).toBe('No SMS was sent');
		expect((await submit('A-1045', '+370 600 10400')).title).toBe('No SMS was sent');
		expect((await submit('A-1044', '+370 600 12345')).title).toBe('Confirmed');
		expect((await submit('A-1045', '+370 600 12345')).title).toBe('Confirmed');
	});
});

describe('Example: Send to a list with care', () => {
	test('sends to each number once, to nobody on the suppression list, and says what is wrong', async () => {
		const workflow = await importExample(host, 'careful-bulk-sms');
		const first = await host.client.runWorkflow(workflow.id, 'When you execute it');
		expect(first.status).toBe('success');
		expect(await sent()).toEqual(['37060012345', '37060012346', '37060012347']);
		expect(itemsOf(first, 'Look before sending').map(({ parts }) => parts)).toEqual(
			Array(5).fill(1),
		);

		await host.sandbox.reset();
		await suppress('37060012347');
		const second = await host.client.runWorkflow(workflow.id, 'When you execute it');
		expect(await sent()).toEqual(['37060012345', '37060012346']);
		expect(itemsOf(second, 'Count the outcomes')).toEqual(
			expect.arrayContaining([
				{ outcome: 'sent', count_outcome: 2 },
				{ outcome: 'duplicate', count_outcome: 1 },
				{ outcome: 'suppressed', count_outcome: 1 },
				{
					outcome: expect.stringMatching(/^not sent: 'To' isn't a phone number: 12345/),
					count_outcome: 1,
				},
			]),
		);
	});
});

describe('Example: Write each message of a campaign into a table', () => {
	test('summarizes the reports of the campaign that it makes to try it', async () => {
		const workflow = await importExample(host, 'campaign-message-table');
		const execution = await host.client.runWorkflow(workflow.id, 'To try it by hand');
		expect(itemsOf(execution, 'Summarize the reports')).toMatchObject([
			{ to: 37060012345, parts: 1, delivered: 1, isDelivered: true, firstError: null },
			{ to: 37060110002, parts: 1, failed: 1, isDelivered: false, firstError: '27' },
		]);
	});

	test('writes one row for each message of the campaign when its parts have ended', async () => {
		const workflow = await importExample(host, 'campaign-message-table');
		const created = await host.client.runWorkflow(workflow.id, 'To try it by hand');
		const [{ campaignId }] = itemsOf(created, 'Create a campaign');
		const nodes = workflow.nodes.map((node) =>
			node.name === 'When a message has ended'
				? { ...node, disabled: false, parameters: { ...node.parameters, campaignId } }
				: node,
		);
		const { connections, versionId } = workflow;
		await host.client.updateWorkflow(workflow.id, { nodes, connections, versionId });
		const execution = await host.client.runWorkflow(workflow.id, 'When a message has ended');
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Write it into the table')).toMatchObject([
			{ to: '37060012345', delivered: 1, failed: 0, firstError: '' },
			{ to: '37060110002', delivered: 0, failed: 1, firstError: '27' },
		]);
	});
});
