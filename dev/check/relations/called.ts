import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { isCalled } from '../copy/nodeKinds.ts';
import { givenTo, gotBy, plainWorld, reached, type Base, whoGets } from './base.ts';
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

export const allPassed: Relation = {
	name: 'all passed on',
	happens: 'A workflow that is called gets each field that comes in.',
	world: (base) => (dropping(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		dropping(base).reduce(
			(one, node) => withInputs(one, node.name, leftOutOn(base, node)),
			workflow,
		),
	breaks: (base, play) => {
		const rows = reached(base).filter((row) => {
			const [usual, then] = [base.play, play].map(({ rounds: [round] }) =>
				gotBy(round, row).map(({ text }) => text),
			);
			return String(usual) !== String(then);
		});
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
