import type { INodeParameters, NodeHint } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { NODE, nodeTypes } from './nodeTypes';

/** Those of some hints that n8n's editor shows for the node with these parameters, evaluated as it does. */
export async function shownHints(
	hints: NodeHint[],
	parameters: INodeParameters,
): Promise<string[]> {
	const node = {
		id: 'node',
		name: 'Messaging Service',
		type: NODE,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	await workflow.expression.acquireIsolate?.();
	try {
		const isShown = ({ displayCondition }: NodeHint) => {
			const shown = workflow.expression.getSimpleParameterValue(
				node,
				displayCondition,
				'internal',
				{},
			);
			expect([true, false]).toContain(shown);
			return shown === true;
		};
		return hints.filter(isShown).map(({ message }) => message);
	} finally {
		await workflow.expression.releaseIsolate?.();
	}
}
