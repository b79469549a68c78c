import { importWorkflow, sharedHost } from '../support';
import { agentWorkflow, chatModelForTests } from '../support/agent';
import { openSignedIn, sessionForTests } from '../support/browser';
import type { Editor } from '../support/editor';
import { NodeDetails } from '../support/nodeDetails';

const host = sharedHost();
const { model, credentials } = chatModelForTests(host);
const session = sessionForTests(async () => await openSignedIn(host));

// Some seventy clicks, on a machine that may be busy.
jest.setTimeout(300_000);

/** An AI Agent in the editor that has no tool yet. */
async function openAgent(): Promise<Editor> {
	const { id } = await importWorkflow(host, agentWorkflow(credentials));
	return await session.openWorkflow(id);
}

/** Adds the node as the agent's tool, in the way a user finds it. */
async function addTool(editor: Editor): Promise<NodeDetails> {
	const panel = await editor.openToolPanel();
	await panel.search('sms');
	await panel.choose('Messaging Service Tool');
	return await NodeDetails.opened(session.page);
}

interface Option {
	name: string;
	value: string;
	displayOptions?: { hide?: { '@tool'?: boolean[] } };
}

/** The operations that each resource has for agents, by their names, as n8n has read them from the node. */
async function operations(): Promise<Record<string, string[]>> {
	const types = await host.client.staticFile<
		Array<{
			name: string;
			properties: Array<{
				name: string;
				options: Option[];
				displayOptions?: { show: { resource: string[] } };
			}>;
		}>
	>('types/nodes.json');
	const node = types.find(({ name }) => name === 'n8n-nodes-messaging-service.messagingService');
	const properties = node?.properties ?? [];
	const resources = properties.find(({ name }) => name === 'resource')?.options ?? [];
	return Object.fromEntries(
		resources
			.filter(({ name }) => name !== 'Custom API Call')
			.map((resource) => {
				const ofResource = properties.find(
					({ name, displayOptions }) =>
						name === 'operation' && displayOptions?.show.resource.includes(resource.value),
				);
				const forAgents = (ofResource?.options ?? []).filter(
					({ displayOptions }) => !displayOptions?.hide?.['@tool'],
				);
				return [resource.name, forAgents.map(({ name }) => name)];
			}),
	);
}

describe('As a tool of an AI Agent, in the editor', () => {
	test('offers all resources and operations, and the model may define each text that is sent', async () => {
		const tool = await addTool(await openAgent());
		const offered: Record<string, string[]> = {};
		for (const resource of await tool.choices('Resource')) {
			if (resource === 'Custom API Call') continue;
			await tool.choose('Resource', resource);
			offered[resource] = await tool.choices('Operation');
		}
		expect(offered).toEqual(await operations());

		const fields = {
			SMS: ['To', 'From', 'Text'],
			Email: ['To', 'From', 'Subject', 'Text', 'HTML'],
			Viber: ['To', 'From', 'Text', 'Image URL', 'Button Text', 'Button URL'],
		};
		for (const [resource, labels] of Object.entries(fields)) {
			await tool.chooseOperation(resource, 'Send');
			for (const label of labels) await tool.modelButton(label).waitFor();
		}
		await tool.chooseOperation('Contact', 'Update Consent');
		await tool.modelButton('Contact').waitFor();
		expect(Object.values(offered).flat().length).toBeGreaterThan(17);
		expect(session.takeProblems()).toEqual([]);
	});

	test('offers the model what was left to it, and sends what the model says', async () => {
		await host.sandbox.reset();
		model.plays(
			{ call: { To: '+370 600 12345', Text: 'It is ready' } },
			{ say: ({ toolResults }) => toolResults.join(' ') },
		);
		const editor = await openAgent();
		const tool = await addTool(editor);
		await tool.modelButton('To').click();
		await tool.fill('From', 'Shop');
		await tool.modelButton('Text').click();
		await tool.close();
		await editor.execute();
		await editor.openNode('AI Agent');
		const agent = await NodeDetails.opened(session.page);
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
