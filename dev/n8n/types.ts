import type { INodeTypeDescription } from 'n8n-workflow';

export interface WorkflowNode {
	name: string;
	type: string;
	disabled?: boolean;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id?: string; name: string }>;
	[key: string]: unknown;
}

/** Where the outputs of each node lead, by the node's name and the kind of connection. */
export type Connections = Record<string, Record<string, Array<Line[] | null>>>;

export interface Line {
	node: string;
	type: string;
	index: number;
}

export interface Workflow {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Connections;
	settings?: Record<string, unknown>;
	[key: string]: unknown;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
	active: boolean;
	isArchived: boolean;
}

/** A node as n8n has loaded it: its name has the package's before it. */
export type NodeType = INodeTypeDescription;

export interface DataTable {
	id: string;
	name: string;
	projectId: string;
}

export type DataTableRow = Record<string, string | number | boolean | null>;
