import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { runOperation } from './execute';
import type { Resources } from './operation';

type EntryFunction = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** n8n calls these in a workflow, and for a tool of its AI Agent from version 3 on. */
export function customOperations(
	resources: Resources,
): Record<string, Record<string, EntryFunction>> {
	const run: EntryFunction = async function () {
		return await execute.call(this, resources);
	};
	return Object.fromEntries(
		Object.entries(resources).map(([resource, { operations }]) => [
			resource,
			Object.fromEntries(Object.keys(operations).map((name) => [name, run])),
		]),
	);
}

/**
 * An older AI Agent, a sub-agent and the MCP Server Trigger run a tool by its route alone: n8n calls this in
 * place of the request, with one item.
 */
export function runForAgent(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const context: IExecuteFunctions = Object.create(this, {
			getInputData: { value: () => [this.getInputData()] },
			getNodeParameter: {
				value: (name: string, _item: number, fallback: object) =>
					this.getNodeParameter(name, fallback),
			},
		});
		const [items] = await execute.call(context, resources);
		return items;
	};
}

/** Runs the operation that is chosen, in a workflow and as a tool of an AI agent alike. */
async function execute(
	this: IExecuteFunctions,
	resources: Resources,
): Promise<INodeExecutionData[][]> {
	const resource = String(this.getNodeParameter('resource', 0));
	const name = String(this.getNodeParameter('operation', 0));
	const operation = resources[resource]?.operations[name];
	if (!operation) {
		throw new NodeOperationError(this.getNode(), `There is no operation ${name} of ${resource}`);
	}
	if (typeof operation === 'function') return await operation.call(this);
	return await runOperation.call(this, operation);
}
