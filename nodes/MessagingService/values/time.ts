import { tryToParseDateTime } from 'n8n-workflow';

/** 2027-01-31, 2027-01-31 09:00, 2027-01-31T09:00:00.000+02:00, and 20270131T0900Z; offsets go from -12:00 to +14:00. */
const ISO_TIME =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]\d\d[\d:.]*(?: ?(?:Z|\+14(?::?00)?|-12(?::?00)?|(?:\+(?:0\d|1[0-3])|-(?:0\d|1[01]))(?::?[0-5]\d)?))?)?$/;

const [EARLIEST_MS, LATEST_MS] = [Date.UTC(2000), Date.UTC(2100)];

const isPossible = (ms: number) => ms >= EARLIEST_MS && ms < LATEST_MS;

/** The point in time of a value, if it is one from 2000 to 2099; without a zone of its own in the given one. */
export function parseTime(value: unknown, timeZone: string) {
	try {
		const time = tryToParseDateTime(dateOf(value), timeZone);
		return isPossible(time.toMillis()) && isOnDayOf(value, time) ? time : undefined;
	} catch {
		return undefined;
	}
}

/** The value for n8n to read as a time, a number as ms or s since 1970; undefined where it would guess, as with "12". */
function dateOf(value: unknown): unknown {
	if (typeof value === 'number') return new Date(isPossible(value) ? value : value * 1000);
	if (typeof value !== 'string') return Array.isArray(value) ? undefined : value;
	const text = value.trim();
	if (/^\d{9,13}(?:\.\d+)?$/.test(text)) return dateOf(Number(text));
	return ISO_TIME.test(text) ? text : undefined;
}

/** n8n makes March 2 of February 30. */
function isOnDayOf(value: unknown, time: ReturnType<typeof tryToParseDateTime>): boolean {
	const written = typeof value === 'string' && ISO_TIME.exec(value.trim());
	return !written || time.toISODate() === written.slice(1, 4).join('-');
}
