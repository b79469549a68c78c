import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IVersionedNodeType,
	NodeConnectionType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { ExecuteContext } from 'n8n-core';
import { DirectoryLoader, RoutingNode } from 'n8n-core';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { itemParameters } from '../../nodes/MessagingService/parameters/itemParameters';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';

/** Parameters by their values to begin with; an object holds those of a collection. */
interface Parameters {
	[name: string]: string | boolean | Parameters;
}

const propertiesOf = (parameters: Parameters): INodeProperties[] =>
	Object.entries(parameters).map(([name, value]) => ({
		...{ displayName: name, name },
		...(typeof value === 'object'
			? { type: 'collection', default: {}, options: propertiesOf(value) }
			: { type: typeof value as 'string' | 'boolean', default: value }),
	}));

/** What n8n has to know of a node. */
const described = (
	name: string,
	parameters: Parameters,
	...otherInputs: NodeConnectionType[]
): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: `${name} of a test`,
	defaults: { name },
	inputs: [NodeConnectionTypes.Main, ...otherInputs],
	outputs: [NodeConnectionTypes.Main],
	properties: propertiesOf(parameters),
});

/** A node that emits the items it was given as a parameter; one with a `$file` has a file of that name. */
class Start implements INodeType {
	description = described('Start', { items: '[]' });

	async execute(this: IExecuteFunctions) {
		const items = JSON.parse(this.getNodeParameter('items', 0) as string);
		const fileOf = ({ $file: fileName }: IDataObject) =>
			fileName ? { binary: { data: { data: '', mimeType: 'application/pdf', fileName } } } : {};
		return [
			items.map((json: IDataObject, item: number) => ({
				...{ json, pairedItem: { item }, ...fileOf(json) },
			})),
		];
	}
}

export const REMOVE_DUPLICATES = 'n8n-nodes-base.removeDuplicates';

/** The same, where another node looks at whether it is n8n's. */
class RemoveDuplicates extends Start {
	description = described('Remove Duplicates', { items: '[]', options: { scope: 'node' } });
}

/** How many values the node has that follows. */
export const VALUES = 50;
const valueNames = Array.from({ length: VALUES }, (_, index) => `value${index}`);

/** A node that gives its values for each item, as n8n evaluates them and as the node reads them. */
class ReadParameters implements INodeType {
	description = described('Parameters', {
		...Object.fromEntries(valueNames.map((name) => [name, ''])),
		options: { a: '' },
	});

	async execute(this: IExecuteFunctions) {
		const shown = (read: () => unknown) => {
			try {
				const value = read();
				return `${typeof value} ${JSON.stringify(value)}`;
			} catch (error) {
				return `Error: ${(error as Error).message}`;
			}
		};
		const parametersOf = itemParameters(this);
		const json = this.getInputData().map((_, item) => {
			const getParameter = parametersOf(item);
			return {
				evaluated: valueNames.map((name) =>
					shown(() => this.getNodeParameter(name, item, 'fallback')),
				),
				read: valueNames.map((name) => shown(() => getParameter(name, 'fallback'))),
				options: getParameter('options', {}) as IDataObject,
				isReadOnce: getParameter('options', {}) === getParameter('options', {}),
			};
		});
		return [json.map((entry, item) => ({ json: entry, pairedItem: { item } }))];
	}
}

/**
 * A node that calls the tool connected to it, and gives what it answered. It asks n8n's engine to run the
 * tool as a node of its own, as the AI Agent does from its version 3 on; or it runs the tool itself, as
 * older AI Agents, sub-agents and the MCP Server Trigger do.
 */
class Agent implements INodeType {
	description = described(
		'Agent',
		{ calls: '[]', inParallel: false, byEngine: false },
		NodeConnectionTypes.AiTool,
	);

	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		if (response?.actionResponses.length) {
			return [
				response.actionResponses.map(({ data }) => {
					const answer = data.data?.ai_tool?.[0]?.map(({ json }) => json) ?? [];
					return { json: data.error ? { error: answer[0].error } : { answer } };
				}),
			];
		}
		const calls = JSON.parse(this.getNodeParameter('calls', 0) as string) as IDataObject[];
		if (this.getNodeParameter('byEngine', 0)) {
			const [{ name: nodeName }] = this.getParentNodes(this.getNode().name, {
				connectionType: NodeConnectionTypes.AiTool,
			});
			const type = NodeConnectionTypes.AiTool;
			return {
				actions: calls.map((input, index) => ({
					actionType: 'ExecutionNodeAction',
					nodeName,
					input,
					type,
					id: `call ${index}`,
					metadata: { itemIndex: 0 },
				})),
				metadata: {},
			};
		}
		type Tool = { invoke: (call: object) => Promise<string> };
		const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const [tool] = connected as Tool[];
		const ask = async (call: object) => ({
			json: await tool.invoke(call).then(
				(answer): IDataObject => ({ answer: JSON.parse(answer) }),
				(error: Error) => ({ error: error.message }),
			),
		});
		if (this.getNodeParameter('inParallel', 0)) return [await Promise.all(calls.map(ask))];
		const answers: INodeExecutionData[] = [];
		for (const call of calls) answers.push(await ask(call));
		return [answers];
	}
}

const describedToModel: INodeProperties[] = [
	{
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Set Automatically', value: 'auto' },
			{ name: 'Set Manually', value: 'manual' },
		],
		default: 'auto',
	},
	{
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { descriptionType: ['manual'] } },
	},
];

/** As n8n's server hands out a node for an AI agent: with an output for tools, and a description for the model. */
function asTool(nodeType: INodeType): INodeType {
	const { description } = nodeType;
	return Object.create(nodeType, {
		description: {
			value: {
				...description,
				name: `${description.name}Tool`,
				inputs: [],
				outputs: [NodeConnectionTypes.AiTool],
				properties: [...describedToModel, ...description.properties],
			},
		},
	});
}

/** As n8n's server hands it out: a declarative node gets Request Options and an execute function. */
function declarative(nodeType: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	if (nodeType.execute) return nodeType;
	nodeType.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, nodeType).runNode()) ?? [];
	};
	return nodeType;
}

export const PARAMETERS = 'test.parameters';
export const AGENT = 'test.agent';
export const TOOL = 'n8n-nodes-messaging-service-sms.messagingServiceTool';

const types: Record<string, INodeType> = {
	'test.start': new Start(),
	[REMOVE_DUPLICATES]: new RemoveDuplicates(),
	[PARAMETERS]: new ReadParameters(),
	[AGENT]: new Agent(),
	[TOOL]: asTool(declarative(new MessagingService())),
	'n8n-nodes-messaging-service-sms.messagingService': declarative(new MessagingService()),
	'n8n-nodes-messaging-service-sms.messagingServiceTrigger': new MessagingServiceTrigger(),
};

export const NODE = 'n8n-nodes-messaging-service-sms.messagingService';
export const TRIGGER = 'n8n-nodes-messaging-service-sms.messagingServiceTrigger';

/** The node as another process of n8n has it, with nothing in common with this one's in memory; its type. */
export function inAnotherProcess(name = 'elsewhere'): string {
	const type = `${NODE}.${name}`;
	jest.isolateModules(() => {
		const path = '../../nodes/MessagingService/MessagingService.node';
		const elsewhere: { MessagingService: new () => INodeType } = jest.requireActual(path);
		types[type] = declarative(new elsewhere.MessagingService());
	});
	return type;
}

export const nodeTypes: INodeTypes = {
	getByName: (name: string): INodeType | IVersionedNodeType => types[name],
	getByNameAndVersion: (name: string): INodeType => types[name],
	getKnownTypes: () => ({}),
};
