import type { CheckState, FlightCheck } from '../../sandbox/flightCheck.ts';
import { explain, Failure } from '../failure.ts';
import type { N8nClient } from '../n8n/client.ts';
import { quiet } from '../progress.ts';
import type { Tables } from './copy/tables.ts';
import { calledBy, wholeOf } from './copy/whole.ts';
import { checkWorkflow } from './checkWorkflow.ts';
import { ourNode } from './copy/nodeKinds.ts';
import { playable, tableOf } from './copy/replaced.ts';
import { startCheckHost } from './play/host.ts';

/** Checks workflows of the user's n8n, one at a time: it only reads there, and plays a copy in an n8n of its own. */
export function flightCheckOf(client: N8nClient, tarball?: string): FlightCheck {
	let state: CheckState = { status: 'idle' };
	let ended = Promise.resolve();
	let canceling = new AbortController();

	async function tablesOf(names: Set<string | undefined>): Promise<Tables> {
		const tables: Tables = {};
		for (const name of names) {
			const table = name && (await client.dataTable(name));
			if (table) tables[name] = await client.dataTableRows(table);
		}
		return tables;
	}

	async function check(id: string, { signal }: AbortController): Promise<void> {
		const show = (next: CheckState) => {
			if (!signal.aborted) state = next;
		};
		let name: string | undefined;
		try {
			const workflow = await client.workflow(id);
			if (!workflow) throw new Failure('n8n has no such workflow.', 'Choose another one.');
			name = workflow.name;
			const running = (progress?: CheckState['progress']) =>
				show({ status: 'running', workflow: name, progress });
			running();
			const tables = await tablesOf(new Set(workflow.nodes.map(tableOf)));
			// What can't be played is refused before n8n starts.
			const ids = workflow.nodes.flatMap((node) => calledBy(node).slice(0, 1));
			const called = await Promise.all(ids.map(async (one) => await client.workflow(one)));
			const others = called.filter((one) => one !== undefined);
			const filledTables = new Set(Object.keys(tables));
			playable(wholeOf(workflow, others).workflow, '', { filledTables });
			signal.throwIfAborted();
			const host = await startCheckHost(quiet, tarball);
			try {
				const options = { tables, others, signal, onProgress: running };
				const report = await checkWorkflow(host, workflow, options);
				show({ status: 'done', workflow: name, report });
			} finally {
				await host.stop();
			}
		} catch (error) {
			const reason = explain(error);
			show({ status: 'cannot', ...(name && { workflow: name }), reason });
		}
	}

	return {
		async workflows() {
			const path = '/workflows/with-node-types';
			type Listed = Array<{ id: string; name: string; updatedAt: string; isArchived?: boolean }>;
			const found = await client.call<Listed>('POST', path, { nodeTypes: [ourNode] });
			// As in n8n: the one that somebody works at comes first.
			return found
				.filter(({ isArchived }) => !isArchived)
				.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
				.map(({ id, name }) => ({ id, name }));
		},
		async start(id) {
			if (state.status === 'running') {
				throw new Failure('A check is running already.', 'Wait for its end, or cancel it.');
			}
			const controller = new AbortController();
			canceling = controller;
			state = { status: 'running' };
			// One that was canceled while its n8n started ends when it has started.
			ended = ended.then(async () => await check(id, controller));
		},
		async cancel() {
			canceling.abort();
			state = { status: 'idle' };
		},
		state: () => state,
	};
}
