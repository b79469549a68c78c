import { credentialName } from '../../../dev/provisioning';
import { agentWorkflow, sayResults } from '../support/agent';
import { operationsOf, resources } from '../support/describedForm';
import { expect, test } from '../support/inEditor';
import { NodeDetails } from '../support/nodeDetails';
import { readPanel, unreadable } from '../support/shownText';

test.describe('Of an AI Agent, in the editor', () => {
	test('a tool offers its operations, offers the model what was left to it, and sends what the model says', async ({
		n8n,
		page,
		host,
		chatModel: { model, credentials },
	}) => {
		model.plays({ call: { To: '+370 600 12345', Text: 'It is ready' } }, sayResults);
		const editor = await n8n.open(agentWorkflow(credentials));
		const panel = await editor.openToolPanel();
		await panel.search('sms');
		await panel.choose('Messaging Service Tool');
		const tool = await NodeDetails.opened(page);
		const forAgents = operationsOf(resources.find(({ name }) => name === 'SMS')!).filter(
			({ displayOptions }) => !displayOptions?.hide?.['@tool'],
		);
		expect(forAgents.length).toBeGreaterThan(3);
		expect(await tool.choices('Operation')).toEqual([
			...forAgents.map(({ name }) => name),
			'Custom API Call',
		]);
		await tool.chooseOperation('Contact', 'Update Consent');
		await expect(tool.modelButton('Contact ID')).toBeVisible();
		await tool.chooseOperation('SMS', 'Send');
		// Of several credentials n8n takes the newest one by itself.
		await tool.chooseCredential(credentialName);
		await tool.modelButton('To').click();
		await tool.fill('From', 'Shop');
		await tool.modelButton('Text').click();
		await tool.close();
		await editor.execute();
		await editor.succeeded('AI Agent');

		expect(model.questions[0].tools).toEqual([
			expect.objectContaining({
				name: 'Send_SMS_in_Messaging_Service',
				parameters: expect.objectContaining({ required: ['To', 'Text'] }),
			}),
		]);
		expect(await host.sandbox.messages()).toMatchObject([
			{ to: '37060012345', from: 'Shop', text: 'It is ready' },
		]);
	});

	test('a human review step is offered, with the message that n8n made for it', async ({
		n8n,
		page,
		chatModel: { credentials },
	}) => {
		const editor = await n8n.open(agentWorkflow(credentials));
		const panel = await editor.openToolPanel();
		await panel.choose('Human review');
		await panel.openActions('Messaging Service');
		await panel.root.getByRole('button', { name: 'Add to workflow' }).click();
		const node = await NodeDetails.opened(page);
		const { labels, shown } = await readPanel(node);
		expect(unreadable(shown)).toEqual([]);
		expect(labels.join()).toBe('Credential,Message,To,From,Approval Options,Options');
		await expect(node.parameter('Message')).toContainText('The agent wants to run this tool');
	});
});
