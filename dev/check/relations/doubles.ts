import { counted } from '../../../sandbox/page/words.js';
import type { Play, Sent } from '../play/round.ts';
import type { WorkflowNode } from '../../n8n/types.ts';
import { behindEach, decides, optionsOf } from '../copy/nodeKinds.ts';
import { doubledAt, holds, joinedFor } from './locate.ts';
import { givenTo, gotBy, isSamePerson, nameFor, once, type Base, whoGets } from './base.ts';
import { addressOf, isSamePhone, type Row } from '../worlds/rows.ts';
import { cellsOf, endingWith, type Json } from '../worlds/world.ts';
import { leadsTo, sameAtOnce } from './seen.ts';
import { toChange, type Breach, worthKnowing } from './relation.ts';

/** How many entries the longest list in something has. */
const longestIn = (value: unknown): number =>
	typeof value === 'object' && value
		? Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn))
		: 0;

/** Whether each of several messages may be about an entry of a list in somebody's rows. */
const areOfEntries = (sent: Sent[], rows: Row[]) =>
	new Set(sent.map(({ text }) => text)).size === sent.length &&
	sent.length <= rows.reduce((sum, { json }) => sum + longestIn(json), 0);

/** Whether of a node's rules that fit one person, each fits somebody whom the other doesn't fit: none is a case of another. */
function haveOwnRules({ people }: Base, { rounds: [round] }: Play, node?: WorkflowNode): boolean {
	if (!node || optionsOf(node).allMatchingOutputs === undefined) return false;
	const ways = once(people).map((row) =>
		(round.runs[node.name] ?? []).flatMap(({ outputs }) =>
			outputs.flatMap((items, output) => (items.some(holds(row)) ? [output] : [])),
		),
	);
	const isCase = (one: number, other: number) =>
		ways.every((own) => !own.includes(one) || own.includes(other));
	return ways.every((own) =>
		own.every((one) => own.every((other) => one === other || !isCase(one, other))),
	);
}

/**
 * Whether a node brings each row together with each of another list, and nothing that stands in both tells which belong
 * together: each is meant for all.
 */
function isForAll(base: Base, { rounds: [round] }: Play, node?: WorkflowNode): boolean {
	if (node?.parameters.combineBy !== 'combineAll') return false;
	const given = givenTo(round, node);
	const isTheirs = (item: Json) => base.people.some((row) => holds(row)(item));
	const [own, others] = [true, false].map(
		(are) =>
			new Set(
				given
					.filter((item) => isTheirs(item) === are)
					.flatMap((item) => cellsOf(item).map(([, cell]) => String(cell)))
					.filter((cell) => cell.length > 1),
			),
	);
	return others.size > 0 && ![...own].some((cell) => others.has(cell));
}

/**
 * Whether a condition behind a node that brings each row together with each of another list lets other ones through for some
 * people than for others: it joins the rows that belong together.
 */
function isJoinedBehind(
	base: Base,
	{ workflow, rounds: [round] }: Play,
	node?: WorkflowNode,
): boolean {
	if (node?.parameters.combineBy !== 'combineAll') return false;
	const others = (row: Row, item: Json) =>
		JSON.stringify(Object.entries(item).filter(([name]) => !(name in row.json)));
	const next = behindEach(workflow.connections, node.name).flat();
	return workflow.nodes.some((one) => {
		if (!decides(one) || !next.includes(one.name)) return false;
		const passed = (round.runs[one.name] ?? []).flatMap(({ outputs: [items = []] }) => items);
		const ways = once(base.people).flatMap((row) => {
			const own = passed.filter(holds(row)).map((item) => others(row, item));
			return own.length > 0 ? [[...new Set(own)].sort().join('\n')] : [];
		});
		return new Set(ways).size > 1;
	});
}

/** People who get more messages than rows of theirs came in: from one node, or from two ways of one that decides. */
export function doubledIn(base: Base, play: Play): Breach[] {
	const { workflow, rounds } = play;
	const found = once(base.people).flatMap((row) => {
		const all = gotBy(rounds[0], row).filter(({ isWanted }) => !isWanted);
		const own = base.people.filter((other) => isSamePerson(row, other));
		const lists = [...Map.groupBy(own, ({ list }) => list).values()];
		const joined = joinedFor(base, play, row);
		const count = Math.max(...lists.map(({ length }) => length), joined) * row.phones.length;
		const ways = [...Map.groupBy(all, ({ by = '' }) => by)];
		const node = doubledAt(base, play, row);
		const tooMany = ways.find(([, sent]) => sent.length > count);
		const sender = base.senders.find(({ name }) => name === tooMany?.[0]);
		if (tooMany) return [{ row, own, all: tooMany[1], count, node: node ?? sender }];
		const isSplit = node && decides(node) && all.length > count;
		// Where one node leads to another, one message is meant to follow the other.
		const areApart = ways.every(([one]) => !ways.some(([other]) => leadsTo(workflow, one, other)));
		return isSplit && areApart ? [{ row, own, all, count, node }] : [];
	});
	return [...Map.groupBy(found, ({ node }) => node?.name)].map(([node, all]) => {
		const [{ row, all: sent, count }] = all;
		const others = all.length > 1 ? ` (and so with ${counted(all.length - 1, 'other')})` : '';
		const where = node ? `: “${node}” gives it out more than once` : '';
		const happened = `${row.name} gets ${sent.length} messages for ${counted(count, 'row')}${others}${where}.`;
		const isMeant =
			isJoinedBehind(base, play, all[0].node) ||
			haveOwnRules(base, play, all[0].node) ||
			isForAll(base, play, all[0].node) ||
			all.every((one) => areOfEntries(one.all, one.own));
		const wrong = all.flatMap((one) => one.all);
		return isMeant
			? worthKnowing('several', node, happened)
			: toChange('rows', node, happened, { wrong });
	});
}

/** The same text twice for somebody, by the node that sends it the last time. */
export function twiceIn(base: Base, play: Play): Breach[] {
	const known =
		play === base.play ? [] : base.play.rounds.flatMap(sameAtOnce).map(([{ to }]) => to);
	// In trouble, who is told of several things may get the same words.
	const isMeant = ({ isWanted, to }: Sent) =>
		!isWanted &&
		(play.world === base.play.world ||
			base.people.length === 0 ||
			!base.play.rounds[0]?.messages.length ||
			base.people.some(({ phones }) =>
				phones.some((phone) =>
					isSamePhone(
						endingWith(phone, '0000') as string,
						endingWith(addressOf(to), '0000') as string,
					),
				),
			));
	return play.rounds.flatMap((round) => {
		const order = ({ by = '' }: Sent) => round.runs[by]?.at(-1)?.order ?? -1;
		const last = (same: Sent[]) =>
			same.toSorted((one, other) => order(one) - order(other)).at(-1)?.by;
		const found = sameAtOnce(round).filter(([sent]) => isMeant(sent) && !known.includes(sent.to));
		const byNode = Map.groupBy(found, (same) => last(same) ?? base.senders.at(-1)?.name);
		return [...byNode].map(([node, all]) => {
			const names = all.map(([sent]) => ({ name: nameFor(base, sent) }));
			const times = all[0].length > 2 ? `${all[0].length} times` : 'twice';
			const happened = `${whoGets(names)} the same text ${times} in one run.`;
			return toChange('twice', node, happened, { wrong: all.flat() });
		});
	});
}
