import type { INodeTypes } from 'n8n-workflow';

import { patterns } from '../../nodes/MessagingService/patterns';
import { node } from '../support/description';
import { NODE } from '../support/nodeTypes';
import { codeOf, nodeDefinitions, workflowSdk } from './installed';

// In a real n8n they run in test/e2e/examples/patterns.test.ts.

const sdk = workflowSdk();
const operations = ['send', 'sendBulk', 'sendAndWait', 'getReport'];

const nodeTypesProvider = {
	getByName: () => undefined,
	getByNameAndVersion: (type: string) => (type === NODE ? node : undefined),
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

const findingsIn = (source: string) => {
	const options = { source, lint: true, nodeTypesProvider, nodeDefinitionDirs: [nodeDefinitions] };
	const builder = sdk.parseWorkflowCodeToBuilder(source);
	return sdk.validateWorkflowBuilder(builder, options).blocking;
};

describe("n8n's workflow SDK", () => {
	it('is told of four patterns', () => {
		expect(patterns).toHaveLength(operations.length);
	});

	it.each(operations)('finds nothing in the pattern of %s', (operation) => {
		expect(findingsIn(codeOf(operation))).toEqual([]);
	});

	it("finds a parameter of n8n's own nodes that isn't there", () => {
		const wrong = codeOf('getReport').replace("operation: 'insert'", "operation: 'add'");
		expect(findingsIn(wrong)).not.toEqual([]);
	});
});
