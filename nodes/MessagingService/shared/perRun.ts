import type { IExecuteData, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/**
 * Keeps a value for a run of a node. n8n hands out the same execute data for all items and all tries of
 * a run; the tools of an AI agent share the agent's, so the node is part of the key.
 */
export class PerRun<Value> {
	private readonly values = new WeakMap<IExecuteData, Map<string, Value>>();

	get(context: IExecuteFunctions | IExecuteSingleFunctions): Value | undefined {
		return this.values.get(context.getExecuteData())?.get(context.getNode().name);
	}

	set(context: IExecuteFunctions | IExecuteSingleFunctions, value: Value): void {
		const executeData = context.getExecuteData();
		const byNode = this.values.get(executeData) ?? new Map<string, Value>();
		byNode.set(context.getNode().name, value);
		this.values.set(executeData, byNode);
	}

	/** Forgets the value, so that it is made anew. */
	forget(context: IExecuteFunctions | IExecuteSingleFunctions): void {
		this.values.get(context.getExecuteData())?.delete(context.getNode().name);
	}
}
