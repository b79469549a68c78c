import { decides } from '../copy/nodeKinds.ts';
import { deciders, isUnique, nameOf, names } from '../worlds/changes.ts';
import type { Play } from '../play/round.ts';
import { cellAt, cellsOf, isBlank, type Pins, withCell } from '../worlds/world.ts';
import { isNumberAt, jsonRows, type Row, withRows } from '../worlds/rows.ts';
import { isSchedule } from '../copy/schedules.ts';
import { lostAt } from './locate.ts';
import { gotBy, once, pinsOf, plainWorld, reached, type Base, whoGets } from './base.ts';
import { toChange, type Relation } from './relation.ts';

/** A row that a condition or code leaves out, and what is given when it has what that asks for. */
interface Later {
	row: Row;
	pins: Pins;
}

/** The first row that is left out by what stands in it, as it will be when that is as in a row that goes out. */
function laterIn(base: Base): Later | undefined {
	const { play } = base;
	const some = reached(base);
	// What a trigger gives alone is another event each time.
	const comesAgain = ({ list: { node } }: Row) =>
		isSchedule(play.trigger) || (node === play.trigger.name && play.world.pins[node].length > 1);
	if (some.length === 0) return undefined;
	for (const row of once(base.people).filter(comesAgain)) {
		const node = gotBy(play.rounds[0], row).length > 0 ? undefined : lostAt(base, play, row);
		const other = some.find(({ list }) => list === row.list);
		if (!node || !other || !/\.(if|filter|switch|code)$/.test(node.type)) continue;
		const rows = jsonRows(pinsOf(base), row.list);
		const asked = cellsOf(other.json).filter(
			([path, cell]) =>
				names(decides(node) ? deciders([node]) : [node], nameOf(path)) &&
				!isNumberAt(row.list, path) &&
				// What each has of their own is nobody else's.
				!(rows.length > 2 && isUnique(rows, path, row.list)) &&
				!isBlank(cell) &&
				cell !== cellAt(row.json, path),
		);
		if (asked.length === 0) continue;
		const json = asked.reduce((next, [path, cell]) => withCell(next, path, cell), row.json);
		const pins = withRows(pinsOf(base), row.list, (rows) => rows.with(row.place, json));
		return { row, pins };
	}
	return undefined;
}

const atOnce: Relation = {
	name: 'a row that counts',
	happens: 'A row that was left out has what a condition asks for.',
	world: (base) => {
		const later = laterIn(base);
		return later && { ...plainWorld(base), pins: later.pins };
	},
	breaks: () => [],
};

const whenItRunsAgain: Relation = {
	name: 'a row comes to count',
	happens: 'When it runs again, a row that was left out has what a condition asks for.',
	world: (base) => {
		const later = laterIn(base);
		return later && { ...plainWorld(base), pins: pinsOf(base), later: later.pins, times: 2 };
	},
	breaks: (base, play, played) => {
		const { row } = laterIn(base) ?? {};
		const control = played?.(atOnce.name);
		const [first, second] = play.rounds;
		const isSent = ({ rounds: [round] }: Play) => gotBy(round, row!).length > 0;
		if (!row || !control || !isSent(control) || !second || second.status !== 'success') return [];
		if (gotBy(first, row).length > 0 || gotBy(second, row).length > 0) return [];
		const node = lostAt(base, { ...play, rounds: [second] }, row);
		const happened = `When ${row.name} comes to have what the workflow asks for, ${whoGets([row])} nothing: “${node?.name}” remembers the row from before, when it was left out.`;
		return node && toChange('remembered', node.name, happened);
	},
};

export const ofComingToCount = [atOnce, whenItRunsAgain];
