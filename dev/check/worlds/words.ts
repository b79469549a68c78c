import { countryIn } from './countries.ts';
import { opposite } from './yesNo.ts';

function isTimeZone(cell: string): boolean {
	try {
		return cell.includes('/') && Boolean(Intl.DateTimeFormat('en', { timeZone: cell }));
	} catch {
		return false;
	}
}

/** Codes of countries, languages, and currencies. */
const CODE = /^(?:[A-Z]{2,3}|[a-z]{2})$/;

/** What is read as a date, a time, an address, a time zone, a country, or a code: another one could be none. */
export const isFormed = (cell: string) =>
	/^\d{4}-\d\d?-\d\d?([T ]\d.*)?$|^\d\d?[.:/]\d|@|:\/\//.test(cell) ||
	CODE.test(cell) ||
	countryIn(cell) !== undefined ||
	isTimeZone(cell);

/** Whether a cell is words that may be others. */
export const isWords = (cell: unknown): cell is string =>
	typeof cell === 'string' &&
	/\p{L}{2}/u.test(cell) &&
	cell.length < 200 &&
	opposite(cell) === undefined &&
	!isFormed(cell);

const NAMES = ['Dana', 'Emma', 'Fred', 'Greta', 'Hugo', 'Igor', 'Jana', 'Kai'];

/** Another value of the same kind, where one can be made up. */
export function another(cell: unknown, place: number): unknown {
	if (typeof cell === 'number') return cell + 9_000 + place;
	if (typeof cell !== 'string' || isFormed(cell)) return cell;
	if (/\d/.test(cell))
		return cell.replace(/\d+(?!.*\d)/s, (digits) => String(Number(digits) + 9_000 + place));
	if (!isWords(cell)) return cell;
	return `${NAMES[place % NAMES.length]}${place >= NAMES.length ? ` ${place}` : ''}`;
}
