import type { WorkflowNode } from '../../n8n/types.ts';
import type { Base } from './base.ts';
import { behindEach, decides, reachedFrom } from '../copy/nodeKinds.ts';
import type { Passage, Play } from '../play/round.ts';
import { cellsOf, type Json } from '../worlds/world.ts';
import { addressOf, emailIn, hasPhone, type Row } from '../worlds/rows.ts';
import { inOrder, leadsTo } from './seen.ts';
import { plain } from './texts.ts';

/** Whether a person's number stands in an item. */
export const holds = (row: Row) => (item: Json) =>
	cellsOf(item).some(
		([, cell]) =>
			(typeof cell === 'string' || typeof cell === 'number') &&
			String(cell).length < 40 &&
			(emailIn(cell) ?? !/[a-z]/i.test(String(cell))) &&
			hasPhone(row, addressOf(cell)),
	);

type Senders = Pick<Base, 'senders'>;

/** How many items with a person's number came into each node, and went out, before a message. */
function countedIn({ senders }: Senders, { workflow, rounds: [round] }: Play, row: Row) {
	const nodes = inOrder(workflow, round).filter(
		(node) =>
			node.name !== row.list.node &&
			!node.shows &&
			senders.some(({ name }) => name === node.name || leadsTo(workflow, node.name, name)),
	);
	const count = (items: Json[]) => items.filter(holds(row)).length;
	return nodes.map((node) => ({
		node,
		given: count(round.runs[node.name].flatMap(({ given }) => given)),
		gone: count(round.runs[node.name].flatMap(({ outputs }) => outputs.flat())),
	}));
}

/** The node where a person's number is there before, and afterward missing; otherwise the last that it came to. */
export function lostAt(base: Senders, play: Play, row: Row): WorkflowNode | undefined {
	const counted = countedIn(base, play, row).filter(({ given }) => given > 0);
	// What comes to a node behind it on another way is not lost there.
	const isAround = ({ name }: WorkflowNode, place: number) =>
		counted.slice(place + 1).some(({ node }) => leadsTo(play.workflow, name, node.name));
	const last = counted.findLast(({ node, gone }, place) => gone === 0 && !isAround(node, place));
	const end = counted.at(-1)?.node;
	const turning = counted.findLast(({ node }) => turnsAway(base, play, node, row))?.node;
	// What is written down of who is turned away comes behind.
	if (turning && last && leadsTo(play.workflow, turning.name, last.node.name)) return turning;
	return last?.node ?? turning ?? (end && (choosingBehind(play, end) ?? end));
}

/** Whether a condition has let a row go on only where no message is sent before the next round of a loop. */
function turnsAway(
	{ senders }: Senders,
	{ workflow, rounds: [round] }: Play,
	node: WorkflowNode,
	row: Row,
): boolean {
	const loops = workflow.nodes.filter(
		({ name, type }) => type.endsWith('.splitInBatches') && leadsTo(workflow, name, node.name),
	);
	if (!decides(node) || loops.length === 0) return false;
	const ended = Object.fromEntries(loops.map(({ name }) => [name, {}]));
	const once = { ...workflow.connections, ...ended };
	const leads = behindEach(workflow.connections, node.name).map((next) =>
		next.some((one) => {
			const behind = reachedFrom(once, one);
			return senders.some(({ name }) => behind.has(name));
		}),
	);
	const ways = round.runs[node.name].flatMap(({ outputs }) =>
		outputs.flatMap((items, output) => (items.some(holds(row)) ? [output] : [])),
	);
	return ways.length > 0 && leads.includes(true) && !ways.some((way) => leads[way]);
}

/** The condition behind a node that lets fewer items out than came in: those whose numbers stand in no item any more. */
function choosingBehind({ workflow, rounds: [round] }: Play, { name }: WorkflowNode) {
	return inOrder(workflow, round).find((node) => {
		const ways = behindEach(workflow.connections, node.name);
		const left = ({ given, outputs }: Passage) =>
			given.length - outputs.filter((_, output) => ways[output]?.length > 0).flat().length;
		const leaves = round.runs[node.name].some((run) => left(run) > 0);
		return decides(node) && leadsTo(workflow, name, node.name) && leaves;
	});
}

/** Whether rows come together by a field: a person then comes out with each row that is theirs. */
export const joins = ({ type, parameters }: WorkflowNode) =>
	type.endsWith('.merge') &&
	/Match|mergeByFields/.test(Object.keys(parameters).join()) &&
	parameters.combineBy !== 'combineAll';

/** The node of which a person's row comes out more often than it came in, for one of her numbers. */
export function doubledAt(base: Senders, play: Play, row: Row): WorkflowNode | undefined {
	const counted = row.phones.flatMap((phone) => countedIn(base, play, { ...row, phones: [phone] }));
	return counted.find(
		({ node, given, gone }) =>
			given > 0 && gone > given && !node.type.endsWith('.splitInBatches') && !joins(node),
	)?.node;
}

/** How often a person's row came out of a node that joins rows by a field. */
export const joinedFor = (base: Senders, play: Play, row: Row): number =>
	Math.max(0, ...countedIn(base, play, row).flatMap(({ node, gone }) => (joins(node) ? gone : [])));

/** The node where a person's number first stands beside another one's mark. */
export function mixedAt(
	{ workflow, rounds: [round] }: Play,
	row: Row,
	mark: string,
): WorkflowNode | undefined {
	const isMixed = (item: Json) =>
		holds(row)(item) && JSON.stringify(item).toLowerCase().includes(mark.toLowerCase());
	return inOrder(workflow, round).find(
		({ name, shows }) =>
			!shows &&
			name !== row.list.node &&
			round.runs[name].some(
				({ given, outputs }) => outputs.flat().some(isMixed) && !given.some(isMixed),
			),
	);
}

/** The node of which a person's rows first come out as others than before. */
export function changedAt(
	before: Play,
	play: Play,
	row: Row,
	/** Leaves out what else may differ than IDs and times. */
	leaving = (item: string) => item,
): WorkflowNode | undefined {
	const rowsIn = ({ rounds: [{ runs }] }: Play, name: string) =>
		(runs[name] ?? [])
			.flatMap(({ outputs }) => outputs.flat().filter(holds(row)))
			.map((item) => plain(leaving(JSON.stringify(item))))
			.sort()
			.join('\n');
	return inOrder(play.workflow, play.rounds[0]).find(
		({ name, shows }) =>
			!shows && name !== row.list.node && rowsIn(before, name) !== rowsIn(play, name),
	);
}
