import { parse } from 'flatted';
import { N8nClient } from '../../dev/n8n/client.ts';
import { N8nRefusal } from '../../dev/n8n/refusals.ts';
import { credentialType } from '../../dev/provisioning.ts';
import { eventually } from '../support/eventually.ts';
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

	/** Unpublishes a workflow, and waits until others may have the addresses of its webhooks: n8n lets go of them later. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
		await eventually(
			`workflow ${id} unpublished`,
			async () => {
				const path = `/workflows/${id}/publication-status`;
				const { status } = (await this.find<{ status: string }>(path)) ?? {};
				return [undefined, 'not_published'].includes(status);
			},
			600,
			100,
		);
	}

	/** Starts a workflow, and waits for its end. */
	async runWorkflow(id: string, triggerName: string): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(id, triggerName));
	}

	/** Waits until an execution has come to a status, or to any end; an end that isn't waited for is an error. */
	async waitForExecution(id: string, status?: string, seconds = 60): Promise<Execution> {
		const look = async () => {
			const execution = await this.execution(id).catch((error: unknown) => {
				if (error instanceof N8nRefusal && error.status !== 404) throw error;
				return undefined;
			});
			// n8n 1.x says that it is over a moment before it has stored what came of it.
			if (!execution?.data) return undefined;
			if (execution.status === status) return execution;
			if (['new', 'running', 'waiting'].includes(execution.status)) return undefined;
			if (status === undefined) return execution;
			const { error } = execution.data.resultData;
			throw new Error(`Execution ${id} is ${execution.status}: ${error?.message ?? ''}`);
		};
		return await eventually(`execution ${id}: ${status ?? 'its end'}`, look, 5 * seconds, 200);
	}

	/** One execution with its data read. */
	async execution(id: string): Promise<Execution> {
		const execution = await this.call<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...execution, data: parse(execution.data) };
	}

	/** Those of a workflow that have neither ended nor wait for somebody. */
	async executionsAtWork(workflowId: string): Promise<Array<Omit<Execution, 'data'>>> {
		return await this.executions(workflowId, { status: ['new', 'running'] });
	}

	/** The latest executions, newest first, without their data. */
	async executions(workflowId?: string, by: object = {}): Promise<Array<Omit<Execution, 'data'>>> {
		const filter = encodeURIComponent(JSON.stringify({ ...(workflowId && { workflowId }), ...by }));
		const { results } = await this.call<{ results: Array<Omit<Execution, 'data'>> }>(
			'GET',
			`/executions?limit=100&filter=${filter}`,
		);
		return results;
	}
}
