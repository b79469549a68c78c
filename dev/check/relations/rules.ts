import type { WorkflowNode } from '../../n8n/types.ts';
import type { Item } from '../copy/sampleItems.ts';
import { decides, optionsOf, type Rule, rulesOf } from '../copy/nodeKinds.ts';
import { withParameters } from '../advice/change.ts';
import { isChange } from '../play/control.ts';
import type { Play, Round } from '../play/round.ts';
import type { Some } from '../some.ts';
import { digitsOf } from '../worlds/rows.ts';
import type { Json } from '../worlds/world.ts';
import { gotBy, inWords, once, plainWorld, wentOut, worldOf, type Base } from './base.ts';
import { holds } from './locate.ts';
import { inOrder } from './seen.ts';
import { toChange, type Breach, type Relation, worthKnowing } from './relation.ts';

/** What a rule looks at, if it looks at one thing. */
function askedBy({ conditions }: Rule): unknown {
	const all = conditions?.conditions ?? [];
	return all.length === 1 ? all[0].leftValue : undefined;
}

/** The Switches that pass a row on by the first rule that fits it. */
const switches = ({ play: { workflow, rounds } }: Base) =>
	workflow.nodes.filter(
		(node) =>
			node.type.endsWith('.switch') &&
			rounds[0].runs[node.name] &&
			rulesOf(node).length > 1 &&
			// n8n saves it off, too, where somebody has turned it on and off again.
			!optionsOf(node).allMatchingOutputs,
	);

/** The items by each output of a node. */
const passedBy = ({ runs }: Round, { name }: WorkflowNode, outputs: number) =>
	Array.from({ length: outputs }, (_, output) =>
		(runs[name] ?? []).flatMap((run) => run.outputs[output] ?? []),
	);

/** Whether each rule of a Switch asks whether the same field has another word in it. */
function askForWords(rules: Rule[]): boolean {
	const all = rules.map(({ conditions }) => conditions?.conditions ?? []);
	const words = all.map(([one]) => String(one?.rightValue ?? ''));
	return (
		new Set(rules.map(askedBy)).size === 1 &&
		all.every(
			([one, ...others]) => others.length === 0 && one?.operator?.operation === 'contains',
		) &&
		words.every((word, place) => words.every((other, at) => at === place || !other.includes(word)))
	);
}

/** Whose field has what several rules ask for, and who gets a message of the first alone. */
function byFirstAlone(base: Base, play: Play, node: WorkflowNode, all: Json[][]): Some<Breach> {
	if (!askForWords(rulesOf(node))) return [];
	const rows = once(base.people).filter((row) => {
		const [usual, each] = [base.play, play].map(({ rounds: [round] }) => gotBy(round, row).length);
		return usual > 0 && each > usual && all.filter((items) => items.some(holds(row))).length > 1;
	});
	const happened = `Several rules of “${node.name}” fit ${inWords(rows)}, and only the first applies: the messages behind the others don't go out.`;
	return rows.length > 0 && worthKnowing('first', node.name, happened);
}

const eachRule: Relation = {
	name: 'each rule that fits',
	happens: 'A Switch passes a row on by each rule that fits it.',
	world: (base) => (switches(base).length > 0 ? plainWorld(base) : undefined),
	change: (workflow, base) =>
		switches(base).reduce((one, node) => {
			const options = { ...optionsOf(node), allMatchingOutputs: true };
			return withParameters(one, node.name, { options });
		}, workflow),
	breaks: (base, play) =>
		switches(base).map((node) => {
			const rules = rulesOf(node);
			const [usual, all] = [base.play, play].map(({ rounds: [round] }) =>
				passedBy(round, node, rules.length),
			);
			const fits = all.map((items) => items.map((item) => JSON.stringify(item)));
			/** The rule before it that takes all of its rows, and others. */
			const wider = rules.map((rule, place) =>
				rules.findIndex(
					(other, before) =>
						before < place &&
						askedBy(other) !== undefined &&
						askedBy(other) === askedBy(rule) &&
						fits[before].length > fits[place].length &&
						fits[place].every((item) => fits[before].includes(item)),
				),
			);
			const idle = rules.findIndex(
				(_, place) => wider[place] >= 0 && all[place].length > 0 && usual[place].length === 0,
			);
			const rows = once(base.people).filter((row) => all[idle]?.some(holds(row)));
			const wrong = rows.flatMap((row) => gotBy(base.play.rounds[0], row));
			const order = rules
				.map((_, place) => place)
				.toSorted((one, other) => fits[one].length - fits[other].length);
			const happened = `Rule ${idle + 1} of “${node.name}” never applies: rule ${wider[idle] + 1} stands before it and fits each of its rows, and ${inWords(rows)} ${rows.length > 1 ? 'go' : 'goes'} by that.`;
			return rows.length > 0
				? toChange('rule', node.name, happened, { wrong, order })
				: byFirstAlone(base, play, node, all);
		}),
};

/** What is told of a message whose parts all arrived, or didn't, if it had one part more. */
function longer(item: Item): Item {
	const { parts, delivered, failed } = item.json;
	if (typeof parts !== 'number' || ![delivered, failed].includes(parts)) return item;
	const more = (count: unknown) => (count === parts ? parts + 1 : count);
	const json = { ...item.json, parts: parts + 1, delivered: more(delivered), failed: more(failed) };
	return { ...item, json };
}

/** What was done for who got a message: what went out to them, and what the service keeps of them. */
const doneFor = (round: Round, to: string) =>
	wentOut(round).filter((sent) => digitsOf(sent.to) === to).length +
	round.requests.filter((one) => isChange(one) && JSON.stringify(one.body).includes(to)).length;

const longerMessages: Relation = {
	name: 'longer messages',
	happens: 'Each message of which a report comes has one SMS part more.',
	world: (base) => {
		const { trigger, world } = base.play;
		const isReport = trigger.type.endsWith('.messagingServiceTrigger');
		const isOther = world.pins[trigger.name].some((item) => longer(item) !== item);
		return isReport && isOther ? worldOf(base, longer) : undefined;
	},
	breaks: (base, play) => {
		const [usual, then] = [base.play, play].map(({ rounds: [round] }) => round);
		const items = play.world.pins[play.trigger.name].map(({ json }) => json);
		const others = items.filter((item) => {
			const to = digitsOf(item.to);
			return to !== '' && doneFor(usual, to) !== doneFor(then, to);
		});
		if (others.length === 0) return [];
		const outputOf = (round: Round, node: WorkflowNode, { messageId }: Json) =>
			(round.runs[node.name] ?? []).flatMap(({ outputs }) =>
				outputs.flatMap((some, place) =>
					some.flatMap((item) => (item.messageId === messageId ? [place] : [])),
				),
			);
		const goes = (...of: Parameters<typeof outputOf>) => String(outputOf(...of));
		const node = inOrder(play.workflow, then).find(
			(one) => decides(one) && goes(usual, one, others[0]) !== goes(then, one, others[0]),
		);
		if (!node) return [];
		const single = base.play.world.pins[play.trigger.name]
			.map(({ json }) => json)
			.filter(({ parts }) => parts === 1);
		/** What it means to let through, as far as messages of one part tell. */
		const field = ['failed', 'delivered'].find((delivery) =>
			single.every(
				(item) => (item.delivery === delivery) === outputOf(usual, node, item).includes(0),
			),
		);
		const happened = `“${node.name}” goes by a number of SMS parts: with one part more, of which the same became, +${digitsOf(others[0].to)} is taken for another case.`;
		return [toChange('report', node.name, happened, { field })];
	},
};

export const ofRules = [eachRule, longerMessages];
