import { credentialName } from '../../../dev/provisioning';
import { importWorkflow, sharedHost } from '../support';
import { agentWorkflow, chatModelForTests } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import { operationsOf, resources } from '../support/describedForm';
import { NodeDetails } from '../support/nodeDetails';

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const session = sessionForTests(async () => await openSignedIn(host));

// Some thirty clicks, on a machine that may be busy.
jest.setTimeout(300_000);

describe('As a tool of an AI Agent, in the editor', () => {
	test('offers its operations, offers the model what was left to it, and sends what the model says', async () => {
		await host.sandbox.reset();
		model.plays(
			{ call: { To: '+370 600 12345', Text: 'It is ready' } },
			{ say: ({ toolResults }) => toolResults.join(' ') },
		);
		const { id } = await importWorkflow(host, agentWorkflow(credentials));
		const editor = await session.openWorkflow(id);
		const panel = await editor.openToolPanel();
		await panel.search('sms');
		await panel.choose('Messaging Service Tool');
		const tool = await NodeDetails.opened(session.page);
		const forAgents = operationsOf(resources.find(({ name }) => name === 'SMS')!).filter(
			({ displayOptions }) => !displayOptions?.hide?.['@tool'],
		);
		expect(forAgents.length).toBeGreaterThan(3);
		expect(await tool.choices('Operation')).toEqual([
			...forAgents.map(({ name }) => name),
			'Custom API Call',
		]);
		await tool.chooseOperation('Contact', 'Update Consent');
		await tool.modelButton('Contact ID').waitFor();
		await tool.chooseOperation('SMS', 'Send');
		// Of several credentials n8n takes the newest one by itself.
		await tool.chooseCredential(credentialName);
		await tool.modelButton('To').click();
		await tool.fill('From', 'Shop');
		await tool.modelButton('Text').click();
		await tool.close();
		await editor.execute();
		await editor.openNode('AI Agent');
		const agent = await NodeDetails.opened(session.page);
		// What the pointer comes to rest on may show a tooltip over the button "Table".
		await agent.output.locator('[data-icon=info]').hover();
		await session.page.locator('[data-reka-popper-content-wrapper]').waitFor();
		const { rows } = await agent.outputTable();

		expect(model.questions[0].tools).toEqual([
			expect.objectContaining({
				name: 'Send_SMS_in_Messaging_Service',
				parameters: expect.objectContaining({ required: ['To', 'Text'] }),
			}),
		]);
		const messages = await host.sandbox.messages();
		expect(messages).toMatchObject([
			{ to: '37060012345', from: 'Shop', parts: [{ text: 'It is ready' }] },
		]);
		expect(rows).toEqual([[expect.stringContaining(messages[0].messageId)]]);
		expect(session.takeProblems()).toEqual([]);
	});
});
