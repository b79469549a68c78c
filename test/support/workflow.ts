import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { nodeTypes } from './nodeTypes';

/** A node, as n8n saves it. */
export const nodeOf = (name: string, type: string, parameters: INodeParameters): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** A node of this package's, with the test's credential. */
export const ourNode = (type: string, parameters: INodeParameters): INode => ({
	...nodeOf('Messaging Service', type, parameters),
	id: 'node',
	credentials: { messagingServiceApi: { id: '1', name: 'Test' } },
});

export const workflowOf = (nodes: INode[], connections: IConnections = {}, id = '1'): Workflow =>
	new Workflow({
		id,
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'Europe/Vilnius' },
	});

/** Does something for which n8n has to evaluate the expressions of a workflow. */
export async function evaluating<T>({ expression }: Workflow, task: () => Promise<T>): Promise<T> {
	await expression.acquireIsolate?.();
	try {
		return await task();
	} finally {
		await expression.releaseIsolate?.();
	}
}
