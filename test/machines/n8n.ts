import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeTypeDescription } from 'n8n-workflow';

import { repositoryRoot } from '../../dev/places';
import { ofN8n } from './installed';

const named = (nodes: INodeTypeDescription[], packageName: string) =>
	nodes.map((node) => ({ ...node, name: `${packageName}.${node.name}` }));

/** The nodes of the built package, as n8n's loader hands them out. */
export async function ownNodes(): Promise<INodeTypeDescription[]> {
	const loader = new PackageDirectoryLoader(repositoryRoot);
	await loader.loadAll();
	return named(loader.types.nodes as INodeTypeDescription[], loader.packageName);
}

/** The nodes that n8n brings, also those that it no longer shows. */
export const n8nNodes = (): INodeTypeDescription[] =>
	['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((packageName) =>
		named(ofN8n(`${packageName}/dist/types/nodes.json`), packageName),
	);

type MakeTools = (
	types: { nodes: object[] },
	known: { nodes: object; credentials: object },
) => void;

/** The nodes, and what n8n makes of them for AI agents: tools, and steps in which a person approves. */
export function withTools(nodes: INodeTypeDescription[]): INodeTypeDescription[] {
	const made = ofN8n<Record<string, MakeTools>>('n8n/dist/tool-generation/index.js');
	const types = { nodes: [...nodes] };
	const known = { nodes: {}, credentials: {} };
	made.createAiTools(types, known);
	made.createHitlTools(types, known);
	return types.nodes;
}
