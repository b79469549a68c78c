import type { Step } from '../run/run';
import { groupOf } from '../values/optionReaders';
import { parseTime } from '../values/parsing';
import type { SendWindow } from './sendWindowOptions';
import { DAY_MINUTES, readSendWindow } from './sendWindowOptions';

/** Skips the items whose window is not open now: each comes out with the next moment at which it is. */
export const skipOutsideWindow: Step = async (run, items) => {
	const timeZone = run.context.getTimezone();
	const now = Date.now();
	/** Mostly the same for all items. */
	const known = new Map<string, Opening>();
	for (const item of items) {
		const given = groupOf(item.options, 'skipMessages') ?? {};
		const key = JSON.stringify(given, (_name, value: unknown) => value ?? null);
		try {
			const opening = known.get(key) ?? openingOf(readSendWindow(given, timeZone), now);
			known.set(key, opening);
			if (opening.isOpen) continue;
			const { to } = item.request.body as { to: string };
			const { sendAfter, words } = opening;
			run.skip(item, { skipped: 'outsideWindow', to, sendAfter }, words);
		} catch (error) {
			run.fail([item], error);
		}
	}
};

/** A date and time in a time zone, of n8n's own luxon. */
type Time = NonNullable<ReturnType<typeof parseTime>>;

/** When a window is open next: in ISO 8601, and for people. */
type Opening = { isOpen: boolean; sendAfter: string; words: string };

function openingOf(window: SendWindow, now: number): Opening {
	const next = nextInside(window, now);
	const words = next.toFormat("cccc, LLL d 'at' H:mm", { locale: 'en-US' });
	return {
		isOpen: next.toMillis() === now,
		sendAfter: next.toISO({ suppressMilliseconds: true })!,
		words: `${words}, ${window.timeZone}`,
	};
}

/**
 * The first moment from `now` on that is inside the window, to the full minute; `now` itself is given if it is inside.
 *
 * @param now in ms since 1970
 */
export function nextInside(window: SendWindow, now: number): Time {
	const time = parseTime(now, window.timeZone)!;
	if (isInside(window, time)) return time;
	let next = time.startOf('minute');
	do {
		let minutes = (window.from - minuteOf(next) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
		// Not beyond where the clock is set: there a window may begin at any minute.
		while (minutes > 1 && next.plus({ minutes }).offset !== next.offset) {
			minutes = Math.ceil(minutes / 2);
		}
		next = next.plus({ minutes });
	} while (!isInside(window, next));
	return next;
}

function isInside({ weekdays, from, until }: SendWindow, time: Time): boolean {
	const minute = minuteOf(time);
	const isToday = weekdays.has(time.weekday);
	if (from < until) return isToday && minute >= from && minute < until;
	const isYesterday = weekdays.has(time.weekday === 1 ? 7 : time.weekday - 1);
	return (isToday && minute >= from) || (isYesterday && minute < until);
}

function minuteOf({ hour, minute }: Time): number {
	return hour * 60 + minute;
}
