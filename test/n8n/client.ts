import { parse } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nClient } from '../../dev/n8n/client.ts';
import { N8nRefusal } from '../../dev/n8n/session.ts';
import { credentialType } from '../../dev/provisioning.ts';
import type { Execution } from './types.ts';

/** What tests and the benchmark ask of n8n. */
export class TestClient extends N8nClient {
	/** What Settings > Community nodes lists. */
	async installedPackages() {
		return await this.call<
			Array<{
				packageName: string;
				installedVersion: string;
				failedLoading?: boolean;
				installedNodes: Array<{ name: string; type: string; latestVersion: number }>;
			}>
		>('GET', '/community-packages');
	}

	/** Presses "Test" on a saved credential, with data that need not be saved yet. */
	async testCredential(credential: {
		id: string;
		type: string;
		data: Record<string, unknown>;
	}): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.call('POST', '/credentials/test', {
			credentials: { name: 'Test', ...credential },
		});
	}

	/** Deletes all other credentials of the node. */
	async keepOnlyCredential(kept: string): Promise<void> {
		const all = await this.call<Array<{ id: string; type: string }>>('GET', '/credentials');
		for (const { id, type } of all) {
			if (type !== credentialType || id === kept) continue;
			await this.call('DELETE', `/credentials/${id}`);
		}
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Starts a workflow, and waits for its end. */
	async runWorkflow(id: string, triggerName: string, timeoutMs = 60_000): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(id, triggerName), timeoutMs);
	}

	async waitForExecution(id: string, timeoutMs = 60_000): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const execution = await this.execution(id).catch((error: unknown) => {
				if (error instanceof N8nRefusal && error.status === 404) return undefined;
				throw error;
			});
			const isOver = execution && !['new', 'running', 'waiting'].includes(execution.status);
			// n8n 1.x says that it is over a moment before it has stored what came of it.
			if (isOver && execution.data) return execution;
			if (Date.now() > deadline) {
				throw new Error(
					`Execution ${id} is ${execution?.status ?? 'unknown'} after ${timeoutMs} ms`,
				);
			}
			await sleep(200);
		}
	}

	/** One execution with its data read. */
	async execution(id: string): Promise<Execution> {
		const execution = await this.call<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...execution, data: parse(execution.data) };
	}

	/** The latest executions, newest first, without their data. */
	async executions(workflowId?: string): Promise<Array<Omit<Execution, 'data'>>> {
		const filter = encodeURIComponent(JSON.stringify(workflowId ? { workflowId } : {}));
		const { results } = await this.call<{ results: Array<Omit<Execution, 'data'>> }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);
		return results;
	}
}
