import {
	cellAt,
	cellsOf,
	DAY_MS,
	type Json,
	type Path,
	type Pins,
	withCell,
} from '../worlds/world.ts';
import { comesWithinAnHour, firesOften, isSchedule } from '../copy/schedules.ts';
import { jsonRows, rowsOf, type List, type Row } from '../worlds/rows.ts';
import { gotBy, plainWorld, reached, type Base, whoGets } from './base.ts';
import { lostAt } from './locate.ts';
import { keyOf, TIMES } from './onceKeys.ts';
import { sentAgain } from './seen.ts';
import { toChange, type Relation } from './relation.ts';
import { nameOf, names, withMore } from '../worlds/changes.ts';

const NUMBERED = /^(\D*)(\d{1,9})$/;

/** Fields in which each row of a list has a number of its own, alone or behind the same letters, which rises. */
function seriesIn(pins: Pins, list: List): Path[] {
	const rows = jsonRows(pins, list);
	const isNumber = (path: Path) =>
		[...list.numbers, ...list.others].some((one) => String(one) === String(path));
	return cellsOf(rows[0] ?? {})
		.map(([path]) => path)
		.filter((path) => {
			const cells = rows.map((row) => NUMBERED.exec(String(cellAt(row, path) ?? '')));
			const isSeries = cells.every(
				(cell, place) =>
					cell &&
					cell[1] === cells[0]![1] &&
					(place === 0 || Number(cell[2]) > Number(cells[place - 1]![2])),
			);
			return rows.length > 1 && !isNumber(path) && path.at(-1) !== 'row_number' && isSeries;
		});
}

/** The next number of a series. */
function nextOf(cell: unknown): unknown {
	const next = String(cell).replace(NUMBERED, (_, front: string, digits: string) => {
		const more = String(Number(digits) + 1);
		return front + (digits.startsWith('0') ? more.padStart(digits.length, '0') : more);
	});
	return typeof cell === 'number' ? Number(next) : next;
}

/** The list with series, the last row of it that somebody got something for, and the same with a row more of the next numbers. */
function withNext(base: Base): { row: Row; series: Path[]; pins: Pins } | undefined {
	const { workflow, world, trigger } = base.play;
	const row = reached(base).findLast(
		({ list }) => list.node !== trigger.name && list.at.length === 0 && world.pins[list.node],
	);
	const series = row ? seriesIn(world.pins, row.list) : [];
	if (!row || series.length === 0) return undefined;
	const last = world.pins[row.list.node].at(-1)!.json;
	const more = withMore(workflow, world.pins, base.lists, row);
	const items = more[row.list.node];
	const json = series.reduce<Json>(
		(next, path) => withCell(next, path, nextOf(cellAt(last, path))),
		items.at(-1)!.json,
	);
	const given = { ...more, [row.list.node]: items.with(-1, { ...items.at(-1)!, json }) };
	return { row, series, pins: given };
}

/** Whether it may be the next time of a workflow that runs again soon, and keeps back what was sent. */
const goesOn = (base: Base) =>
	comesWithinAnHour(base.play.trigger) && sentAgain(base.play).length === 0;

const allAtOnce: Relation = {
	name: 'the next one at once',
	happens: 'One more row, with the next number, is there the first time.',
	world: (base) => {
		const next = goesOn(base) ? withNext(base) : undefined;
		return next && { ...plainWorld(base), pins: next.pins };
	},
	breaks: () => [],
};

const nextOne: Relation = {
	name: 'the next one',
	happens: 'When it runs again, one more row is there, with the next number.',
	world: (base) => {
		const next = goesOn(base) ? withNext(base) : undefined;
		return next && { ...plainWorld(base), later: next.pins, times: 2 };
	},
	breaks: (base, play, played) => {
		const { row, series = [] } = withNext(base) ?? {};
		const control = played?.(allAtOnce.name)?.rounds[0];
		const [, second] = play.rounds;
		const added = row && rowsOf(play.world.later ?? {}, row.list).at(-1);
		if (!added || !control || second?.status !== 'success') return [];
		if (gotBy(control, added).length === 0 || gotBy(second, added).length > 0) return [];
		const node = lostAt(base, { ...play, rounds: [second] }, added);
		// Who is new on a list of those who are told of something else is rightly told of nothing new.
		if (!node || !series.some((path) => names([node], nameOf(path)))) return [];
		const happened = `When it runs again, a row with the next number is new, and ${whoGets([added])} nothing: “${node.name}” is the last node that had the number.`;
		return toChange('rising', node.name, happened);
	},
};

/** The list with another row in the place of one that somebody got something for, if more than a sheet's nodes reads places. */
function withAnother(base: Base): { row: Row; pins: Pins } | undefined {
	const { workflow, world, trigger } = base.play;
	const row = reached(base).find(
		({ list, json }) =>
			list.node !== trigger.name && list.at.length === 0 && json.row_number !== undefined,
	);
	const own = row && world.pins[row.list.node];
	const reading = workflow.nodes.filter(({ name, shows }) => !shows && !(name in world.pins));
	if (!own || !names(reading, 'row_number')) return undefined;
	const more = withMore(workflow, world.pins, base.lists, row);
	const { json, ...rest } = more[row.list.node].at(-1)!;
	const another = { ...rest, json: { ...json, row_number: row.json.row_number } };
	return { row, pins: { ...more, [row.list.node]: own.with(row.place, another) } };
}

const inItsPlace: Relation = {
	name: 'another row',
	happens: 'Another row stands in the place of one.',
	world: (base) => {
		const other = withAnother(base);
		return other && { ...plainWorld(base), pins: other.pins };
	},
	breaks: () => [],
};

const placeTaken: Relation = {
	name: 'another in its place',
	happens: 'When it runs again, a row is gone, and another one stands in its place.',
	world: (base) => {
		const other = withAnother(base);
		const { trigger } = base.play;
		// A key with the time is another one then.
		const isLater =
			isSchedule(trigger) &&
			!firesOften(trigger) &&
			base.senders.some((one) => TIMES.test(keyOf(one)));
		return (
			other && {
				...plainWorld(base),
				later: other.pins,
				times: 2,
				...(isLater && { laterMs: DAY_MS }),
			}
		);
	},
	breaks: (base, play, played) => {
		const { row, pins } = withAnother(base) ?? {};
		const control = played?.(inItsPlace.name)?.rounds[0];
		const [, second] = play.rounds;
		const added = row && pins && rowsOf(pins, row.list)[row.place];
		if (!added || !control || second?.status !== 'success') return [];
		if (gotBy(control, added).length === 0 || gotBy(second, added).length > 0) return [];
		const node = lostAt(base, { ...play, rounds: [second] }, added);
		const happened = `If a row is deleted and another one stands in its place, ${whoGets([added])} nothing: “${node?.name}” goes by row_number, which is the same then.`;
		return node && names([node], 'row_number') && toChange('remembered', node.name, happened);
	},
};

export const ofNextOnes = [allAtOnce, nextOne, inItsPlace, placeTaken];
