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
import { runInNewContext } from 'node:vm';

import { dataTable } from './dataTable';
import { type Items, type Run, type Surroundings, textOf, withPair } from './standIn';
import { convertToFile, extractFromFile, form, wait } from './visitors';

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
	if (node.getNodeParameter('combineBy', 0, '') === 'combineAll') {
		const withAll = ({ json }: INodeExecutionData, item: number) =>
			second.map((other) => withPair({ ...json, ...other.json }, item));
		return [first.flatMap(withAll)];
	}
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

/** Loop Over Items: its outputs are done and loop. */
const splitInBatches: Run = (node, items) => {
	const kept = node.getContext('node') as { left?: Items; done?: Items };
	if (kept.left) kept.done?.push(...items);
	else Object.assign(kept, { left: [...items], done: [] });
	const next = kept.left?.splice(0, Number(node.getNodeParameter('batchSize', 0))) ?? [];
	return next.length > 0 ? [[], next] : [kept.done ?? [], []];
};

/** What n8n's own nodes do of that which the examples use. */
const runs: Record<string, Run> = {
	noOp: (_, items) => [items],
	code: (node) => {
		const code = String(node.getNodeParameter('jsCode', 0));
		const { $ } = node.getWorkflowDataProxy(0);
		const rows: IDataObject[] = runInNewContext(`(() => {${code}})()`, { $ });
		return [rows.map((row) => withPair({ ...((row.json as IDataObject) ?? row) }, 0))];
	},
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
	splitInBatches,
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
