import { FakeChatModel, type Turn } from './fakeChatModel';
import { chain, type Host, manualTrigger, type Workflow, type WorkflowNode } from './index';

const credentialName = 'The fake chat model';

/** A fake chat model, and the credential by which n8n finds it once it has started. */
export function chatModelFor(host: Host) {
	const model = new FakeChatModel();
	const openAiApi = { id: '', name: credentialName };
	return {
		model,
		credentials: { openAiApi },
		async start() {
			await model.start();
			openAiApi.id = await host.client.saveCredential({
				name: credentialName,
				type: 'openAiApi',
				data: { apiKey: 'none', url: model.address },
			});
		},
	};
}

/** One that runs while a file's tests do. */
export function chatModelForTests(host: Host) {
	const { start, ...chatModel } = chatModelFor(host);
	beforeAll(start);
	afterAll(async () => await chatModel.model.stop());
	return chatModel;
}

const toolNode = {
	id: 'tool',
	type: 'n8n-nodes-messaging-service-sms.messagingServiceTool',
	typeVersion: 1,
	position: [320, 224],
};

/** What n8n's editor writes for a parameter that the model is to define. */
export const fromModel = (name: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, 'string') }}`;

/** A tool that sends an SMS whose recipient and text the model is to define. */
export const sendingTool = (name: string, from = 'Shop') => ({
	name,
	parameters: {
		resource: 'sms',
		operation: 'send',
		to: fromModel('To'),
		from,
		text: fromModel('Text'),
		options: {},
	},
});

/** The model says what its calls gave. */
export const sayResults: Turn = { say: ({ toolResults }) => toolResults.join(' ') };

/** A workflow of a Manual Trigger, an AI Agent with its chat model, and one tool if there is to be one. */
export function agentWorkflow(
	credentials: Record<string, { id: string; name: string }>,
	tool?: Pick<WorkflowNode, 'name' | 'parameters' | 'credentials'>,
	{ responsesApiEnabled = true, agentVersion = 3.1 } = {},
): Workflow {
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	const langchain = '@n8n/n8n-nodes-langchain';
	const start = chain(manualTrigger, {
		name: 'AI Agent',
		type: `${langchain}.agent`,
		typeVersion: agentVersion,
		parameters: { promptType: 'define', text: 'Tell Jane that it is ready', options: {} },
	});
	return {
		...start,
		nodes: [
			...start.nodes,
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
			...start.connections,
			'OpenAI Chat Model': to('AI Agent', 'ai_languageModel'),
			...(tool && { [tool.name]: to('AI Agent', 'ai_tool') }),
		},
		// What n8n's editor gives a new workflow; in the older order an agent does not wait for its tool.
		settings: { executionOrder: 'v1' },
	};
}
