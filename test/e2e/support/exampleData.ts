import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DataTableRow } from '../../../dev/n8n/types';
import { examplesFolder } from '../../../dev/provisioning';
import { type Host, importExample, type SavedWorkflow } from './index';

/** Poll times of once a minute each, twelve of them, so that n8n polls every five seconds. */
export const pollTimes = Array.from({ length: 12 }, (_, place) => ({
	mode: 'custom',
	cronExpression: `${5 * place} * * * * *`,
}));

/** A file of the folder examples, to be uploaded. */
export function exampleFile(name: string): File {
	return new File([readFileSync(join(examplesFolder, name))], name);
}

/**
 * Imports an example with some of its nodes changed: parameters by the node's name, and under
 * `credentials` its credential.
 */
export async function importChanged(
	host: Host,
	name: string,
	changes: Record<string, Record<string, unknown>>,
): Promise<SavedWorkflow> {
	const { id, nodes, connections, versionId } = await importExample(host, name);
	for (const changed of Object.keys(changes)) {
		if (!nodes.some((node) => node.name === changed)) throw new Error(`No node "${changed}"`);
	}
	return await host.client.updateWorkflow(id, {
		nodes: nodes.map((node) => {
			const { credentials = node.credentials, ...parameters } = changes[node.name] ?? {};
			return {
				...node,
				credentials: credentials as typeof node.credentials,
				parameters: { ...node.parameters, ...parameters },
			};
		}),
		connections,
		versionId,
	});
}

/** Publishes workflows, until all of them are withdrawn. */
export function publisher(host: Host) {
	const published: SavedWorkflow[] = [];
	return {
		publish: async (workflow: SavedWorkflow): Promise<SavedWorkflow> => {
			const active = await host.client.activateWorkflow(workflow);
			published.push(active);
			return active;
		},
		withdraw: async (): Promise<void> => {
			for (const { id } of published.splice(0)) await host.client.deactivateWorkflow(id);
		},
	};
}

/** Publishes workflows, each until its test is over, or until all tests of the file are. */
export function publisherForTests(host: Host, untilOver: typeof afterEach = afterEach) {
	const { publish, withdraw } = publisher(host);
	untilOver(withdraw);
	return publish;
}

/** Deletes a data table, so that the example makes it anew. */
export async function dropTable(host: Host, name: string): Promise<void> {
	const table = await host.client.dataTable(name);
	if (!table) return;
	await host.client.call('DELETE', `/projects/${table.projectId}/data-tables/${table.id}`);
}

/** The rows of a data table, none if there is no such table. */
export async function tableRows(host: Host, name: string): Promise<DataTableRow[]> {
	const table = await host.client.dataTable(name);
	return table ? await host.client.dataTableRows(table) : [];
}

/** What the sandbox received at a path. */
export const requestsTo = async (host: Host, path: string) =>
	(await host.sandbox.requests()).filter((received) => received.path === path);
