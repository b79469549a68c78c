/** What n8n tells of an execution. */

export interface NodeItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: { message: string };
}

export interface NodeError {
	message: string;
	description?: string | null;
	[key: string]: unknown;
}

/** One run of one node: its outputs, each a list of items. */
export interface NodeRun {
	error?: NodeError;
	data?: { main: Array<NodeItem[] | null> };
	executionStatus?: string;
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	/** ISO 8601; null while it runs. */
	stoppedAt: string | null;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: NodeError;
			lastNodeExecuted?: string;
		};
	};
}
