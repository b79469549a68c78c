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

export interface NodeType {
	/** With the package's name before it. */
	name: string;
	displayName: string;
	/** All that it has. */
	version: number | number[];
	properties: Array<{
		name: string;
		default: unknown;
		displayOptions?: { show?: { resource?: unknown[] } };
	}>;
}

export interface DataTable {
	id: string;
	name: string;
	projectId: string;
}

export type DataTableRow = Record<string, string | number | boolean | null>;
