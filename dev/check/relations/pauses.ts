import { asksForTime, dayAt, daysIn, timeOn, weekdayOf } from '../worlds/itsDay.ts';
import { WEEKDAY_NAMES, weekdaysOf } from '../copy/schedules.ts';
import type { Round } from '../play/round.ts';
import type { Row } from '../worlds/rows.ts';
import { gotBy, once, plainWorld, type Base, whoGets } from './base.ts';
import { timeIn } from '../worlds/world.ts';
import { toChange, type Relation } from './relation.ts';

/** The longest pause in which something is looked for. */
const longest = 3;

/** Some days on which a schedule doesn't come, and those around them on which it does. */
interface Pause {
	earlier: number;
	before: number;
	pause: number[];
	after: number;
}

/**
 * The days on which a schedule doesn't come, shortly before a day that a row is about, between the last one before and the
 * first one after.
 */
function pauseOf({ play, people }: Base): Pause | undefined {
	const { workflow, trigger, world } = play;
	if (!trigger.type.endsWith('.scheduleTrigger') || people.length === 0 || !asksForTime(workflow))
		return undefined;
	const weekdays = weekdaysOf(trigger);
	const comesOn = (day: number) => weekdays.includes(weekdayOf(day));
	if (weekdays.length === 0) return undefined;
	const days = daysIn({ ...world.pins, [trigger.name]: [] });
	// For most, something is to be done the day before.
	const found = [1, 0, 2].flatMap((earlier) => days.map((day) => day - earlier));
	for (const last of found) {
		if (comesOn(last)) continue;
		const nextTo = (from: number, step: number) => {
			let next = from + step;
			while (!comesOn(next)) next += step;
			return next;
		};
		const [before, after] = [nextTo(last, -1), nextTo(last, 1)];
		const pause = Array.from({ length: after - before - 1 }, (_, place) => before + 1 + place);
		if (pause.length <= longest) return { earlier: nextTo(before, -1), before, pause, after };
	}
	return undefined;
}

/** Whether the good day itself is one on which the schedule doesn't come. */
const isPaused = ({ play: { workflow, trigger, world } }: Base): boolean =>
	!weekdaysOf(trigger).includes(weekdayOf(dayAt(workflow, timeIn(world))));

const onDay = (
	name: string,
	happens: string,
	dayIn: (pause: Pause) => number | undefined,
): Relation => ({
	...{ name, happens },
	world: (base) => {
		const found = pauseOf(base);
		const day = found && dayIn(found);
		const { workflow, trigger } = base.play;
		const today = day === undefined ? undefined : timeOn(workflow, trigger, day);
		return today ? { ...plainWorld(base), today } : undefined;
	},
	breaks: () => [],
});

const around = [
	onDay(
		'earlier than the pause',
		'It is the last day but one before the schedule pauses.',
		({ earlier }) => earlier,
	),
	onDay(
		'before the pause',
		'It is the last day before the schedule pauses.',
		({ before }) => before,
	),
	onDay(
		'after the pause',
		'It is the first day after the schedule has paused.',
		({ after }) => after,
	),
];
const within = [
	onDay('in the pause', 'It is a day on which the schedule pauses.', ({ pause }) => pause.at(-2)),
];

/** Who would get something only on days on which the workflow doesn't run. */
const lastDay: Relation = {
	...onDay(
		'at the end of the pause',
		'It is the last day on which the schedule pauses.',
		({ pause }) => pause.at(-1),
	),
	breaks: (base, play, played) => {
		const { pause } = pauseOf(base) ?? {};
		const roundsOf = (some: Relation[]) =>
			some.flatMap(({ name }) => played?.(name)?.rounds[0] ?? []);
		if (!pause || roundsOf(around).length < around.length) return [];
		const usual = [...(isPaused(base) ? [] : [base.play.rounds[0]]), ...roundsOf(around)];
		const isMissed = (round: Round) => (row: Row) =>
			gotBy(round, row).length > 0 && usual.every((one) => gotBy(one, row).length === 0);
		// The last day comes first: one day more is often enough.
		const missed = [play.rounds[0], ...roundsOf(within)].map((round, place) => ({
			day: weekdayOf(pause.at(-1 - place)!),
			rows: once(base.people).filter(isMissed(round)),
		}));
		const rows = once(missed.flatMap((one) => one.rows));
		if (rows.length === 0) return [];
		const weekdays = missed.flatMap((one) => (one.rows.length > 0 ? one.day : []));
		const days = pause.map((day) => WEEKDAY_NAMES[weekdayOf(day)]).join(' and ');
		const happened = `“${base.play.trigger.name}” doesn't come on ${days}, and ${whoGets(rows)} nothing: only then would what the workflow looks for be theirs.`;
		return toChange('paused', base.play.trigger.name, happened, { days: weekdays });
	},
};

export const ofPauses = [...around, ...within, lastDay];
