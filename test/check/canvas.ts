import type { Workflow, WorkflowNode } from '../../dev/n8n/types.ts';

interface Line {
	node: string;
	type: 'main';
	index: number;
}

/** The lines of a node's outputs, first output first. */
function linesOf({ connections }: Workflow, from: string): Line[][] {
	const known = connections as Record<string, { main: Line[][] } | undefined>;
	return (known[from] ??= { main: [] }).main;
}

export function nodeOf(workflow: Workflow, name: string): WorkflowNode {
	const found = workflow.nodes.find((node) => node.name === name);
	if (!found) throw new Error(`There is no node ${name}`);
	return found;
}

/** The fields under Options of a node. */
export const optionsOf = (workflow: Workflow, name: string) =>
	nodeOf(workflow, name).parameters.options as Record<string, unknown>;

/** The conditions of an If. */
export const conditionsOf = (workflow: Workflow, name: string) =>
	(nodeOf(workflow, name).parameters.conditions as { conditions: Condition[] }).conditions;

interface Condition {
	id: string;
	leftValue: string;
	rightValue: unknown;
	operator: { operation: string };
}

/** Makes a field optional in the form of an example. */
export function makeOptional(workflow: Workflow, form: string, label: string): void {
	const { formFields } = nodeOf(workflow, form).parameters as {
		formFields: { values: Array<{ fieldLabel: string; requiredField?: boolean }> };
	};
	delete formFields.values.find(({ fieldLabel }) => fieldLabel === label)!.requiredField;
}

/** Turns on Retry On Fail. */
export function retryOnFail(workflow: Workflow, name: string): void {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
	Object.assign(nodeOf(workflow, name), settings);
}

/** Draws a line; the first output and the first input are 0. */
export function connect(workflow: Workflow, from: string, to: string, output = 0, input = 0): void {
	nodeOf(workflow, to);
	const lines = linesOf(workflow, nodeOf(workflow, from).name);
	while (lines.length <= output) lines.push([]);
	lines[output].push({ node: to, type: 'main', index: input });
}

/** Deletes the lines of one output. */
export function disconnect(workflow: Workflow, from: string, output = 0): void {
	const lines = linesOf(workflow, from);
	if (!lines[output]?.length) throw new Error(`No line leaves output ${output} of ${from}`);
	lines[output] = [];
}

/** Deletes a node with its lines. */
export function remove(workflow: Workflow, name: string): void {
	workflow.nodes.splice(workflow.nodes.indexOf(nodeOf(workflow, name)), 1);
	delete workflow.connections[name];
	for (const from of Object.keys(workflow.connections)) {
		const lines = linesOf(workflow, from);
		lines.forEach((some, output) => {
			lines[output] = some.filter(({ node }) => node !== name);
		});
	}
}

const versions: Record<string, number> = {
	if: 2.3,
	filter: 2.3,
	wait: 1.1,
	noOp: 1,
	stopAndError: 1,
	code: 2,
	merge: 3.2,
	removeDuplicates: 2,
	set: 3.5,
	splitInBatches: 3,
};

/** The type of this package's node. */
export const OURS = 'n8n-nodes-messaging-service-sms.messagingService';

/** Puts one of n8n's own nodes on the canvas, or this package's with the credential of the others. */
export function add(
	workflow: Workflow,
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
): void {
	workflow.nodes.push({
		id: name,
		name,
		type: type === OURS ? type : `n8n-nodes-base.${type}`,
		typeVersion: versions[type] ?? 1,
		position: [0, 400],
		parameters,
		...(type === 'wait' && { webhookId: name }),
		...(type === OURS && {
			credentials: workflow.nodes.find((one) => one.type === OURS)?.credentials,
		}),
	});
}

/** The parameters of an If or a Filter with one condition. */
export const condition = (leftValue: string, type: string, operation: string, rightValue = '') => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 3 },
		conditions: [
			{
				id: 'condition',
				leftValue,
				rightValue,
				operator: { type, operation, ...(rightValue === '' && { singleValue: true }) },
			},
		],
		combinator: 'and',
	},
	looseTypeValidation: true,
	options: {},
});
