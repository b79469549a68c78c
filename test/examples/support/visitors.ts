import { parse as parseCsv } from 'csv-parse/sync';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';

import { type Run, textOf, withPair } from './standIn';

const units: Record<string, number> = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 };

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

export const form: Run = async (node, items, { pages, enter, asked }) => {
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

export const wait: Run = async (node, items, { wait, enter }) => {
	const resume = node.getNodeParameter('resume', 0, 'timeInterval');
	if (resume === 'form') {
		const values = await enter();
		return [values ? [withPair(values, 0)] : items];
	}
	if (resume === 'webhook') {
		await node.putExecutionToWait(WAIT_INDEFINITELY);
		return [items];
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

function fileIn(item: INodeExecutionData, name: string): Buffer {
	return Buffer.from(item.binary![name].data, 'base64');
}

export const extractFromFile: Run = (node, items) => [
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

export const convertToFile: Run = (node, items) => {
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
