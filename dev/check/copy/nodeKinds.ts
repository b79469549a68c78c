import { createRequire } from 'node:module';
import type * as n8nWorkflow from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import { Failure } from '../../failure.ts';
import { manifest } from '../../n8n/communityPackage.ts';
import type { Connections, NodeType, Workflow, WorkflowNode } from '../../n8n/types.ts';

export const ourNode = `${manifest.name}.messagingService`;

// Its modules for import name no endings, which Node wants.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow') as typeof n8nWorkflow;

/**
 * n8n's editor saves no value that a form begins with: gives each node of ours those too, as n8n does to run it, if the
 * node is known.
 */
export function withDefaults(workflow: Workflow, types: NodeType[]): Workflow {
	const type = types.find(({ name }) => name === ourNode);
	if (!type) return workflow;
	const nodes = workflow.nodes.map((node) => {
		if (node.type !== ourNode) return node;
		const given = node.parameters as INodeParameters;
		const ofNode = node as unknown as INode;
		const parameters =
			NodeHelpers.getNodeParameters(type.properties, given, true, false, ofNode, type) ?? given;
		// Options of fields that aren't in the form have no effect.
		const [own, left] = [node, { parameters }].map((one) => optionsOf(one as WorkflowNode));
		const ignored = Object.fromEntries(Object.entries(own).filter(([name]) => !(name in left)));
		return { ...node, parameters, ...(Object.keys(ignored).length > 0 && { ignored }) };
	});
	return { ...workflow, nodes };
}

/** n8n's own nodes that do nothing but work on items, or wait, or show a page: only these run as they are. */
const HARMLESS = new Set(
	(
		'aggregate code compareDatasets convertToFile crypto dataTable dateTime executionData extractFromFile ' +
		'filter form html if itemLists limit markdown merge moveBinaryData noOp removeDuplicates renameKeys ' +
		'function functionItem respondToWebhook set sort splitInBatches splitOut spreadsheetFile stickyNote stopAndError summarize ' +
		'switch wait xml'
	)
		.split(' ')
		.map((name) => `n8n-nodes-base.${name}`),
);

const TRIGGER = /(trigger|\.(webhook|cron|interval|emailReadImap))$/i;

/** Whether a node starts a workflow. */
export const isTrigger = ({ type, disabled }: WorkflowNode) => !disabled && TRIGGER.test(type);

/** Whether whoever starts it again wants it again: a person in the editor or a chat, or a workflow that calls this one. */
export const isOnPurpose = ({ type }: WorkflowNode) =>
	/\.(manualTrigger|executeWorkflowTrigger|chatTrigger)$/.test(type);

/** Whether a node begins a workflow that another one calls. */
export const isCalled = ({ type }: WorkflowNode) => type.endsWith('.executeWorkflowTrigger');

/** Whether a node is this package's, and does something at the service. */
export const isOurs = ({ type, disabled }: WorkflowNode) => !disabled && type === ourNode;

/** Whether a node calls a workflow that has a node of ours. */
export const callsOurs = ({ disabled, calls }: WorkflowNode) =>
	!disabled && (calls as Workflow | undefined)?.nodes.some(isOurs) === true;

const SENDS = ['send', 'sendBulk', 'sendAndWait', 'create'];

/** Whether a node sends, itself or by a workflow that it calls. */
export const sends = (node: WorkflowNode) =>
	(isOurs(node) && SENDS.includes(String(node.parameters.operation))) || callsOurs(node);

export type Group = Record<string, { values?: Record<string, unknown> } | undefined>;

/** The options of a node of ours, by their names. */
export const optionsOf = ({ parameters }: WorkflowNode) =>
	((typeof parameters.options === 'object' ? parameters.options : {}) ?? {}) as Group;

/** Whether a node can run as it is: it reaches nothing outside, and has no credential of another service. */
export const isHarmless = ({ type, credentials = {} }: WorkflowNode) =>
	HARMLESS.has(type) && Object.keys(credentials).length === 0;

/** The nodes behind each of a node's outputs. */
export const behindEach = (connections: Connections, node: string) =>
	(connections[node]?.main ?? []).map((next) => (next ?? []).map((one) => one.node));

/** Whether a node decides by conditions where its items go. */
export const decides = ({ type }: WorkflowNode) =>
	/^n8n-nodes-base\.(if|filter|switch)$/.test(type);

/** Conditions that ask whether there is any, or how many: each with the output to which nothing leads, of true and false. */
const ASKS_ANY: Array<[RegExp, number]> = [
	[/"operation":"(notExists|empty)"/, 0],
	[/"operation":"(exists|notEmpty)"/, 1],
	[
		/length[^"]*","rightValue":"?[01]"?,"operator":\{"type":"number","operation":"(lt|lte|equals)"/,
		0,
	],
	[/length[^"]*","rightValue":"?[01]"?,"operator":\{"type":"number","operation":"(gt|gte)"/, 1],
];

/** The conditions behind a node that ask whether anything came of it, if only such ones do, and where each goes if nothing did. */
export function asksForAny(
	{ name }: WorkflowNode,
	workflow: Workflow,
	known: string[] = [],
): Array<{ node: WorkflowNode; next: string[] }> {
	const found = behindEach(workflow.connections, name)
		.flat()
		.map((one) => {
			const node = workflow.nodes.find((other) => other.name === one);
			if (!node || known.includes(one)) return [];
			if (/\.(limit|sort|aggregate|set)$/.test(node.type))
				return asksForAny(node, workflow, [...known, one]);
			const asked = node.type.endsWith('.if') ? JSON.stringify(node.parameters) : '';
			const [, output] = ASKS_ANY.find(([pattern]) => pattern.test(asked)) ?? [];
			if (output === undefined) return [];
			return [{ node, next: behindEach(workflow.connections, one)[output] ?? [] }];
		});
	return found.every(({ length }) => length > 0) ? found.flat() : [];
}

/** What a node asks, of one thing and another. */
export interface Condition {
	leftValue?: unknown;
	rightValue?: unknown;
	operator?: { operation?: string };
}

/** A rule of a Switch. */
export interface Rule {
	conditions?: { conditions?: Condition[]; combinator?: string };
}
export const rulesOf = ({ parameters: { rules } }: WorkflowNode): Rule[] =>
	(rules as { values?: Rule[] } | undefined)?.values ?? [];

/** All that a node asks, also in the rules of a Switch. */
export const conditionsOf = (node: WorkflowNode): Condition[] =>
	[node.parameters as Rule, ...rulesOf(node)].flatMap(
		({ conditions }) => conditions?.conditions ?? [],
	);

/** Whether a Code node keeps something until the workflow runs again. */
export const keepsData = ({ type, parameters: { jsCode } }: WorkflowNode): boolean =>
	type.endsWith('.code') && typeof jsCode === 'string' && jsCode.includes('$getWorkflowStaticData');

/** The fields that a comparison of two lists leaves out. */
export const fieldsSkipped = (node: WorkflowNode): string[] =>
	String(optionsOf(node).skipFields ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** Whether a node puts rows together, or leaves some out, by what stands in their fields. */
export const matches = ({ type }: WorkflowNode) =>
	/\.(merge|compareDatasets|removeDuplicates)$/.test(type);

/** The fields of a parameter that names several. */
export const fieldsIn = (names: unknown) =>
	String(names ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');

/** The fields by which a node takes items for the same one. */
export const comparedBy = ({ type, disabled, parameters }: WorkflowNode) =>
	type.endsWith('.removeDuplicates') &&
	!disabled &&
	parameters.compare === 'selectedFields' &&
	(parameters.operation ?? 'removeDuplicateInputItems') === 'removeDuplicateInputItems'
		? fieldsIn(parameters.fieldsToCompare)
		: [];

/** By what a node sorts, and in which direction. */
export const sortedBy = ({ parameters }: WorkflowNode) => {
	if ((parameters.type ?? 'simple') !== 'simple') return [];
	const { sortField = [] } = (parameters.sortFieldsUi ?? {}) as {
		sortField?: Array<{ fieldName?: string; order?: string }>;
	};
	return sortField.map(({ fieldName = '', order = 'ascending' }) => ({ field: fieldName, order }));
};

/** All nodes that items of a node can come to. */
export function reachedFrom(connections: Connections, start: string): Set<string> {
	const reached = new Set([start]);
	for (const node of reached) {
		for (const next of behindEach(connections, node).flat()) reached.add(next);
	}
	return reached;
}

/** Whether a node only serves another one, as an agent's model and tools do. */
export const isServant = (connections: Connections, { name }: WorkflowNode) =>
	Object.keys(connections[name] ?? {}).some((kind) => kind !== 'main');

/**
 * The triggers to play from: each that leads to a message, or else to another node of ours. Those by which a person in
 * the editor starts the same are left out.
 */
export function triggersOf({ nodes, connections, name }: Workflow): WorkflowNode[] {
	const found = nodes.filter(isTrigger).map((trigger) => {
		const reached = reachedFrom(connections, trigger.name);
		const ours = nodes.filter(
			(node) => reached.has(node.name) && (isOurs(node) || callsOurs(node)),
		);
		const senders = ours.filter(sends).map((node) => node.name);
		return { trigger, senders, isWorth: ours.length > 0, isByHand: isOnPurpose(trigger) };
	});
	const worth = found.filter(({ senders }) => senders.length > 0);
	const used = worth.length > 0 ? worth : found.filter(({ isWorth }) => isWorth).slice(0, 1);
	const ofThemselves = used.filter(({ isByHand }) => !isByHand).flatMap(({ senders }) => senders);
	const left = used.filter(
		({ isByHand, senders }, place) =>
			!isByHand ||
			(!senders.some((sender) => ofThemselves.includes(sender)) &&
				used.findIndex((one) => one.senders.join('\n') === senders.join('\n')) === place),
	);
	if (left.length > 0) return left.map(({ trigger }) => trigger);
	if (used.length > 0) return [used[0].trigger];
	throw new Failure(
		`No trigger of "${name}" leads to a node of Messaging Service.`,
		'Connect one, or turn on the trigger that is deactivated.',
	);
}
