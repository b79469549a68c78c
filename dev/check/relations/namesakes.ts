import * as changes from '../worlds/changes.ts';
import { cellAt, cellsOf, type Path } from '../worlds/world.ts';
import { decides } from '../copy/nodeKinds.ts';
import { calls } from './numbers.ts';
import { gotBy, listsOfPeople, once, type Base, worldWith } from './base.ts';
import { relatedFields } from './looks.ts';
import { joins } from './locate.ts';
import { lostIn, NOTHING } from './people.ts';
import { outputOf } from './seen.ts';
import { otherWords } from './otherWords.ts';
import type { Relation } from './relation.ts';
import type { Row } from '../worlds/rows.ts';
import { isWords } from '../worlds/words.ts';

/** Two people of a list, and the field of their names. */
interface Pair {
	one: Row;
	other: Row;
	path: Path;
	/** What the other is called in the second world. */
	called: string;
}

const isName = (cell: unknown): cell is string => isWords(cell) && !/\d/.test(cell);

/** Whether a node joins rows that differ in two fields which have the same values in two lists. */
const isMixedUp = (base: Base): boolean => {
	const [round] = base.play.rounds;
	const pairs = relatedFields(base);
	return base.play.workflow.nodes
		.filter(joins)
		.flatMap((node) => outputOf(round, node))
		.some((item) =>
			pairs.some(
				([left, right]) =>
					left !== right && left in item && right in item && item[left] !== item[right],
			),
		);
};

/** Who has the same name in one of the two worlds, and another one in the other. */
function pairIn(base: Base): Pair | undefined {
	const { nodes } = base.play.workflow;
	const ran = nodes.filter(({ shows }) => !shows);
	const orders = ran.filter((node) => decides(node) || node.type.endsWith('.sort'));
	const others = ran.filter((node) => !orders.includes(node));
	const isRead = (path: Path) => {
		const field = changes.nameOf(path);
		return changes.names(others, field) && !changes.names(orders, field);
	};
	for (const list of listsOfPeople(base)) {
		const people = once(base.people.filter((row) => row.list === list));
		const [path] =
			cellsOf(people[0]?.json ?? {}).find(([at, cell]) => isName(cell) && isRead(at)) ?? [];
		if (!path) continue;
		const nameOf = (row: Row) => cellAt(row.json, path);
		const same = people.filter((row) =>
			people.some((two) => two !== row && nameOf(two) === nameOf(row)),
		);
		const [one, other] = same.length > 1 ? same : people;
		if (!other || !isName(nameOf(other))) continue;
		const isSame = nameOf(one) === nameOf(other);
		// Of a team or a town, there may be only one of a name: people are called by theirs.
		const isCalled = people.some((row) =>
			gotBy(base.play.rounds[0], row).some(({ text }) => calls(text, String(nameOf(row)))),
		);
		// What several have in common, as they have a town, is a name only where they are named by it, or a node takes it for one.
		const isNamed = nameOf(one) === one.name || one.name.startsWith(`${String(nameOf(one))} (`);
		if (!isCalled && !(isSame && (isNamed || isMixedUp(base)))) continue;
		const called = isSame ? `Other ${String(nameOf(other))}` : String(nameOf(one));
		return { one, other, path, called };
	}
	return undefined;
}

export const namesakes: Relation = {
	name: 'namesakes',
	happens: 'Two people have the same name, or no longer have it.',
	world: (base) => {
		const pair = pairIn(base);
		return pair && worldWith(base, (pins) => changes.renamed(pins, base.lists, pair));
	},
	breaks: (base, play) => {
		const pair = pairIn(base);
		const before = base.play.rounds[0];
		if (!pair || play.rounds[0].status !== 'success') return [];
		const { one, other, path, called } = pair;
		const names = [one, other]
			.map(({ json }) => String(cellAt(json, path)))
			.concat(called)
			.flatMap((name) => [name, name.split(' ')[0]])
			.toSorted((a, b) => b.length - a.length);
		const unnamed = (text: string) =>
			names.reduce((next, name) => next.replaceAll(name, '•'), text);
		const isApart = called.startsWith('Other ');
		const why = isApart
			? `${String(cellAt(other.json, path))} is the name of two people. With another name for one,`
			: `${other.name} gets the name of ${one.name}, and now`;
		const people = [one, other].filter((row) => gotBy(before, row).length > 0);
		// Who gets nothing under another name has got what was for somebody else.
		const lost = people.filter((row) => gotBy(play.rounds[0], row).length === 0);
		const wrong = isApart ? lost.flatMap((row) => gotBy(before, row)) : [];
		const astray = wrong.length > 0 ? { wrong, isAstray: true } : {};
		return [
			...lostIn(base, play, people, { why: `${why} `, chooses: NOTHING }).map((breach) => ({
				...breach,
				...astray,
			})),
			...otherWords(base, play, people, why, unnamed),
		];
	},
};
