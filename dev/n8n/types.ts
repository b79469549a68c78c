export interface WorkflowNode {
	name: string;
	type: string;
	disabled?: boolean;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id?: string; name: string }>;
	[key: string]: unknown;
}

export interface Workflow {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[key: string]: unknown;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
	isArchived: boolean;
}

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

export interface DataTable {
	id: string;
	name: string;
	projectId: string;
}

export type DataTableRow = Record<string, string | number | boolean | null>;
