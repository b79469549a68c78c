import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalData } from './additionalData';
import { NODE, nodeTypes } from './nodeTypes';

export type NodeRun = {
	/** The items of the first output, then those of the error output. */
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	/** What stopped the node, if something did. */
	error?: Error & { description?: string; httpCode?: string; context: IDataObject };
	/** The whole execution, as n8n would store it. */
	run: IRun;
};

/** Runs the node behind a node that emits `items`, in n8n's own engine. */
export async function runNode(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): Promise<NodeRun> {
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'test.start',
		typeVersion: 1,
		position: [0, 0],
		parameters: { items: JSON.stringify(items) },
	};
	const node: INode = {
		id: 'node',
		name: 'Messaging Service',
		type: NODE,
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: { messagingServiceApi: { id: '1', name: 'Test' } },
		...settings,
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [start, node],
		connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	await workflow.expression.acquireIsolate?.();
	try {
		const execution = new WorkflowExecute(additionalData(credential), 'integrated');
		const run = await execution.run({ workflow, startNode: start });
		const task = run.data.resultData.runData[node.name]?.at(-1);
		return {
			output: task?.data?.main?.[0] ?? [],
			errorOutput: task?.data?.main?.[1] ?? [],
			error: (run.data.resultData.error ?? task?.error) as NodeRun['error'],
			run,
		};
	} finally {
		await workflow.expression.releaseIsolate?.();
	}
}
