import { parseTime } from '../values/parsing';

/** The hours of some days at which messages may go out, by the clock on the wall of a time zone. */
export type SendWindow = {
	/** From 1 for Monday to 7. A window over midnight belongs to the day on which it begins. */
	weekdays: Set<number>;
	/** In minutes since midnight. If it is not before `until`, the window ends on the next day. */
	from: number;
	until: number;
	timeZone: string;
};

/** A date and time in a time zone, of n8n's own luxon. */
type Time = NonNullable<ReturnType<typeof parseTime>>;

const DAY_MINUTES = 24 * 60;

/**
 * The first moment from `now` on that is inside the window, to the full minute; `now` itself is given if it is inside.
 *
 * @param now in ms since 1970
 */
export function nextInside(window: SendWindow, now: number): Time {
	const time = parseTime(now, window.timeZone)!;
	if (isInside(window, time)) return time;
	let next = time.startOf('minute');
	do next = nextChange(window, next);
	while (!isInside(window, next));
	return next;
}

function isInside({ weekdays, from, until }: SendWindow, time: Time): boolean {
	const minute = minuteOf(time);
	const isToday = weekdays.has(time.weekday);
	if (from < until) return isToday && minute >= from && minute < until;
	const isYesterday = weekdays.has(time.weekday === 1 ? 7 : time.weekday - 1);
	return (isToday && minute >= from) || (isYesterday && minute < until);
}

/** The next time at which a window can begin: the clock shows its time, or is set forward or back. */
function nextChange({ from }: SendWindow, time: Time): Time {
	const later = (minutes: number) => time.plus({ minutes });
	const isSame = (minutes: number) => later(minutes).offset === time.offset;
	let after = from - minuteOf(time);
	if (after <= 0) after += DAY_MINUTES;
	// The first minute at which the clock is set, between one that is known not to be it and one that may be.
	if (!isSame(after)) {
		let before = 0;
		while (after - before > 1) {
			const middle = Math.floor((before + after) / 2);
			if (isSame(middle)) before = middle;
			else after = middle;
		}
	}
	return later(after);
}

function minuteOf({ hour, minute }: Time): number {
	return hour * 60 + minute;
}
