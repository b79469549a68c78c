import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Step } from '../run/run';
import { groupOf } from '../values/optionReaders';
import { parseTime } from '../values/parsing';
import { skipsBy } from './skipMessages';
import type { SendWindow } from './sendWindowOptions';
import { DAY_MINUTES, readSendWindow } from './sendWindowOptions';

/** Skips the items whose window is not open now: each comes out with the next moment at which it is. */
export const skipOutsideWindow: Prepare<Step> = forOption(
	'skipMessages',
	(options, entered) => skipsBy('sendWindow', options, entered) && skipOutside,
);

const skipOutside: Step = async (run, items) => {
	const timeZone = run.context.getTimezone();
	const now = Date.now();
	const known = new Map<string, Opening | null>();
	/** Mostly the same for all items. */
	const openingOf = (given: object): Opening | null => {
		const key = JSON.stringify(given, (_name, value: unknown) => value ?? null);
		const found = known.get(key);
		if (found !== undefined) return found;
		const window = readSendWindow({ ...given }, timeZone);
		const next = nextInside(window, now);
		const opening = next.toMillis() === now ? null : openingAt(next, window);
		known.set(key, opening);
		return opening;
	};
	for (const item of items) {
		const given = groupOf(item.options, 'skipMessages') ?? {};
		try {
			const opening = openingOf(given);
			if (opening === null) continue;
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

/** When a window opens: in ISO 8601, and for people. */
type Opening = { sendAfter: string; words: string };

function openingAt(next: Time, { timeZone }: SendWindow): Opening {
	const words = next.toFormat("cccc, LLL d 'at' H:mm", { locale: 'en-US' });
	return {
		sendAfter: next.toISO({ suppressMilliseconds: true })!,
		words: `${words}, ${timeZone}`,
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
