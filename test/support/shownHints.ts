import type { INodeParameters, NodeHint } from 'n8n-workflow';

import { NODE } from './nodeTypes';
import { evaluating, ourNode, workflowOf } from './workflow';

/** Those of some hints that n8n's editor shows for the node with these parameters, evaluated as it does. */
export async function shownHints(
	hints: NodeHint[],
	parameters: INodeParameters,
): Promise<string[]> {
	const node = ourNode(NODE, parameters);
	const workflow = workflowOf([node]);
	const isShown = ({ displayCondition }: NodeHint) => {
		const { expression } = workflow;
		const shown = expression.getSimpleParameterValue(node, displayCondition, 'internal', {});
		expect([true, false]).toContain(shown);
		return shown === true;
	};
	return await evaluating(workflow, async () =>
		hints.filter(isShown).map(({ message }) => message),
	);
}
