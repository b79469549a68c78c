import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	IRun,
} from 'n8n-workflow';

import { additionalData } from './additionalData';
import { itemsNode } from './engine';
import { AGENT, TOOL } from './nodeTypes';
import { evaluating, nodeOf, ourNode, workflowOf } from './workflow';

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
	const start = itemsNode('Start', [item]);
	const agent = nodeOf('Agent', AGENT, { calls: JSON.stringify(calls), inParallel, byEngine });
	const tool = { ...ourNode(TOOL, parameters), ...settings };
	const workflow = workflowOf([start, agent, tool], {
		Start: { main: [[{ node: agent.name, type: 'main', index: 0 }]] },
		[tool.name]: { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] },
	});
	const execute = new WorkflowExecute(additionalData(credential), 'integrated');
	const run = await evaluating(
		workflow,
		async () => await execute.run({ workflow, startNode: start }),
	);
	if (run.data.resultData.error) throw run.data.resultData.error;
	const task = run.data.resultData.runData[agent.name].at(-1);
	return { answers: task?.data?.main[0]?.map(({ json }) => json) ?? [], run };
}
