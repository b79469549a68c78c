import { parse as parseCsv } from 'csv-parse/sync';
import type {
	AssignmentCollectionValue,
	FilterValue,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { executeFilter, NodeOperationError } from 'n8n-workflow';
import { randomBytes } from 'node:crypto';

type Items = INodeExecutionData[];
export type Row = IDataObject & { id: number; createdAt: string };

/** What n8n would keep, and what a visitor sees and enters. */
export interface Surroundings {
	tables: Map<string, Row[]>;
	/** The last pages of forms, in the order in which they were shown. */
	pages: Array<{ title: string; text: string; file?: string }>;
	/** What is entered into the next form that a workflow shows on its way; nothing is too late. */
	enter(): Promise<IDataObject | undefined>;
	/** What a page said when something was entered into it. */
	asked: string[];
	wait(ms: number): Promise<void>;
}

const units: Record<string, number> = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 };

const withPair = (json: IDataObject, item: number, binary?: INodeExecutionData['binary']) => ({
	json,
	pairedItem: { item },
	...(binary && { binary }),
});

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));

function fileIn(item: INodeExecutionData, name: string): Buffer {
	return Buffer.from(item.binary![name].data, 'base64');
}

function casted(value: unknown, type: string): unknown {
	if (value === null || value === undefined) return value;
	if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
	return type === 'number' ? Number(value) : value;
}

/** What items have in common that are taken for the same. */
const keyOf = ({ json }: INodeExecutionData, names: string[]) =>
	JSON.stringify(names.map((name) => textOf(json[name])));

/** Items that have the same values in some of their fields. */
function grouped(items: Items, names: string[]): Items[] {
	const groups = new Map<string, Items>();
	for (const item of items) {
		const key = keyOf(item, names);
		groups.set(key, [...(groups.get(key) ?? []), item]);
	}
	return [...groups.values()];
}

const namesIn = (list: string) => list.split(',').map((name) => name.trim());

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

type Run = (
	node: IExecuteFunctions,
	items: Items,
	around: Surroundings,
) => Items[] | Promise<Items[]>;

const sorted =
	(choose: (node: IExecuteFunctions, item: number) => number): Run =>
	(node, items) => {
		const outputs: Items[] = Array.from({ length: 6 }, () => []);
		items.forEach((one, item) =>
			outputs[choose(node, item)].push({ ...one, pairedItem: { item } }),
		);
		return outputs;
	};

const conditionsOf = (node: IExecuteFunctions, item: number) =>
	executeFilter(node.getNodeParameter('conditions', item) as FilterValue, { itemIndex: item });

const dataTable: Run = (node, items, { tables }) => {
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

/** The file that n8n's last page hands out: of the first item of the nearest node before it that has one. */
function fileBefore(node: IExecuteFunctions): string | undefined {
	for (const { name } of node.getParentNodes(node.getNode().name).reverse()) {
		const isRun = node.evaluateExpression(`{{ $(${JSON.stringify(name)}).isExecuted }}`, 0);
		const item = `{{ $(${JSON.stringify(name)}).first()?.binary?.data?.data }}`;
		const data = isRun && node.evaluateExpression(item, 0);
		if (data) return Buffer.from(String(data), 'base64').toString();
	}
	return undefined;
}

const form: Run = async (node, items, { pages, enter, asked }) => {
	if ((node.getNode().parameters.operation ?? 'page') !== 'completion') {
		const { formDescription } = node.getNodeParameter('options', 0) as { formDescription: string };
		const values = await enter();
		if (values) asked.push(formDescription);
		return [[withPair(values ?? {}, 0)]];
	}
	const file = node.getNodeParameter('respondWith', 0) === 'returnBinary' && fileBefore(node);
	pages.push({
		title: String(node.getNodeParameter('completionTitle', 0)),
		text: String(node.getNodeParameter('completionMessage', 0)),
		...(file && { file }),
	});
	return [items];
};

const wait: Run = async (node, items, { wait, enter }) => {
	const resume = node.getNodeParameter('resume', 0, 'timeInterval');
	if (resume === 'form') {
		const values = await enter();
		return [values ? [withPair(values, 0)] : items];
	}
	if (resume === 'specificTime') {
		const time = new Date(String(node.getNodeParameter('dateTime', 0)));
		if (time.getTime() > Date.now()) await node.putExecutionToWait(time);
		return [items];
	}
	const [amount, unit] = [node.getNodeParameter('amount', 0), node.getNodeParameter('unit', 0)];
	await wait(Number(amount) * units[String(unit)]);
	return [items];
};

const set: Run = (node, items) => [
	items.map(({ json }, item) => {
		if (node.getNodeParameter('mode', item, 'manual') === 'raw') {
			return withPair(JSON.parse(String(node.getNodeParameter('jsonOutput', item))), item);
		}
		const given = node.getNodeParameter('assignments', item) as AssignmentCollectionValue;
		const values = given.assignments.map(({ name, value, type = 'string' }) => [
			name,
			casted(value, type),
		]);
		const kept = node.getNodeParameter('includeOtherFields', item, false) ? json : {};
		return withPair({ ...kept, ...Object.fromEntries(values) }, item);
	}),
];

const merge: Run = (node) => {
	const [first, second] = [0, 1].map((input) => node.getInputData(input) ?? []);
	const join = node.getNodeParameter('joinMode', 0, '');
	if (!join) return [[...first, ...second]];
	if (join !== 'keepNonMatches') throw new NodeOperationError(node.getNode(), `No ${join} here`);
	const names = namesIn(String(node.getNodeParameter('fieldsToMatchString', 0)));
	const known = new Set(second.map((item) => keyOf(item, names)));
	return [first.filter((item) => !known.has(keyOf(item, names)))];
};

const summarize: Run = (node, items) => {
	const { values } = node.getNodeParameter('fieldsToSummarize', 0) as {
		values: Array<{ aggregation: 'count' | 'sum' | 'append'; field: string }>;
	};
	const names = namesIn(String(node.getNodeParameter('fieldsToSplitBy', 0)));
	const groups = grouped(items, names).map((group) => {
		const sums = values.map(({ aggregation, field }) => {
			const found = group.map(({ json }) => json[field]).filter((value) => textOf(value) !== '');
			if (aggregation === 'append') return [`appended_${field}`, found];
			const sum = found.reduce<number>((total, value) => total + Number(value), 0);
			return [`${aggregation}_${field}`, aggregation === 'sum' ? sum : found.length];
		});
		const split = names.map((name) => [name, group[0].json[name]]);
		return {
			json: Object.fromEntries([...split, ...sums]),
			pairedItem: group.map((one) => ({ item: items.indexOf(one) })),
		};
	});
	return [groups];
};

const extractFromFile: Run = (node, items) => [
	items.flatMap((one, item) => {
		const name = String(node.getNodeParameter('binaryPropertyName', item));
		const file = fileIn(one, name);
		const decoded = file.toString('utf8').replace(/^\ufeff/, '');
		const operation = node.getNodeParameter('operation', item);
		if (operation === 'text') return [withPair({ ...one.json, data: decoded }, item, one.binary)];
		if (operation !== 'csv') throw new NodeOperationError(node.getNode(), `No ${operation} here`);
		const { delimiter = ',' } = node.getNodeParameter('options', item) as { delimiter?: string };
		const rows: IDataObject[] = parseCsv(decoded, { columns: true, delimiter, relax_quotes: true });
		return rows.map((json) => withPair(json, item));
	}),
];

const convertToFile: Run = (node, items) => {
	const { fileName, delimiter } = node.getNodeParameter('options', 0) as Record<string, string>;
	const names = Object.keys(Object.assign({}, ...items.map(({ json }) => json)));
	const quoted = (value: unknown) =>
		/["\n]/.test(textOf(value)) || textOf(value).includes(delimiter)
			? `"${textOf(value).replaceAll('"', '""')}"`
			: textOf(value);
	const lines = [names, ...items.map(({ json }) => names.map((name) => json[name]))];
	const text = lines.map((line) => line.map(quoted).join(delimiter)).join('\n');
	const data = Buffer.from(text).toString('base64');
	return [[{ json: {}, binary: { data: { fileName, data, mimeType: 'text/csv' } } }]];
};

/** What n8n's own nodes do of that which the examples use. */
const runs: Record<string, Run> = {
	noOp: (_, items) => [items],
	if: sorted((node, item) => (conditionsOf(node, item) ? 0 : 1)),
	filter: (node, items) => [items.filter((_, item) => conditionsOf(node, item))],
	switch: sorted((node, item) => {
		const { values } = node.getNodeParameter('rules', item) as {
			values: Array<{ conditions: FilterValue }>;
		};
		const place = values.findIndex(({ conditions }) =>
			executeFilter(conditions, { itemIndex: item }),
		);
		return place < 0 ? values.length : place;
	}),
	splitOut: (node, items) => {
		const name = String(node.getNodeParameter('fieldToSplitOut', 0));
		return [
			items.flatMap(({ json }, item) =>
				(json[name] as IDataObject[]).map((one) => withPair(one, item)),
			),
		];
	},
	removeDuplicates: (node, items) => {
		const names = namesIn(String(node.getNodeParameter('fieldsToCompare', 0)));
		return [grouped(items, names).map(([one]) => one)];
	},
	stopAndError: (node) => {
		throw new NodeOperationError(node.getNode(), String(node.getNodeParameter('errorMessage', 0)));
	},
	crypto: (node, items) => {
		const name = String(node.getNodeParameter('dataPropertyName', 0));
		const length = Number(node.getNodeParameter('stringLength', 0));
		const random = () => randomBytes(length).toString('hex').slice(0, length);
		return [items.map(({ json }, item) => withPair({ ...json, [name]: random() }, item))];
	},
	dataTable,
	form,
	wait,
	set,
	merge,
	summarize,
	extractFromFile,
	convertToFile,
};

/**
 * A small stand-in for one of n8n's own nodes, which n8n's engine runs: the package that has them brings a
 * gigabyte of others. The conditions are n8n's own. The tests in a real n8n hold against the real nodes.
 */
export function standIn(type: string, parameters: string[], around: Surroundings): INodeType {
	const run = runs[type.replace('n8n-nodes-base.', '')];
	const properties = parameters.map((name) => ({
		displayName: name,
		name,
		type: 'json' as const,
		default: undefined,
	}));
	return {
		description: {
			displayName: type,
			name: type,
			group: ['transform'],
			version: 1,
			description: type,
			defaults: { name: type },
			inputs: type.endsWith('.merge') ? ['main', 'main'] : ['main'],
			outputs: ['main', 'main', 'main', 'main', 'main', 'main'],
			...(type.endsWith('.merge') && { requiredInputs: 1 }),
			properties,
		},
		async execute() {
			return await run(this, this.getInputData(), around);
		},
	};
}
