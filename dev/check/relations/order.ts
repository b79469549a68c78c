import * as changes from '../worlds/changes.ts';
import type { Play } from '../play/round.ts';
import { digests, otherWords } from './otherWords.ts';
import { lostIn, NOTHING } from './people.ts';
import {
	givenTo,
	gotBy,
	isSamePerson,
	listsOfPeople,
	once,
	oursIn,
	personAt,
	pinsOf,
	plainWorld,
	reached,
	type Base,
	wentOut,
	whoGets,
	worldWith,
} from './base.ts';
import { jsonRows, pinned, pinnedBetween, rowsOf, type Row, withRows } from '../worlds/rows.ts';
import { cellAt, cellsOf, type Json, type Path, type Pins, type World } from '../worlds/world.ts';
import { allOf } from '../some.ts';
import { decides, optionsOf } from '../copy/nodeKinds.ts';
import { firesOften } from '../copy/schedules.ts';
import { holds } from './locate.ts';
import { inOrder, leadsTo, outputOf, sentAgain } from './seen.ts';
import { toChange, type Breach, type Relation, worthKnowing } from './relation.ts';

/** Who gets something, and stands in a list in which there can be others. */
const listed = (base: Base): Row | undefined =>
	reached(base).find(
		({ list: { node, at } }) =>
			node !== base.play.trigger.name || at.length > 0 || base.play.world.pins[node].length > 1,
	);

/** The nodes behind a list that don't run, and whose rows don't follow a row of it. */
function unfollowed({ play: { workflow, world }, senders }: Base, row: Row): string[] {
	const names = senders.map(({ name }) => name);
	const behind = pinnedBetween(workflow, world.pins, row.list, names);
	return changes.unfollowed(workflow, world.pins, row, behind);
}

/** A row to change with those that follow it. */
function rowOfList(base: Base): Row | undefined {
	const row = listed(base);
	return row && unfollowed(base, row).length === 0 ? row : undefined;
}

/** The world in which a list has other rows by one that can be changed. */
function worldBy(base: Base, change: (pins: Pins, row: Row) => Pins): World | undefined {
	const row = rowOfList(base);
	return row && worldWith(base, (pins) => change(pins, row));
}

const withMore = (base: Base, count?: number) =>
	worldBy(base, (pins, row) => changes.withMore(base.play.workflow, pins, base.lists, row, count));

/** That it stops with other rows, although it doesn't when all is well: what is refused as a whole says so. */
function stops(base: Base, play?: Play): string | undefined {
	const then = play?.rounds[0];
	if (!then || then.status === 'success' || base.play.rounds[0].status !== 'success')
		return undefined;
	return `it stops there, and not when all is well: ${then.error ?? then.status}`;
}

/** Why other rows can't be compared, or none can be changed, although there is a list. */
function unfit(base: Base, play?: Play): string | undefined {
	const row = listed(base);
	const [node] = row ? unfollowed(base, row) : [];
	const noFollowing = `“${node}” gives its pinned data whatever comes in, and none of it belongs to ${row?.name}. Pin there what it gives for each row, with the number or another field that both have.`;
	return stops(base, play) ?? (node && noFollowing);
}

/** Who gets nothing now; a limit may be meant. */
function lostNow(base: Base, play: Play, people: Row[], why: string, chooses?: RegExp): Breach[] {
	const isLimit = (name?: string) =>
		play.workflow.nodes.some((node) => node.name === name && node.type.endsWith('.limit'));
	return lostIn(base, play, people, { why: `${why} `, chooses }).map((breach) => ({
		...breach,
		level: isLimit(breach.node) ? 'know' : 'change',
	}));
}

/** Whether another node sends to somebody now, behind one that sorts: who has a rank has another one with other rows. */
function isMoved({ play }: Base, then: Play, row: Row): boolean {
	const { workflow } = play;
	const [had, has] = [play, then].map(({ rounds: [round] }) =>
		gotBy(round, row).map(({ by }) => by),
	);
	return (
		has.length > 0 &&
		String(had) !== String(has) &&
		workflow.nodes.some(
			(node) =>
				node.type.endsWith('.sort') &&
				!node.disabled &&
				has.every((by = '') => leadsTo(workflow, node.name, by)),
		)
	);
}

/** What people get who are in both worlds: nobody less, more, or anything else. */
function others(base: Base, play: Play, why: string, left?: Row): Breach[] {
	if (stops(base, play)) return [];
	const usual = reached(base).filter((row) => !left || !isSamePerson(row, left));
	// Of two rows of hers, either may be the one that goes out.
	const isTwice = (row: Row) =>
		base.people.filter((other) => other.list === row.list && isSamePerson(row, other)).length > 1;
	const alone = usual.filter((row) => !isTwice(row) && !isMoved(base, play, row));
	const now = `${why}, and now`;
	return [...lostNow(base, play, usual, now, NOTHING), ...otherWords(base, play, alone, now)];
}

/** Those of whom nothing was known before. */
function newcomers(base: Base, pins: Pins): Row[] {
	const known = base.people.flatMap(({ phones }) => phones);
	return listsOfPeople(base)
		.flatMap((list) => rowsOf(pins, list))
		.filter(({ phones }) => phones.length > 0 && phones.every((phone) => !known.includes(phone)));
}

const oneMore: Relation = {
	name: 'one more',
	happens: 'One more person stands in the list.',
	world: (base) => withMore(base),
	cannot: unfit,
	breaks: (base, play) => {
		const why = 'One more row stands in the list';
		const lost = () => lostNow(base, play, newcomers(base, play.world.pins), `${why}, and`);
		// Where one is looked up, a row like it is another one of the same kind: a condition may want only one.
		const isLookedUp = reached(base).length === 1 && once(base.people).length > 1;
		const isMeant = ({ node }: Breach) =>
			isLookedUp && play.workflow.nodes.some((one) => one.name === node && decides(one));
		const found = () => allOf<Breach>([lost(), others(base, play, why)]);
		return play.rounds[0].status === 'success' && found().filter((one) => !isMeant(one));
	},
};

/** Who gets something only in the opposite order, while nobody gets less: an earlier row of theirs is in the way. */
function hiddenBehind(base: Base, play: Play): Breach[] {
	const [[usual], [then]] = [base.play.rounds, play.rounds];
	// Of rows of which the newest comes first, that one is kept on purpose.
	const isNewestFirst = (row: Row) => {
		const own = base.people.filter((one) => one.list === row.list && isSamePerson(one, row));
		const times = (path: Path) => own.map(({ json }) => Date.parse(String(cellAt(json, path))));
		return cellsOf(own[0].json).some(([path, cell]) => {
			const [first, ...others] = times(path);
			return /^\d{4}-\d\d-\d\d/.test(String(cell)) && others.some((time) => time < first);
		});
	};
	const rows = once(base.people).filter(
		(row) => gotBy(usual, row).length === 0 && gotBy(then, row).length > 0 && !isNewestFirst(row),
	);
	if (rows.length === 0 || then.status !== 'success') return [];
	const count = (items: Json[]) => items.filter(holds(rows[0])).length;
	const node = inOrder(play.workflow, usual).find(
		(one) =>
			/\.(removeDuplicates|code)$/.test(one.type) &&
			count(outputOf(usual, one)) > 0 &&
			count(givenTo(usual, one)) > count(outputOf(usual, one)),
	);
	const happened = `${whoGets(rows)} nothing, and in the opposite order a message: “${node?.name}” keeps one of several rows before it’s known which of them count.`;
	return node ? [toChange('remembered', node.name, happened)] : [];
}

/** The world in which rows come the other way round. */
function worldReversed(base: Base, turn?: (rows: Json[]) => Json[]): World | undefined {
	const { lists, play } = base;
	const pins = pinned(lists, play.world.pins, play.rounds[0]);
	const turned = changes.reversed(pins, lists, turn);
	const rowsIn = (given: Pins) => JSON.stringify(lists.map((list) => jsonRows(given, list)));
	return base.texts.length > 0 && rowsIn(turned) !== rowsIn(pins)
		? { ...plainWorld(base), pins: turned }
		: undefined;
}

const inReverse = (base: Base, play: Play) =>
	others(base, play, 'The rows come in the opposite order');

/** Where this changes nothing, the last of the rows about the same counts, as of a row and its correction. */
const inOrderOfEach: Relation = {
	name: 'reversed, each in order',
	happens: 'The rows come in the opposite order, but those about the same as they were.',
	world: (base) => {
		const [world, whole] = [worldReversed(base, changes.inOrderOfEach), worldReversed(base)];
		return JSON.stringify(world) === JSON.stringify(whole) ? undefined : world;
	},
	breaks: () => [],
};

const reversed: Relation = {
	name: 'reversed',
	happens: 'The rows come in the opposite order.',
	world: (base) => worldReversed(base),
	cannot: stops,
	breaks: (base, play, played) => {
		const control = played?.(inOrderOfEach.name);
		const isOfEach = control && inReverse(base, control).length === 0;
		const lost = inReverse(base, play).map(
			(one): Breach => (isOfEach ? { ...one, level: 'know' } : one),
		);
		return [lost, lost.length === 0 && hiddenBehind(base, play), digests(base, play)];
	},
};

const leftOut: Relation = {
	name: 'a row left out',
	happens: 'A row is missing.',
	world: (base) =>
		base.people.length > 2
			? worldBy(base, (pins, row) => changes.without(base.play.workflow, pins, base.lists, row))
			: undefined,
	cannot: unfit,
	breaks: (base, play) => {
		const left = rowOfList(base);
		return left && others(base, play, `The row of ${left.name} is missing`, left);
	},
};

const inFront: Relation = {
	name: 'a row in front',
	happens: 'When it runs again, one more row stands in front of the others.',
	world: (base) => {
		const isKeyed = base.senders.some((node) => optionsOf(node).onceKey);
		if (!isKeyed || !firesOften(base.play.trigger) || sentAgain(base.play).length > 0)
			return undefined;
		const more = worldBy(base, (pins, row) =>
			withRows(changes.withMore(base.play.workflow, pins, base.lists, row), row.list, (rows) => [
				...rows.slice(-1),
				...rows.slice(0, -1),
			]),
		);
		return more && { ...plainWorld(base), pins: pinsOf(base), later: more.pins, times: 2 };
	},
	breaks: (base, play) => {
		const [first, second = []] = play.rounds.map(wentOut);
		const wrong = second.filter(
			({ to, text, isWanted }) =>
				!isWanted && personAt(base, to) && first.some((one) => one.to === to && one.text === text),
		);
		const left = newcomers(base, play.world.later ?? {}).filter(
			(row) => gotBy(play.rounds.at(-1)!, row).length === 0,
		);
		const without = left.length > 0 ? `, and ${whoGets(left)} nothing` : '';
		return [...Map.groupBy(wrong, ({ by }) => by)].map(([by, all]) => {
			const rows = all.map(({ to }) => personAt(base, to)!);
			const happened = `When it runs again, one more row stands in front, and ${whoGets(rows)} the same message again${without}.`;
			return toChange('key', by, happened, { wrong: all });
		});
	},
};

const MANY = 240;

export const manyRows: Relation = {
	name: 'many rows',
	happens: `The list has ${MANY} rows more.`,
	world: (base) => {
		const limits = limitsOf(base);
		const isOver = limits.length > 0 && limits.every((limit) => limit <= MANY);
		return isOver ? withMore(base, MANY) : undefined;
	},
	cannot: (base) => (limitsOf(base).length > 0 ? unfit(base) : undefined),
	breaks: (base, play) =>
		[...Map.groupBy(wentOut(play.rounds[0]), ({ by = '' }) => by)].map(([by, { length }]) => {
			const happened = `${length} messages go out, although Max Messages is ${limitsOf(base)[0]} at another node.`;
			return length >= MANY && worthKnowing('limit', by, happened);
		}),
};

const limitsOf = (base: Base) =>
	oursIn(base).flatMap((node) => Number(optionsOf(node).limits?.values?.maxMessages) || []);

export const ofOrder = [oneMore, inOrderOfEach, reversed, leftOut, inFront];
