import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { namesAsked } from '../copy/sampleItems.ts';
import { isCalled } from '../copy/nodeKinds.ts';
import { givenTo, gotBy, plainWorld, reached, type Base, whoGets } from './base.ts';
import { isSame } from './seen.ts';
import { alike } from './texts.ts';
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

/** The same with a called workflow that gets all that comes in. */
export const passingAll = (workflow: Workflow, name: string): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const called = node.calls as Workflow | undefined;
		if (node.name !== name || !called) return node;
		const nodes = called.nodes.map((one) =>
			isCalled(one) ? { ...one, parameters: { inputSource: 'passthrough' } } : one,
		);
		return { ...node, calls: { ...called, nodes } };
	}),
});

export const allPassed: Relation = {
	name: 'all passed on',
	happens: 'A workflow that is called gets each field that comes in.',
	world: (base) => (dropping(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		dropping(base).reduce((one, { name }) => passingAll(one, name), workflow),
	breaks: (base, play) => {
		if (isSame(base.play, play)) return [];
		const textsIn = ({ rounds: [round] }: typeof play) =>
			reached(base).map((row) => gotBy(round, row).map(({ text }) => text));
		const [usual, then] = [base.play, play].map(textsIn);
		const rows = reached(base).filter(
			(_, place) => !alike([usual, then].map((all) => String(all[place]))),
		);
		return dropping(base).map((node) => {
			const fields = leftOutOn(base, node).map((field) => `“${field}”`);
			const others = rows.length > 0 ? `: ${whoGets(rows)} other words with it` : '';
			const happened = `The workflow that “${node.name}” calls asks for ${fields.join(' and ')}, and doesn't get it, because its trigger doesn't name it${others}.`;
			const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
			return toChange('passed', node.name, happened, { wrong, isAstray: true });
		});
	},
};
