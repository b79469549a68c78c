import type { WorkflowNode } from '../../n8n/types.ts';
import type { Item } from '../copy/sampleItems.ts';
import type { Pins, World } from '../worlds/world.ts';
import type { Play, Round, Sent } from '../play/round.ts';
import { isOurs, sends } from '../copy/nodeKinds.ts';
import {
	hasPhone,
	jsonRows,
	listsIn,
	pinned,
	rowsOf,
	type List,
	type Row,
} from '../worlds/rows.ts';

/** What is known of a workflow when all is well. */
export interface Base {
	play: Play;
	/** All lists with which it begins; those that are written to come first. */
	lists: List[];
	/** Who can be written to. */
	people: Row[];
	texts: string[];
	/** The nodes that sent; those that wrote to people in the lists, if any did. */
	senders: WorkflowNode[];
}

export const wentOut = ({ messages }: Round): Sent[] => messages.filter(({ isHeld }) => !isHeld);

/** The nodes of this package's in a workflow. */
export const oursIn = ({ play: { workflow } }: Base) => workflow.nodes.filter(isOurs);

/** All of them that had something to send, to whomever. */
export const sendingNodes = (base: Base) =>
	oursIn(base).filter((node) => sends(node) && base.play.rounds[0].runs[node.name]);

const isTo =
	(row: Row) =>
	({ to }: Sent) =>
		hasPhone(row, to);

/** Who in the lists has a number, or an address. */
export const personAt = ({ people }: Base, to: string) => people.find((row) => hasPhone(row, to));

/** What came into a node. */
export const givenTo = ({ runs }: Round, { name }: { name: string }) =>
	(runs[name] ?? []).flatMap(({ given }) => given);

/** Whom a message goes to, by the name in the lists, or else by the address. */
export const nameFor = (base: Base, { to, channel }: Sent) =>
	personAt(base, to)?.name ?? (channel === 'email' ? to : `+${to}`);

/** What a person gets. */
export const gotBy = (round: Round, row: Row): Sent[] => wentOut(round).filter(isTo(row));

/** @param lists those of the same workflow before it was changed */
export function baseOf(play: Play, lists?: List[]): Base {
	const { workflow, world } = play;
	const [round] = play.rounds;
	const found = lists ?? listsIn(workflow, world.pins, round);
	const written = found.filter(({ isWrittenTo }) => isWrittenTo);
	const isSilent = written.length === 0 && round.attempts.length === 0;
	const people = (isSilent ? found : written)
		.flatMap((list) => rowsOf(pinned([list], world.pins, round), list))
		.filter(({ phones }) => phones.length > 0);
	const senders = workflow.nodes.filter((node) => sends(node) && round.runs[node.name]);
	const toPeople = senders.filter(({ name }) =>
		round.messages.some((sent) => sent.by === name && people.some((row) => isTo(row)(sent))),
	);
	const texts = round.messages.map(({ text }) => text);
	return { play, lists: found, people, texts, senders: toPeople.length > 0 ? toPeople : senders };
}

/** Whether it is hers: a row of the same person in another list, or twice in one, is the same one. */
export const isSamePerson = (one: Row, other: Row) =>
	one.phones.some((phone) => hasPhone(other, phone));

/** Each person once. */
export const once = (rows: Row[]): Row[] =>
	rows.filter((row, place) => rows.findIndex((other) => isSamePerson(row, other)) === place);

/** Who gets something when all is well. */
export const reached = ({ people, play }: Base) =>
	once(people).filter((row) => gotBy(play.rounds[0], row).length > 0);

/** Whether a row comes alone, as a report does, and another one is of another list: it may be told of the first. */
export const comesAlone = ({ play: { world } }: Base, { list }: Row, other: Row): boolean =>
	list.node !== other.list.node && jsonRows(world.pins, list).length === 1;

/** The lists with a row for each person. */
export const listsOfPeople = ({ lists, people }: Base) =>
	lists.filter((list) => people.some((row) => row.list === list));

/** A world in which all is well, once. */
export const plainWorld = ({ play: { world } }: Base): World => ({
	...{ pins: world.pins, times: 1, answers: 'yes' },
	...{ balance: world.balance, today: world.today },
});

/** What is given, with the rows of each list of people standing there themselves. */
export const pinsOf = (base: Base): Pins =>
	pinned(listsOfPeople(base), base.play.world.pins, base.play.rounds[0]);

/** The world in which something else is given, if there are lists of people. */
export function worldWith(base: Base, change: (pins: Pins) => Pins | undefined): World | undefined {
	const pins = listsOfPeople(base).length > 0 ? change(pinsOf(base)) : undefined;
	return pins && { ...plainWorld(base), pins };
}

/** The world in which each item of the trigger is another one. */
export function worldOf(base: Base, change: (item: Item) => Item): World {
	const { world, trigger } = base.play;
	const items = world.pins[trigger.name].map(change);
	return { ...plainWorld(base), pins: { ...world.pins, [trigger.name]: items } };
}

type Named = Pick<Row, 'name'>;

/** Names in a sentence. */
export function inWords(rows: Named[]): string {
	const all = [...new Set(rows.map(({ name }) => name))];
	if (all.length > 4) return `${all.slice(0, 3).join(', ')}, and ${all.length - 3} others`;
	return all.length < 3 ? all.join(' and ') : `${all.slice(0, -1).join(', ')}, and ${all.at(-1)}`;
}

/** "Anna gets", "Anna and Ben get". */
export const whoGets = (rows: Named[]) =>
	`${inWords(rows)} ${new Set(rows.map(({ name }) => name)).size > 1 ? 'get' : 'gets'}`;
