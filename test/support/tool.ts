import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	IRun,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalData } from './additionalData';
import { AGENT, nodeTypes, TOOL } from './nodeTypes';

/** Lets an agent call the node as its tool, and gives what it was told each time. */
export async function callTool(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	calls: IDataObject[],
	{
		inParallel = false,
		byEngine = false,
		item = {},
		...settings
	}: Partial<INode> & { inParallel?: boolean; byEngine?: boolean; item?: IDataObject } = {},
): Promise<{ answers: IDataObject[]; run: IRun }> {
	const node = (name: string, type: string, given: INodeParameters): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: given,
	});
	const start = node('Start', 'test.start', { items: JSON.stringify([item]) });
	const agent = node('Agent', AGENT, { calls: JSON.stringify(calls), inParallel, byEngine });
	const tool: INode = {
		...node('Messaging Service', TOOL, parameters),
		credentials: { messagingServiceApi: { id: '1', name: 'Test' } },
		...settings,
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [start, agent, tool],
		connections: {
			Start: { main: [[{ node: agent.name, type: 'main', index: 0 }]] },
			[tool.name]: { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	await workflow.expression.acquireIsolate?.();
	try {
		const execute = new WorkflowExecute(additionalData(credential), 'integrated');
		const run = await execute.run({ workflow, startNode: start });
		if (run.data.resultData.error) throw run.data.resultData.error;
		const task = run.data.resultData.runData[agent.name].at(-1);
		return { answers: task?.data?.main[0]?.map(({ json }) => json) ?? [], run };
	} finally {
		await workflow.expression.releaseIsolate?.();
	}
}
