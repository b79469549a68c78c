import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';
import { answerOf } from '../http.ts';
import type { SavedWorkflow, Workflow } from '../n8n/types.ts';
import { temporaryFolder } from '../temporaryFolders.ts';
import { anyFreePorts } from '../ports.ts';
import { sandboxKey } from '../provisioning.ts';
import { showProgress } from '../progress.ts';
import { startStack } from '../stack.ts';
import { TestClient } from '../../test/n8n/client.ts';
import type { NodeRun } from '../../test/n8n/types.ts';
import { descendant } from './processes.ts';

/** What every request to the sandbox has. */
export const headers = { accept: 'application/json', 'x-apikey': sandboxKey };

/** A real n8n with the packed package and the bare loop, and the sandbox. */
export interface Host {
	client: TestClient;
	sandboxAddress: string;
	credentialId: string;
	/** n8n's main process, in which workflows run. */
	pid: number;
	/** Ends n8n, so that its memory and its timers are in nobody's way, and the sandbox. */
	stop(): Promise<void>;
}

export async function openHost(): Promise<Host> {
	const dataFolder = temporaryFolder('bench');
	installBareLoop(dataFolder);
	const { client, sandboxAddress, credentialId, stop } = await startStack({
		dataFolder,
		logFolder: join(dataFolder, 'log'),
		ports: await anyFreePorts(),
		progress: showProgress(),
	});
	return {
		client: new TestClient(client.address, { session: client.session }),
		sandboxAddress,
		credentialId,
		pid: descendant('bin/n8n start'),
		stop,
	};
}

/** Puts the benchmark's own node where n8n finds it when it starts. */
function installBareLoop(dataFolder: string): void {
	const source = readFileSync(join(import.meta.dirname, 'BareLoop.node.ts'), 'utf8');
	const { outputText } = ts.transpileModule(source, {
		compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
	});
	const folder = join(dataFolder, '.n8n/custom');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'BareLoop.node.js'), outputText);
}

/** Posts to the sandbox; gives its JSON. */
export async function post<Answer>(host: Host, path: string, body: unknown = {}): Promise<Answer> {
	return await answerOf('POST', host.sandboxAddress + path, { headers, body });
}

/** An empty sandbox with money for all that the benchmark sends. */
export async function freshSandbox(host: Host): Promise<void> {
	await post(host, '/_sandbox/reset');
	await post(host, '/_sandbox/balance', { EUR: 1_000_000 });
	await post(host, '/_sandbox/latency', { ms: 0 });
}

/** Saves a workflow, runs it from its first node as the editor does, and waits; gives the execution's id. */
export async function run(host: Host, workflow: Workflow): Promise<string> {
	return await runSaved(host, await host.client.createWorkflow(workflow));
}

async function runSaved(host: Host, workflow: SavedWorkflow): Promise<string> {
	const { id } = workflow;
	const executionId = await host.client.startWorkflow(id, workflow.nodes[0].name);
	for (;;) {
		await sleep(300);
		// While a node computes for seconds n8n answers nobody, and then closes the connections that waited.
		const [execution] = await host.client.executions(id).catch(() => []);
		if (execution && !['new', 'running'].includes(execution.status)) return executionId;
	}
}

/** What n8n itself says that the node to be measured took, in ms; fails unless it gave so many items. */
export async function nodeTime(host: Host, workflow: Workflow, items: number): Promise<number> {
	return await runTime(host, await host.client.createWorkflow(workflow), items);
}

/** The same of a saved workflow. */
export async function runTime(host: Host, saved: SavedWorkflow, items: number): Promise<number> {
	const execution = await host.client.execution(await runSaved(host, saved));
	const { error, lastNodeExecuted, runData } = execution.data.resultData;
	if (error) throw new Error(`${lastNodeExecuted}: ${error.message} ${error.description ?? ''}`);
	const [{ executionTime, data }] = runData.Node as Array<NodeRun & { executionTime: number }>;
	const given = data?.main[0]?.length ?? 0;
	if (given !== items) throw new Error(`Node gave ${given} items, not ${items}`);
	return executionTime;
}
