import type { IRunData, ITaskData } from 'n8n-workflow';
import type { N8nClient } from '../../n8n/client.ts';
import type { SavedWorkflow, Workflow, WorkflowNode } from '../../n8n/types.ts';
import type { Controls, Logged, Message } from './control.ts';
import type { Json, World } from '../worlds/world.ts';
import { isOurs } from '../copy/nodeKinds.ts';

/** The items that came into a node in one of its runs, and those that went out, by output. */
export interface Passage {
	given: Json[];
	outputs: Json[][];
	/** Its place among all runs of all nodes. */
	order: number;
	/** What the node warns of, above its output. */
	warnings: string[];
}

/** A message that arrived; of a question, or after a person's answer, nobody says that it came twice. */
export interface Sent extends Message {
	isWanted: boolean;
	/** The node, if it says so itself. */
	by?: string;
}

/** What became of a workflow that was run once. */
export interface Round {
	/** Of the execution, as n8n calls it. */
	status: string;
	error?: string;
	/** The node that ran last. */
	last?: string;
	/** The runs of each node. */
	runs: Record<string, Passage[]>;
	/** Whether it didn't end until the check ended it. */
	isEndless: boolean;
	/** Nodes that would wait for an answer without an end. */
	waitsForEver: string[];
	/** What people were shown, rows that were written, and what nodes would have got that don't run. */
	shown: string[];
	messages: Sent[];
	/** To whom something was to be sent, whatever came of it. */
	attempts: Array<{ to: string }>;
	requests: Logged[];
}

/** What came of a workflow in a world. */
export interface Play {
	world: World;
	workflow: Workflow;
	trigger: WorkflowNode;
	/** One, or two if it ended. */
	rounds: Round[];
}

const itemsAt = (run: ITaskData | undefined, output: number): Json[] =>
	(run?.data?.main?.[output] ?? []).map(({ json }) => json);

/** What passed through each node. */
export function passagesIn(runData: IRunData): Round['runs'] {
	const givenTo = ({ source }: ITaskData) =>
		(source ?? []).flatMap((from) => {
			if (!from) return [];
			const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = from;
			return itemsAt(runData[previousNode]?.[previousNodeRun], previousNodeOutput);
		});
	const passages = Object.entries(runData).map(([name, runs]) => [
		name,
		runs.map((run) => ({
			given: givenTo(run),
			outputs: (run.data?.main ?? []).map((_, output) => itemsAt(run, output)),
			order: run.executionIndex ?? 0,
			warnings: (run.hints ?? []).flatMap(({ type, message }) =>
				type === 'warning' ? message : [],
			),
		})),
	]);
	return Object.fromEntries(passages);
}

/** Nodes whose rows somebody may look at, and those that show what another node would have got. */
const shows = ({ type, parameters, shows: isShown }: WorkflowNode) =>
	isShown === true ||
	(type === 'n8n-nodes-base.dataTable' &&
		parameters.resource !== 'table' &&
		['insert', 'upsert', 'update', undefined].includes(parameters.operation as string));

/** What some of a workflow's nodes show to somebody. */
export const rowsShown = (nodes: WorkflowNode[], runs: Round['runs']): string[] =>
	nodes
		.filter(shows)
		.flatMap(({ name }) => (runs[name] ?? []).flatMap(({ outputs }) => outputs[0] ?? []))
		.map((row) => JSON.stringify(row));

/** The nodes of ours that sent, by their messages. */
export function sendersIn({ nodes }: Workflow, runs: Round['runs']): Map<string, string> {
	const sent = nodes
		.filter(isOurs)
		.flatMap(({ name }) =>
			(runs[name] ?? []).flatMap(({ outputs }) =>
				outputs.flat().map(({ messageId }) => [String(messageId), name] as const),
			),
		);
	return new Map(sent.reverse());
}

/** A workflow that another one calls, as it was saved for a play. */
export interface Called {
	id: string;
	workflow: Workflow;
}

/** n8n, the sandbox, and the workflow that is played there. */
export interface Stage {
	client: N8nClient;
	controls: Controls;
	workflow: Workflow;
	/** The same as it was saved there. */
	saved: SavedWorkflow;
	trigger: string;
	/** The workflows that it calls. */
	called: Called[];
	answers: World['answers'];
	/** Rejects when somebody cancels. */
	signal: AbortSignal;
	/** What else happens in the middle: gives whether it has. */
	meanwhile?: () => Promise<boolean>;
	/** Whether n8n saves after each node what has run. */
	isWatched: boolean;
	/** Has n8n's clock go on over the waits that have begun. */
	passWaits?: (runData: IRunData) => Promise<void>;
}
