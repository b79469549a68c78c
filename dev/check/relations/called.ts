import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { isCalled } from '../copy/nodeKinds.ts';
import { givenTo, gotBy, inWords, plainWorld, reached, type Base, whoGets } from './base.ts';
import type { Row } from '../worlds/rows.ts';
import type { Play, Round } from '../play/round.ts';
import { toChange, type Relation } from './relation.ts';

/** What a workflow that is called asks for, and gets, although its trigger doesn't name it: n8n leaves it out on the way. */
function leftOutOn(base: Base, { name, calls }: WorkflowNode): string[] {
	const called = calls as Workflow | undefined;
	const trigger = called?.nodes.find(isCalled);
	const inputs = trigger?.parameters.workflowInputs as { values?: Array<{ name: string }> };
	if (!called || !inputs?.values || trigger?.parameters.inputSource === 'passthrough') return [];
	const named = inputs.values.map((one) => one.name);
	const given = givenTo(base.play.rounds[0], { name });
	return namesAsked(called.nodes, { isOwn: true }).filter(
		(field) => !named.includes(field) && given.some((item) => field in item),
	);
}

const dropping = (base: Base) =>
	base.play.workflow.nodes.filter((node) => leftOutOn(base, node).length > 0);

/** The same with more inputs of a workflow that a node calls. */
export const withInputs = (workflow: Workflow, name: string, fields: string[]): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const called = node.calls as Workflow | undefined;
		if (node.name !== name || !called) return node;
		const nodes = called.nodes.map((one) => {
			if (!isCalled(one)) return one;
			const { values } = one.parameters.workflowInputs as { values: object[] };
			const more = fields.map((field) => ({ name: field, type: 'any' }));
			const workflowInputs = { values: [...values, ...more] };
			return { ...one, parameters: { ...one.parameters, workflowInputs } };
		});
		return { ...node, calls: { ...called, nodes } };
	}),
});

/** What a workflow that is called takes as a number, although it's a text that is another one as a number: "0471". */
function asNumbers(base: Base, { name, calls }: WorkflowNode): string[] {
	const trigger = (calls as Workflow | undefined)?.nodes.find(isCalled);
	const inputs = trigger?.parameters.workflowInputs as
		| { values?: Array<{ name: string; type?: string }> }
		| undefined;
	const given = givenTo(base.play.rounds[0], { name });
	const isOther = (cell: unknown) =>
		typeof cell === 'string' && /^\d+$/.test(cell) && String(Number(cell)) !== cell;
	return (inputs?.values ?? [])
		.filter((one) => one.type === 'number' && given.some((item) => isOther(item[one.name])))
		.map((one) => one.name);
}

const converting = (base: Base) =>
	base.play.workflow.nodes.filter((node) => asNumbers(base, node).length > 0);

/** The same with inputs of a workflow that a node calls as texts, in its trigger and where it's called. */
export function withTexts(workflow: Workflow, name: string, fields: string[]): Workflow {
	const asText = <One extends object>(all: One[] = []) =>
		all.map((one) => {
			const { name: own, id } = one as { name?: string; id?: string };
			return fields.includes(own ?? id ?? '') ? { ...one, type: 'string' } : one;
		});
	type Inputs = { values?: object[]; schema?: object[] };
	const changed = (node: WorkflowNode): WorkflowNode => {
		const { values, schema, ...others } = (node.parameters.workflowInputs ?? {}) as Inputs;
		const workflowInputs = {
			...others,
			...(values && { values: asText(values) }),
			...(schema && { schema: asText(schema) }),
		};
		return { ...node, parameters: { ...node.parameters, workflowInputs } };
	};
	const nodes = workflow.nodes.map((node) => {
		const called = node.calls as Workflow | undefined;
		if (node.name !== name || !called) return node;
		const inside = called.nodes.map((one) => (isCalled(one) ? changed(one) : one));
		return { ...changed(node), calls: { ...called, nodes: inside } };
	});
	return { ...workflow, nodes };
}

const texts = (round: Round, row: Row) => gotBy(round, row).map(({ text }) => text);

/** Who reads something else in another play. */
const readingOtherwise = (base: Base, play: Play): Row[] =>
	reached(base).filter(
		(row) => String(texts(base.play.rounds[0], row)) !== String(texts(play.rounds[0], row)),
	);

const asTexts: Relation = {
	name: 'texts passed on as they are',
	happens: 'A workflow that is called gets texts of digits as they are, and not as numbers.',
	world: (base) => (converting(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		converting(base).reduce(
			(one, node) => withTexts(one, node.name, asNumbers(base, node)),
			workflow,
		),
	breaks: (base, play) => {
		const [usual, then] = [base.play, play].map(({ rounds: [round] }) => round);
		const rows = readingOtherwise(base, play);
		if (rows.length === 0) return [];
		const wrong = rows.flatMap((row) => gotBy(usual, row));
		return converting(base).map((node) => {
			const [field] = asNumbers(base, node);
			const happened = `The workflow that “${node.name}” calls takes “${field}” as a number, without the zeros in front: ${inWords(rows)} read${rows.length > 1 ? '' : 's'} “${texts(usual, rows[0])}” in place of “${texts(then, rows[0])}”`;
			return toChange('digits', node.name, happened, { wrong, field });
		});
	},
};

const allPassed: Relation = {
	name: 'all passed on',
	happens: 'A workflow that is called gets each field that comes in.',
	world: (base) => (dropping(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		dropping(base).reduce(
			(one, node) => withInputs(one, node.name, leftOutOn(base, node)),
			workflow,
		),
	breaks: (base, play) => {
		const rows = readingOtherwise(base, play);
		const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
		return dropping(base).map((node) => {
			const fields = leftOutOn(base, node);
			const said = fields.map((field) => `“${field}”`).join(' and ');
			const happened = `The workflow that “${node.name}” calls asks for ${said}, and doesn't get it, because its trigger doesn't name it: ${whoGets(rows)} something else with it.`;
			const more = { wrong, isAstray: true, field: fields.join(', ') };
			return rows.length > 0 && toChange('passed', node.name, happened, more);
		});
	},
};

export const ofCalled = [allPassed, asTexts];
