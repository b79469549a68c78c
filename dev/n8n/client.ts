import { setTimeout as sleep } from 'node:timers/promises';
import { N8nSession } from './session.ts';
import type { DataTable, DataTableRow, NodeType, SavedWorkflow, Workflow } from './types.ts';

interface PublicationStatus {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

/** What `npm start` and its demo ask of n8n. */
export class N8nClient extends N8nSession {
	/** The node types n8n has loaded whose full name begins with a prefix. */
	async nodeTypes(prefix: string): Promise<NodeType[]> {
		const all = await this.staticFile<NodeType[]>('types/nodes.json');
		return all.filter(({ name }) => name.startsWith(prefix));
	}

	/** Creates a credential, or gives an existing one of the same name new data; returns its id. */
	async saveCredential(credential: {
		name: string;
		type: string;
		data: Record<string, unknown>;
	}): Promise<string> {
		const all = await this.call<Array<{ id: string; name: string; type: string }>>(
			'GET',
			'/credentials',
		);
		const existing = all.find(
			({ name, type }) => name === credential.name && type === credential.type,
		);
		const { id } = existing
			? await this.call<{ id: string }>('PATCH', `/credentials/${existing.id}`, credential)
			: await this.call<{ id: string }>('POST', '/credentials', credential);
		return id;
	}

	async workflow(id: string): Promise<SavedWorkflow | undefined> {
		return await this.find(`/workflows/${id}`);
	}

	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		// n8n 1.x wants to be told that it is not active yet.
		return await this.call('POST', '/workflows', { active: false, ...workflow });
	}

	async updateWorkflow(id: string, workflow: Partial<Workflow>): Promise<SavedWorkflow> {
		return await this.call('PATCH', `/workflows/${id}`, workflow);
	}

	/** Publishes a workflow (1.x said: activates it) and waits until its triggers work. */
	async activateWorkflow(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		const active = await this.call<SavedWorkflow>('POST', `/workflows/${workflow.id}/activate`, {
			versionId: workflow.versionId,
		});
		const deadline = Date.now() + 120_000;
		for (;;) {
			// Before 2.x the triggers worked as soon as Activate was answered, and there was no such status.
			const { status, triggers } = (await this.find<PublicationStatus>(
				`/workflows/${workflow.id}/publication-status`,
			)) ?? { status: 'published', triggers: [] };
			if (status === 'published') return active;
			const problems = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
			if (status === 'failed' || status === 'partial' || Date.now() > deadline) {
				throw new Error(problems.join('; ') || `its triggers are ${status}`);
			}
			await sleep(100);
		}
	}

	async saveTag(name: string): Promise<string> {
		const all = await this.call<Array<{ id: string; name: string }>>('GET', '/tags');
		const existing = all.find((tag) => tag.name === name);
		return (existing ?? (await this.call<{ id: string }>('POST', '/tags', { name }))).id;
	}

	async tagWorkflow(workflowId: string, tagId: string): Promise<void> {
		await this.call('PATCH', `/workflows/${workflowId}`, { tags: [tagId] });
	}

	/** Starts a workflow from one of its triggers as "Execute workflow" does; returns the execution's id. */
	async startWorkflow(id: string, triggerName: string): Promise<string> {
		const { executionId } = await this.call<{ executionId?: string }>(
			'POST',
			`/workflows/${id}/run`,
			// n8n 1.x runs what it is given here; later ones run what is saved.
			{ workflowData: await this.workflow(id), triggerToStartFrom: { name: triggerName } },
		);
		if (!executionId) throw new Error(`${triggerName} waits for a call; it cannot be run by hand`);
		return executionId;
	}

	async dataTable(name: string): Promise<DataTable | undefined> {
		const { data } = await this.call<{ data: DataTable[] }>(
			'GET',
			`/data-tables-global?take=250&filter=${encodeURIComponent(JSON.stringify({ name: name.toLowerCase() }))}`,
		);
		return data.find((table) => table.name.toLowerCase() === name.toLowerCase());
	}

	async dataTableRows({ id, projectId }: DataTable): Promise<DataTableRow[]> {
		const { data } = await this.call<{ data: DataTableRow[] }>(
			'GET',
			`/projects/${projectId}/data-tables/${id}/rows?take=1000`,
		);
		return data;
	}
}
