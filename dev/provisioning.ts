import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Failure } from './failure.ts';
import type { N8nClient } from './n8n/client.ts';
import type { SavedWorkflow, Workflow, WorkflowNode } from './n8n/types.ts';
import { repositoryRoot } from './places.ts';

export const credentialType = 'messagingServiceApi';
export const credentialName = 'Messaging Service: local sandbox';
export const sandboxKey = 'sandbox-key';
export const examplesFolder = join(repositoryRoot, 'examples');

/** The tag of the examples in n8n, which allows 24 characters. */
const examplesTag = 'Messaging examples';

/** The data table that the examples make, fill and read. */
export const messagesTable = 'SMS messages';

/** The credential's data for a sandbox at an address. */
export function sandboxCredential(sandboxAddress: string): Record<string, string> {
	return { environment: 'sandbox', sandboxUrl: sandboxAddress, apiKey: sandboxKey };
}

export interface Example {
	/** Its file's name without `.json`. */
	name: string;
	workflow: Workflow;
	/** Changes when the file does. */
	hash: string;
}

/** The example workflows, in the order of their numbers. */
export async function readExamples(folder = examplesFolder): Promise<Example[]> {
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
	const examples = await Promise.all(
		files.map(async (file) => {
			const text = await readFile(join(folder, file), 'utf8');
			return {
				name: parse(file).name,
				workflow: JSON.parse(text) as Workflow,
				hash: createHash('sha256').update(text).digest('hex'),
			};
		}),
	);
	return examples.sort((a, b) => a.workflow.name.localeCompare(b.workflow.name));
}

/** An example as n8n is to have it: an id that stays, and its nodes given the credential. */
export function prepareExample(
	{ name, workflow }: Example,
	credentialId: string,
): Workflow & { id: string } {
	const withCredential = (node: WorkflowNode): WorkflowNode => {
		const usesIt =
			node.type.startsWith('n8n-nodes-messaging-service-sms.') ||
			node.credentials?.[credentialType] !== undefined;
		if (!usesIt) return node;
		return {
			...node,
			credentials: {
				...node.credentials,
				[credentialType]: { id: credentialId, name: credentialName },
			},
		};
	};
	return {
		id: `example-${name}`,
		name: workflow.name,
		nodes: workflow.nodes.map(withCredential),
		connections: workflow.connections,
		settings: workflow.settings ?? {},
	};
}

/** Whether a workflow starts by itself, or at somebody's call, once it is published. */
export function hasTrigger(workflow: Workflow): boolean {
	return workflow.nodes.some(
		({ type, disabled, parameters }) =>
			/trigger$/i.test(type) && !disabled && !isForTheEditor(type, parameters),
	);
}

/** A chat that is not public is there for who has the workflow open in the editor. */
function isForTheEditor(type: string, { public: isPublic }: WorkflowNode['parameters']): boolean {
	return /\.manualTrigger$/.test(type) || (/\.chatTrigger$/.test(type) && !isPublic);
}

/** What was imported at an earlier start, so that neither a user's nor our own changes are lost. */
type ImportRecord = Record<string, { id: string; hash: string; versionId: string }>;

/** The n8n that gets the examples. It may give a workflow an id of its own. */
export type WorkflowStore = Pick<
	N8nClient,
	'workflow' | 'createWorkflow' | 'updateWorkflow' | 'activateWorkflow' | 'saveTag' | 'tagWorkflow'
>;

/**
 * Brings the examples into n8n, and keeps a record of that in a folder. One that is there already stays,
 * unless its file changed and the user's copy did not.
 */
export async function importExamples(
	n8n: WorkflowStore,
	credentialId: string,
	folder: string,
): Promise<Record<string, SavedWorkflow>> {
	const recordFile = join(folder, 'examples.json');
	const record: ImportRecord = await readFile(recordFile, 'utf8').then(JSON.parse, () => ({}));
	const imported: Record<string, SavedWorkflow> = {};
	// n8n lists what has changed last first: the first example comes in last.
	for (const example of (await readExamples()).reverse()) {
		const prepared = prepareExample(example, credentialId);
		const known = record[example.name];
		const existing = await n8n.workflow(known?.id ?? prepared.id);
		const untouched = existing && known?.versionId === existing.versionId && !existing.isArchived;
		if (existing && (!untouched || known.hash === example.hash)) {
			imported[example.name] = existing;
			continue;
		}
		const saved = existing
			? await n8n.updateWorkflow(existing.id, prepared)
			: await n8n.createWorkflow(prepared);
		if (!existing) await tag(n8n, saved);
		const published = await publish(n8n, saved);
		imported[example.name] = published;
		const { id, versionId } = published;
		record[example.name] = { id, hash: example.hash, versionId };
	}
	await writeFile(recordFile, JSON.stringify(record, null, 2));
	return imported;
}

/** Tags a new example. Where n8n has its tags off, or the API key may not set them, it goes without. */
async function tag(n8n: WorkflowStore, { id }: SavedWorkflow): Promise<void> {
	await n8n
		.saveTag(examplesTag)
		.then(async (tagId) => await n8n.tagWorkflow(id, tagId))
		.catch(() => undefined);
}

async function publish(n8n: WorkflowStore, workflow: SavedWorkflow): Promise<SavedWorkflow> {
	if (!hasTrigger(workflow)) return workflow;
	try {
		return await n8n.activateWorkflow(workflow);
	} catch (error) {
		throw new Failure(
			`n8n refused to publish the example "${workflow.name}": ${error instanceof Error ? error.message : error}`,
			`Open it in n8n to see why; its id is ${workflow.id}.`,
		);
	}
}
