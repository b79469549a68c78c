import type { N8nClient } from '../../n8n/client.ts';
import type { Workflow } from '../../n8n/types.ts';
import type { Json, World } from '../worlds/world.ts';
import type { Controls, Logged, Message } from './control.ts';

/** One run of one node, as n8n writes it down. */
export interface NodeRun {
	executionIndex?: number;
	source?: Array<{
		previousNode: string;
		previousNodeOutput?: number;
		previousNodeRun?: number;
	} | null>;
	data?: { main?: Array<Array<{ json: Json }> | null> };
	metadata?: { resumeFormUrl?: string; resumeUrl?: string };
}

/** The items that came into a node in one of its runs, and those that went out, by output. */
export interface Passage {
	given: Json[];
	outputs: Json[][];
	/** Its place among all runs of all nodes. */
	order: number;
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

/** n8n, the sandbox, and the workflow that is played there. */
export interface Stage {
	client: N8nClient;
	controls: Controls;
	workflow: Workflow;
	workflowId: string;
	trigger: string;
	answers: World['answers'];
	/** Rejects when somebody cancels. */
	signal: AbortSignal;
	/** What else happens in the middle: gives whether it has. */
	meanwhile?: () => Promise<boolean>;
}
