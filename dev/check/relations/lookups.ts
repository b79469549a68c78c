import type { WorkflowNode } from '../../n8n/types.ts';
import type { Item } from '../copy/sampleItems.ts';
import { firesOften } from '../copy/schedules.ts';
import { withNode } from '../advice/change.ts';
import type { Play, Sent } from '../play/round.ts';
import { phoneIn, type List, type Row } from '../worlds/rows.ts';
import { addressIn } from './looks.ts';
import { holds } from './locate.ts';
import { cellsOf, isPlain, type World } from '../worlds/world.ts';
import { givenTo, gotBy, once, plainWorld, reached, type Base, wentOut, whoGets } from './base.ts';
import { isTold, leadsTo } from './seen.ts';
import { toChange, type Relation, worthKnowing } from './relation.ts';

/** Whether something of a list's rows stands in what is said to somebody. */
const isSaid = ({ play: { world }, texts }: Base, { node }: List) =>
	world.pins[node].some(({ json }) =>
		cellsOf(json).some(
			([path, cell]) =>
				isPlain(cell) &&
				path.at(-1) !== 'row_number' &&
				String(cell).length > 1 &&
				texts.some((text) => text.includes(String(cell))),
		),
	);

/**
 * Lists of people that are only looked at, such as those who have opted out: nobody in them is written to, and nothing in
 * them is said. Of another list, an empty one may rightly be the end.
 */
const lookedAt = (base: Base): List[] =>
	base.lists.filter((list) => {
		const { workflow, world, trigger } = base.play;
		const { node, at, isWrittenTo } = list;
		const rows = world.pins[node] ?? [];
		const hasNumber = rows.some(({ json }) => cellsOf(json).some(([, cell]) => phoneIn(cell)));
		return (
			node !== trigger.name &&
			at.length === 0 &&
			!isWrittenTo &&
			base.people.every((row) => row.list.node !== node) &&
			hasNumber &&
			base.senders.some(({ name }) => leadsTo(workflow, node, name)) &&
			!isSaid(base, list)
		);
	});

const isEverybody = (base: Base, { rounds: [round] }: Play) =>
	reached(base).every((row) => gotBy(round, row).length > 0);

/** The world in which the first of these lists has other rows. */
function worldWith(base: Base, rowsOf: (items: Item[], node: string) => Item[]): World | undefined {
	const [list] = reached(base).length > 0 ? lookedAt(base) : [];
	const { pins } = base.play.world;
	const given = list && { ...pins, [list.node]: rowsOf(pins[list.node], list.node) };
	return given && { ...plainWorld(base), pins: given };
}

const oneRow: Relation = {
	name: 'one row to look at',
	happens: 'A list in which rows are looked up has one row.',
	world: (base) => worldWith(base, (items) => items.slice(0, 1)),
	breaks: () => [],
};

const noRow: Relation = {
	name: 'nothing to look at',
	happens: 'A list in which rows are looked up has no row.',
	world: (base) =>
		worldWith(base, (_, name) => {
			const node = base.play.workflow.nodes.find((one) => one.name === name);
			return node?.alwaysOutputData === true ? [{ json: {} }] : [];
		}),
	breaks: (base, play, played) => {
		const [list] = lookedAt(base);
		const control = played?.(oneRow.name);
		const [round] = play.rounds;
		const isSilent = round.status === 'success' && wentOut(round).length === 0;
		if (!list || !isSilent || !control || !isEverybody(base, control)) return [];
		const happened = `If “${list.node}” finds no row, ${whoGets(reached(base))} nothing, and nobody hears of it: n8n goes on only with items. With one row, whichever it is, they get theirs.`;
		return toChange('nothing', list.node, happened, { from: list.node });
	},
};

/** Nodes that ask somebody else, and go on when they are answered with an error. */
const goOn = ({ play: { workflow, trigger, world, rounds }, senders }: Base) =>
	workflow.nodes.filter(
		({ name, onError, writes }) =>
			/^continue/.test(String(onError)) &&
			!writes &&
			name in world.pins &&
			name !== trigger.name &&
			rounds[0].runs[name] &&
			senders.some((sender) => leadsTo(workflow, name, sender.name)),
	);

/** What comes to a node, and what it answers to each; all in one answer, if that isn't one to each. */
function requestsOf({ play: { rounds, world } }: Base, { name }: WorkflowNode) {
	const given = givenTo(rounds[0], { name });
	const answers = world.pins[name].map(({ json }) => json);
	return { given, answers, areMany: given.length > 1 && given.length === answers.length };
}

/** The people about whom each request is, or every other one. */
function unanswered(base: Base, node: WorkflowNode, atTimes: boolean): Row[] {
	const { given } = requestsOf(base, node);
	const failed = given.filter((_, place) => place % 2 === 1);
	return once(base.people).filter((row) => !atTimes || failed.some(holds(row)));
}

/** The relation for the first of them, the second, and so on; where only every other request fails, others go on. */
const answeredWithError = (place: number, atTimes = false): Relation => ({
	name: `${place === 0 ? 'a' : 'another'} lookup fails${atTimes ? ' at times' : ''}`,
	happens: `A node that asks another service is answered with an error${atTimes ? ' every other time' : ''}, and goes on.`,
	world: (base) => {
		const node = goOn(base)[place];
		if (!node || reached(base).length === 0) return undefined;
		if (atTimes && !requestsOf(base, node).areMany) return undefined;
		const given = Object.entries(base.play.world.pins).filter(([name]) => name !== node.name);
		return { ...plainWorld(base), pins: Object.fromEntries(given) };
	},
	// It goes on by itself then, to the output that it is set to.
	change: (workflow, base) => {
		const node = goOn(base)[place];
		if (!node) return workflow;
		const { answers } = requestsOf(base, node);
		const refuse = "throw new Error('The connection was refused');";
		const jsCode = atTimes
			? `if ($itemIndex % 2 === 1) ${refuse} return { json: ${JSON.stringify(answers)}[$itemIndex] };`
			: refuse;
		return withNode(workflow, node.name, {
			...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
			parameters: { mode: 'runOnceForEachItem', jsCode },
		});
	},
	breaks: (base, play) => {
		const node = goOn(base)[place];
		if (!node) return [];
		const [[usual], [round]] = [base.play.rounds, play.rounds];
		const failed = unanswered(base, node, atTimes);
		const isUsual = ({ by }: Sent) => base.senders.some((sender) => sender.name === by);
		const isMailed = ({ json }: Row) =>
			wentOut(usual).some(({ channel, to }) => channel === 'email' && addressIn(json, to));
		const more = failed.filter(
			(row) => gotBy(usual, row).length === 0 && !isMailed(row) && gotBy(round, row).some(isUsual),
		);
		const wrong = failed.flatMap((row) => gotBy(round, row));
		const passed = `If “${node.name}” is answered with an error, ${whoGets(more)} what isn't for them: the workflow goes on as if all were well.`;
		const astray = { wrong, isAstray: true };
		if (more.length > 0) return toChange('lookup', node.name, passed, astray);
		const fewer = failed.filter(
			(row) => gotBy(usual, row).length > 0 && gotBy(round, row).length === 0,
		);
		if (fewer.length === 0 || isTold(play, round, base)) return [];
		const silent = `If “${node.name}” is answered with an error, ${whoGets(fewer)} nothing, and nobody hears of it.`;
		// Who asks again soon, may find them then.
		const level = firesOften(play.trigger) ? worthKnowing : toChange;
		return level('lookup', node.name, silent, astray);
	},
});

export const ofLookups = [
	...[oneRow, noRow],
	...[answeredWithError(0), answeredWithError(0, true), answeredWithError(1)],
];
