import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { type Row, type Run, textOf, withPair } from './standIn';

/** Whether a row meets the conditions of a Data Table node. */
function fits(row: Row, filters: { conditions?: IDataObject[] }): boolean {
	return (filters.conditions ?? []).every(({ keyName, condition, keyValue }) => {
		const value = row[String(keyName)];
		const tests: Record<string, () => boolean> = {
			eq: () => textOf(value) === textOf(keyValue),
			gt: () => Date.parse(textOf(value)) > Date.parse(textOf(keyValue)),
			gte: () => Date.parse(textOf(value)) >= Date.parse(textOf(keyValue)),
			lt: () => Date.parse(textOf(value)) < Date.parse(textOf(keyValue)),
			isTrue: () => value === true,
			isFalse: () => value === false,
		};
		return tests[String(condition)]();
	});
}

export const dataTable: Run = (node, items, { tables }) => {
	const parameter = <Value>(name: string, item: number, otherwise?: Value) =>
		node.getNodeParameter(name, item, otherwise) as Value;
	if (parameter('resource', 0) === 'table') {
		const name = parameter<string>('tableName', 0);
		if (!tables.has(name)) tables.set(name, []);
		return [items.map((_, item) => withPair({ name }, item))];
	}
	const output = items.flatMap((one, item) => {
		const name = parameter<{ value: string }>('dataTableId', item).value;
		const rows = tables.get(name);
		if (!rows) throw new NodeOperationError(node.getNode(), `There is no table ${name}`);
		const filters = parameter<{ conditions?: IDataObject[] }>('filters', item, {});
		const values = parameter<{ value: IDataObject }>('columns', item, { value: {} }).value;
		const found = rows.filter((row) => fits(row, filters ?? {}));
		switch (parameter<string>('operation', item)) {
			case 'insert': {
				const row = { ...values, id: rows.length + 1, createdAt: new Date().toISOString() };
				rows.push(row);
				return [withPair({ ...row }, item)];
			}
			case 'update':
				return found.map((row) => withPair({ ...Object.assign(row, values) }, item));
			case 'rowNotExists':
				return found.length === 0 ? [{ ...one, pairedItem: { item } }] : [];
			case 'get': {
				const most = parameter('returnAll', item) ? found.length : parameter<number>('limit', item);
				return found.slice(0, most).map((row) => withPair({ ...row }, item));
			}
			default:
				throw new NodeOperationError(node.getNode(), 'The operation has no stand-in');
		}
	});
	return [output];
};
