import type { Host, Workflow, WorkflowNode } from './index';
import { FakeChatModel } from './fakeChatModel';

const credentialName = 'The fake chat model';

/** A fake chat model, and the credential by which n8n's OpenAI Chat Model finds it. */
export async function startChatModel(
	host: Host,
): Promise<{ model: FakeChatModel; credentials: Record<string, { id: string; name: string }> }> {
	const model = await FakeChatModel.start();
	const id = await host.client.saveCredential({
		name: credentialName,
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.address },
	});
	return { model, credentials: { openAiApi: { id, name: credentialName } } };
}

const toolNode = {
	id: 'tool',
	type: 'n8n-nodes-messaging-service.messagingServiceTool',
	typeVersion: 1,
	position: [320, 224],
};

/** What n8n's editor writes for a parameter that the model is to define. */
export const fromModel = (name: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, 'string') }}`;

/** A workflow of a Manual Trigger, an AI Agent with its chat model, and one tool if there is to be one. */
export function agentWorkflow(
	credentials: Record<string, { id: string; name: string }>,
	tool?: Pick<WorkflowNode, 'name' | 'parameters' | 'credentials'>,
	{ responsesApiEnabled = true, agentVersion = 3.1 } = {},
): Workflow {
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	const langchain = '@n8n/n8n-nodes-langchain';
	return {
		name: 'Test agent',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'agent',
				name: 'AI Agent',
				type: `${langchain}.agent`,
				typeVersion: agentVersion,
				position: [224, 0],
				parameters: { promptType: 'define', text: 'Tell Jane that it is ready', options: {} },
			},
			{
				id: 'model',
				name: 'OpenAI Chat Model',
				type: `${langchain}.lmChatOpenAi`,
				typeVersion: 1.3,
				position: [96, 224],
				parameters: {
					model: { __rl: true, mode: 'id', value: 'fake' },
					responsesApiEnabled,
					options: {},
				},
				credentials,
			},
			...(tool ? [{ ...toolNode, ...tool }] : []),
		],
		connections: {
			Start: to('AI Agent', 'main'),
			'OpenAI Chat Model': to('AI Agent', 'ai_languageModel'),
			...(tool && { [tool.name]: to('AI Agent', 'ai_tool') }),
		},
		// What n8n's editor gives a new workflow; in the older order an agent does not wait for its tool.
		settings: { executionOrder: 'v1' },
	};
}
