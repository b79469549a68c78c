import * as changes from '../worlds/changes.ts';
import { cellAt, cellsOf, type Path } from '../worlds/world.ts';
import { changedAt } from './locate.ts';
import { decides } from '../copy/nodeKinds.ts';
import { gotBy, listsOfPeople, once, pinsOf, type Base, worldWith } from './base.ts';
import { lostIn } from './people.ts';
import { missing, withRowsDigits } from './seen.ts';
import { toChange, type Relation } from './relation.ts';
import type { Row } from '../worlds/rows.ts';

/** Two people of a list, and the field of their names. */
interface Pair {
	one: Row;
	other: Row;
	path: Path;
	/** What the other is called in the second world. */
	called: string;
}

const isName = (cell: unknown): cell is string => changes.isWords(cell) && !/\d/.test(cell);

/** Who has the same name in one of the two worlds, and another one in the other. */
function pairIn(base: Base): Pair | undefined {
	const { nodes } = base.play.workflow;
	const orders = nodes.filter(
		(node) => !node.shows && (decides(node) || node.type.endsWith('.sort')),
	);
	const read = nodes.filter((node) => !node.shows && !orders.includes(node));
	return listsOfPeople(base)
		.flatMap((list): Pair[] => {
			const people = once(base.people.filter((row) => row.list === list));
			const [one] = people;
			const path = cellsOf(one?.json ?? {}).find(
				([at, cell]) =>
					isName(cell) &&
					changes.names(read, changes.nameOf(at)) &&
					!changes.names(orders, changes.nameOf(at)),
			)?.[0];
			if (!path) return [];
			const nameOf = (row: Row) => cellAt(row.json, path);
			const same = people.filter((row) =>
				people.some((two) => two !== row && nameOf(two) === nameOf(row)),
			);
			const [first, second] = same.length > 1 ? same : people;
			if (!second || !isName(nameOf(second))) return [];
			const isSame = nameOf(first) === nameOf(second);
			const called = isSame ? `Other ${String(nameOf(second))}` : String(nameOf(first));
			return [{ one: first, other: second, path, called }];
		})
		.at(0);
}

export const namesakes: Relation = {
	name: 'namesakes',
	happens: 'Two people have the same name, or no longer have it.',
	world: (base) => {
		const pair = pairIn(base);
		return pair && worldWith(base, (pins) => changes.renamed(pins, base.lists, pair));
	},
	breaks: (base, play) => {
		const { one, other, path, called } = pairIn(base)!;
		const [before, then] = [base.play.rounds[0], play.rounds[0]];
		if (then.status !== 'success') return [];
		const names = [one, other]
			.map(({ json }) => String(cellAt(json, path)))
			.concat(called)
			.flatMap((name) => [name, name.split(' ')[0]])
			.toSorted((a, b) => b.length - a.length);
		const unnamed = (text: string) =>
			names.reduce((next, name) => next.replaceAll(name, '•'), text);
		const pins = pinsOf(base);
		const words = (text: string) => withRowsDigits(unnamed(text), pins, 3);
		const isApart = called.startsWith('Other ');
		const why = isApart
			? `${String(cellAt(other.json, path))} is the name of two people. With another name for one,`
			: `${other.name} gets the name of ${one.name}, and now`;
		const people = [one, other].filter((row) => gotBy(before, row).length > 0);
		const lost = lostIn(base, play, people, /^$/).map((breach) => ({
			...breach,
			happened: `${why} ${breach.happened}`,
		}));
		const [changed] = people.filter((row) => {
			const [had, has] = [before, then].map((round) =>
				gotBy(round, row).map(({ text }) => words(text)),
			);
			return has.length > 0 && missing(had, has).length + missing(has, had).length > 0;
		});
		if (!changed) return lost;
		const [had, has] = [before, then].map((round) => gotBy(round, changed)[0].text);
		const happened = `${why} ${changed.name} gets something else: “${had}” becomes “${has}”.`;
		const node = changedAt(base.play, play, changed, unnamed)?.name ?? gotBy(then, changed)[0].by;
		const wrong = [one, other].flatMap((row) => gotBy(before, row));
		return [...lost, toChange('rows', node, happened, { rows: [changed], wrong, isAstray: true })];
	},
};
