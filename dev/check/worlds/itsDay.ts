import type { Workflow } from '../../n8n/types.ts';
import { cellsOf, DAY_MS, HOUR_MS, type Pins } from './world.ts';

const DAY = /^(\d{4})-(\d\d)-(\d\d)|^(\d\d?)[./](\d\d?)[./](\d{4})\b/;

/** What is longer ago, as a birthday is, comes each year. */
const longAgo = 400;

const today = () => Math.floor(Date.now() / DAY_MS);

/** The day that a cell is about, as days since 1970: of one long ago, the next of the same name. */
function dayOf(cell: unknown): number | undefined {
	const [, year, month, day, ofMonth, thenMonth, thenYear] = DAY.exec(String(cell)) ?? [];
	const dayIn = (one: number) =>
		Date.UTC(one, Number(month ?? thenMonth) - 1, Number(day ?? ofMonth)) / DAY_MS;
	const own = dayIn(Number(year ?? thenYear));
	if (Number.isNaN(own) || own >= today() - longAgo) return Number.isNaN(own) ? undefined : own;
	const thisYear = new Date().getUTCFullYear();
	return [thisYear, thisYear + 1].map(dayIn).find((one) => one >= today());
}

/** The days that stand in what is given, each once, the nearest first. */
export function daysIn(pins: Pins): number[] {
	const days = Object.values(pins).flatMap((items) =>
		items.flatMap(({ json }) => cellsOf(json).flatMap(([, cell]) => dayOf(cell) ?? [])),
	);
	const far = (day: number) => Math.abs(day - today());
	return [...new Set(days)].sort((one, other) => far(one) - far(other) || one - other);
}

/** Times that stand in what is given, each once, in ms. */
const timesIn = (pins: Pins): number[] => [
	...new Set(
		Object.values(pins).flatMap((items) =>
			items.flatMap(({ json }) =>
				cellsOf(json).flatMap(([, cell]) =>
					/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(cell)) ? Date.parse(String(cell)) || [] : [],
				),
			),
		),
	),
];

/** How many days before or after the day of a row something may be done about it. */
const DISTANCES = [-1, 0, -2, -3, -7, 1, 7, 14];
/** And how many hours before its time. */
const HOURS = [24, 2, 1, 0.5];
const mostDays = 5;

/** How far n8n's clock is ahead at noon of a day since 1970, in ms: it's that day in nearly any time zone. */
export const aheadTo = (day: number) => (day + 0.5) * DAY_MS - Date.now();

/** Whether a workflow asks what time it is. */
export const asksForTime = ({ nodes }: Workflow) =>
	nodes.some(({ parameters }) => /\$now|\$today|Date\b|DateTime/.test(JSON.stringify(parameters)));

/**
 * How far n8n's clock can be ahead so that it's a day, or a time, that the rows are about: in groups, of which each is as
 * far from it.
 */
export function daysToTry(workflow: Workflow, pins: Pins): number[][] {
	if (!asksForTime(workflow)) return [];
	const now = Date.now();
	const days = daysIn(pins).slice(0, mostDays);
	const byDay = DISTANCES.map((distance) => days.map((day) => aheadTo(day + distance)));
	const times = timesIn(pins).slice(0, mostDays);
	const byHour = HOURS.map((hours) => times.map((at) => at - hours * HOUR_MS - now));
	return [...byDay, ...byHour].filter(({ length }) => length > 0);
}
