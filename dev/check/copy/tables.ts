import type { N8nClient } from '../../n8n/client.ts';
import type { DataTable, DataTableRow, Workflow, WorkflowNode } from '../../n8n/types.ts';
import { tableOf } from './replaced.ts';

/** Rows of data tables, by the tables' names. */
export type Tables = Record<string, DataTableRow[]>;

type Column = { name: string; type: string };

/** Columns that every table has. */
const SYSTEM = ['id', 'createdAt', 'updatedAt'];

/** The columns of a table, as far as a node that reads or writes it says them. */
function columnsIn({ parameters }: WorkflowNode): Column[] {
	const { columns = {}, filters = {} } = parameters as {
		columns?: { schema?: Array<{ id: string; type?: string }>; value?: object; column?: Column[] };
		filters?: { conditions?: Array<{ keyName?: string }> };
	};
	const schema = (columns.schema ?? []).map(({ id, type = 'string' }) => ({ name: id, type }));
	const asked = (filters.conditions ?? []).flatMap(({ keyName }) => keyName ?? []);
	const others = [...Object.keys(columns.value ?? {}), ...asked];
	return [
		...(columns.column ?? []),
		...schema,
		...others.map((name) => ({ name, type: 'string' })),
	];
}

const typeOf = (value: unknown) =>
	['number', 'boolean'].includes(typeof value) ? typeof value : 'string';

/** Makes the tables of a workflow anew: with the rows that they have elsewhere, or empty. */
export async function makeTables(
	client: N8nClient,
	{ nodes }: Workflow,
	tables: Tables,
): Promise<void> {
	const byTable = Map.groupBy(nodes.filter(tableOf), (node) => tableOf(node)!);
	if (byTable.size === 0 && !nodes.some(({ calls }) => calls)) return;
	const all = '/data-tables-global?take=250';
	const { data: old } = await client.call<{ data: DataTable[] }>('GET', all);
	for (const { id, projectId } of old) {
		await client.call('DELETE', `/projects/${projectId}/data-tables/${id}`);
	}
	if (byTable.size === 0) return;
	const { id: projectId } = await client.call<{ id: string }>('GET', '/projects/personal');
	for (const [name, users] of byTable) {
		const [, rows = []] =
			Object.entries(tables).find(([given]) => given.toLowerCase() === name) ?? [];
		const makesIt = users.some(({ parameters }) => parameters.resource === 'table');
		if (makesIt && rows.length === 0) continue;
		const first = Object.entries(rows[0] ?? {});
		const ofRows = first.map(([column, value]) => ({ name: column, type: typeOf(value) }));
		const known = new Map([...users.flatMap(columnsIn), ...ofRows].map((one) => [one.name, one]));
		const columns = [...known.values()].filter(({ name: column }) => !SYSTEM.includes(column));
		const path = `/projects/${projectId}/data-tables`;
		const { id } = await client.call<DataTable>('POST', path, { name, columns });
		const data = rows.map((row) =>
			Object.fromEntries(Object.entries(row).filter(([column]) => !SYSTEM.includes(column))),
		);
		if (data.length > 0) await client.call('POST', `${path}/${id}/insert`, { data });
	}
}
