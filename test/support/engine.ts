import { WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteData,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	Workflow,
} from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { additionalData } from './additionalData';
import { NODE } from './nodeTypes';
import { evaluating, nodeOf, ourNode, workflowOf } from './workflow';

export type NodeRun = {
	/** The items of the first output, then those of the error output. */
	output: INodeExecutionData[];
	errorOutput: INodeExecutionData[];
	/** What stopped the node, if something did. A test that does not look at it fails. */
	readonly error?: Error & { description?: string; httpCode?: string; context: IDataObject };
	/** The whole execution, as n8n would store it. */
	run: IRun;
	workflow: Workflow;
};

/** What stopped runs, until a test looks at it. */
const unseen = new Set<Error>();
afterEach(() => {
	const [error] = unseen;
	unseen.clear();
	if (error) throw error;
});

/** A run that has begun; `stop` is what the Stop button of n8n's editor does. */
export type StartedRun = { finished: Promise<NodeRun>; stop: () => void };

/**
 * Starts the node behind nodes that emit items, in n8n's own engine: a run of the node for each list
 * of items, as in a loop.
 */
export function startNode(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	runs: IDataObject[][],
	settings: Partial<INode> = {},
): StartedRun {
	const node = { ...ourNode(NODE, parameters), ...settings };
	const start = itemsNode('Start', [{}]);
	const sources = runs.map((items, index) => itemsNode(`Items ${index}`, items));
	const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
	const workflow = workflowOf([start, ...sources, node], {
		Start: { main: [sources.map(({ name }) => to(name))] },
		...Object.fromEntries(sources.map(({ name }) => [name, { main: [[to(node.name)]] }])),
	});

	const execute = new WorkflowExecute(additionalData(credential), 'integrated');
	const begun = (async () => {
		await workflow.expression.acquireIsolate?.();
		return { execution: execute.run({ workflow, startNode: start }) };
	})();
	const finished = begun
		.then(async ({ execution }) => resultOf(await execution, node.name, workflow))
		.finally(async () => await workflow.expression.releaseIsolate?.());
	return { finished, stop: () => void begun.then(({ execution }) => execution.cancel()) };
}

/** Runs the node once behind a node that emits `items`. */
export async function runNode(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	settings: Partial<INode> = {},
): Promise<NodeRun> {
	return await startNode(credential, parameters, [items], settings).finished;
}

/** Goes on with an execution that waits, with what the node's webhook gave, as n8n does: past the node. */
export async function resumeNode(
	credential: ICredentialDataDecryptedObject,
	waiting: NodeRun,
	items: INodeExecutionData[][],
): Promise<NodeRun> {
	return await goOn(credential, waiting, (next) => {
		next.node.disabled = true;
		next.data.main = items;
	});
}

/** Runs the node of a failed execution again, as Retry in n8n's list of executions does. */
export async function retryNode(
	credential: ICredentialDataDecryptedObject,
	failed: NodeRun,
	settings: Partial<INode>,
): Promise<NodeRun> {
	return await goOn(credential, failed, ({ node }) => Object.assign(node, settings));
}

async function goOn(
	credential: ICredentialDataDecryptedObject,
	{ run, workflow }: NodeRun,
	change: (next: IExecuteData) => void,
): Promise<NodeRun> {
	// n8n reads it from its database.
	const data = structuredClone(run.data);
	const [next] = data.executionData!.nodeExecutionStack;
	change(next);
	data.waitTill = undefined;
	delete data.resultData.error;
	data.resultData.runData[next.node.name].pop();
	const execute = new WorkflowExecute(additionalData(credential), 'integrated', data);
	const finished = await evaluating(
		workflow,
		async () => await execute.processRunExecutionData(workflow),
	);
	return resultOf(finished, next.node.name, workflow);
}

/** A node that gives items. */
export const itemsNode = (name: string, items: IDataObject[]): INode =>
	nodeOf(name, 'test.start', { items: JSON.stringify(items) });

function resultOf(run: IRun, name: string, workflow: Workflow): NodeRun {
	const task = run.data.resultData.runData[name]?.at(-1);
	const error = (run.data.resultData.error ?? task?.error) as NodeRun['error'];
	const errorOutput = task?.data?.main?.[1] ?? [];
	if (error instanceof NodeError) expectWords(error.message, error.description);
	for (const { json } of errorOutput) expectWords(json.error, json.details);
	if (error) unseen.add(error);
	return {
		output: task?.data?.main?.[0] ?? [],
		errorOutput,
		get error() {
			if (error) unseen.delete(error);
			return error;
		},
		run,
		workflow,
	};
}

/** Every error of the node says what happened, and what to do. */
function expectWords(...words: unknown[]): void {
	for (const said of words) expect(said).toMatch(/\w/);
}
