import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { firstTimeOf } from '../copy/schedules.ts';
import { cellsOf, DAY_MS, HOUR_MS, MINUTE_MS, type Pins } from './world.ts';

const DAY = /^(\d{4})-(\d\d)-(\d\d)|^(\d\d?)[./](\d\d?)[./](\d{4})\b/;

/** What is longer ago, as a birthday is, comes each year; what is further ahead is no day that something is done about. */
const [longAgo, farAhead] = [400, 800];

const today = () => Math.floor(Date.now() / DAY_MS);

/** The day that a cell is about, as days since 1970: of one long ago, the next of the same name. */
function dayOf(cell: unknown): number | undefined {
	const [, year, month, day, ofMonth, thenMonth, thenYear] = DAY.exec(String(cell)) ?? [];
	const [one, other] = [Number(month ?? thenMonth), Number(day ?? ofMonth)];
	// In some countries, the month stands before the day.
	const [inMonth, onDay] = one > 12 ? [other, one] : [one, other];
	const dayIn = (of: number) => Date.UTC(of, inMonth - 1, onDay) / DAY_MS;
	const own = dayIn(Number(year ?? thenYear));
	if (Number.isNaN(own) || inMonth > 12 || own > today() + farAhead) return undefined;
	if (own >= today() - longAgo) return own;
	const thisYear = new Date().getUTCFullYear();
	return [thisYear, thisYear + 1].map(dayIn).find((next) => next >= today());
}

/** The days that stand in what is given, each once, the nearest first. */
export function daysIn(pins: Pins): number[] {
	const days = Object.values(pins).flatMap((items) =>
		items.flatMap(({ json }) => cellsOf(json).flatMap(([, cell]) => dayOf(cell) ?? [])),
	);
	const far = (day: number) => Math.abs(day - today());
	return [...new Set(days)].sort((one, other) => far(one) - far(other) || one - other);
}

/** Times that stand in what is given, each once, in ms: of what is long ago, or far ahead, none. */
const timesIn = (pins: Pins): number[] => {
	const times = Object.values(pins).flatMap((items) =>
		items.flatMap(({ json }) =>
			cellsOf(json).flatMap(([, cell]) =>
				/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(cell)) ? Date.parse(String(cell)) || [] : [],
			),
		),
	);
	const isNear = (at: number) =>
		at / DAY_MS > today() - longAgo && at / DAY_MS < today() + farAhead;
	return [...new Set(times)].filter(isNear);
};

/** How many days before or after the day of a row something may be done about it. */
const DISTANCES = [-1, 0, -2, -3, -7, 1, 7, 14];
/** And how many hours before its time. */
const HOURS = [24, 2, 1, 0.5];
const mostDays = 4;

/** A time as a workflow's own clock shows it: "2026-11-02 09:30:00". */
function shownIn({ settings }: Workflow, at: number): string {
	const timeZone = settings?.timezone ?? process.env.GENERIC_TIMEZONE;
	return new Date(at).toLocaleString('sv', { timeZone: timeZone as string | undefined });
}

/** Hour and minute of a time, by a workflow's own clock: "09:30". */
export const clockOf = (workflow: Workflow, at: number): string =>
	shownIn(workflow, at).slice(11, 16);

/** The day that a workflow's own clock shows, since 1970. */
export const dayAt = (workflow: Workflow, at: number): number =>
	Date.parse(shownIn(workflow, at).slice(0, 10)) / DAY_MS;

/** The weekday of a day since 1970, with Sunday as 0. */
export const weekdayOf = (day: number) => (day + 4) % 7;

/** In minutes since midnight. */
const noon = 12 * 60;

/** When a workflow begins on a day since 1970, by its own clock: as its schedule says, or else at noon. */
export function timeOn(workflow: Workflow, trigger: WorkflowNode, day: number): string {
	const local = day * DAY_MS + (firstTimeOf(trigger) ?? noon) * MINUTE_MS;
	// What the clock shows at that time in UTC tells how far the time zone is from it.
	const shown = Date.parse(`${shownIn(workflow, local).replace(' ', 'T')}Z`);
	return new Date(2 * local - shown).toISOString();
}

/** Whether a workflow asks what time it is. */
export const asksForTime = ({ nodes }: Workflow) =>
	nodes.some(({ parameters }) => /\$now|\$today|Date\b|DateTime/.test(JSON.stringify(parameters)));

/** What n8n's clock shows when a workflow begins today: the same, whenever it's checked. */
export const timeToday = (workflow: Workflow, trigger: WorkflowNode): string | undefined =>
	asksForTime(workflow) ? timeOn(workflow, trigger, dayAt(workflow, Date.now())) : undefined;

/**
 * What n8n's clock can show so that it's a day, or a time, that the rows are about: in groups, of which each is as far from
 * it; or else another day of the week.
 */
export function timesToTry(workflow: Workflow, trigger: WorkflowNode, pins: Pins): string[][] {
	if (!asksForTime(workflow)) return [];
	const days = daysIn(pins).slice(0, mostDays);
	const byDay = DISTANCES.map((distance) =>
		days.map((day) => timeOn(workflow, trigger, day + distance)),
	);
	const times = timesIn(pins).slice(0, mostDays);
	const byHour = HOURS.map((hours) =>
		times.map((at) => new Date(at - hours * HOUR_MS).toISOString()),
	);
	// On some days of the week, nothing may be meant to go out.
	const week = [1, 2, 3, 4, 5, 6].map((days) => timeOn(workflow, trigger, today() + days));
	return [...byDay, ...byHour, week].filter(({ length }) => length > 0);
}
