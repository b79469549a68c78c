import { readFileSync } from 'node:fs';
import { Workflow } from 'n8n-workflow';

import { hints } from '../../../nodes/MessagingService/fields/hints';
import { operationFields, optionsOf, parametersOf } from '../../support/description';
import { NODE, nodeTypes } from '../../support/nodeTypes';

/** The operations that the specification shows whole, and those that make no request. */
const SHOWN = [
	'account getBalance',
	'sms getReport',
	'sms preview',
	'sms send',
	'sms sendAndWait',
	'sms summarizeReports',
];

const operations = operationFields.flatMap((field) => {
	const resource = String(field.displayOptions?.show?.resource?.[0]);
	return optionsOf(field).map(({ name, value }) => ({ resource, operation: String(value), name }));
});

/** The hints that n8n's editor shows before an operation has run. */
async function hintsFor(parameters: Record<string, string>): Promise<string[]> {
	const node = {
		id: 'node',
		name: 'Messaging Service',
		type: NODE,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	await workflow.expression.acquireIsolate?.();
	try {
		const shown = hints.filter(
			({ displayCondition }) =>
				workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}) ===
				true,
		);
		return shown.map(({ message }) => message);
	} finally {
		await workflow.expression.releaseIsolate?.();
	}
}

describe('What the specification does not show', () => {
	const readme = readFileSync('README.md', 'utf8').split('\n');

	it.each(operations)(
		'is marked as assumed in the form and in the README: $resource $operation',
		async ({ resource, operation, name }) => {
			const isShown = SHOWN.includes(`${resource} ${operation}`);
			const hasFields = parametersOf(resource, operation).includes('specifyBody');
			for (const specifyBody of hasFields ? ['fields', 'json'] : ['']) {
				const given = { resource, operation, ...(specifyBody ? { specifyBody } : {}) };
				const isAssumed = !isShown && (specifyBody !== 'json' || hasUnknownPath(resource));
				expect(await hintsFor(given)).toHaveLength(isAssumed ? 1 : 0);
			}
			const row = readme.find((line) =>
				line.toLowerCase().startsWith(`| ${resource} | ${name.toLowerCase()} |`),
			);
			expect(row?.includes('*assumed*')).toBe(!isShown);
		},
	);
});

/** Whether a path is known, but not what stands before it. */
function hasUnknownPath(resource: string): boolean {
	return ['campaign', 'contact', 'suppression'].includes(resource);
}
