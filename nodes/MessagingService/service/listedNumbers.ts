import { Problem } from '../errors/problem';
import { phoneNumberIn } from '../values/phoneNumbers';
import { isObject } from './answer';

/** A list whose fields the service does not publish: what it is called, and what to do if it cannot be read. */
export type AboutList = { name: string; advice: string };

/** An entry's values by their names, `a.b` for one within another. */
export type EntryValues = Map<string, unknown>;

/**
 * Names under which services keep phone numbers; one of these decides between several fields. An
 * accountNumber is none of them.
 */
const LIKELY = /phone|msisdn|mobile|^(number|recipient|to)$/i;

/**
 * The one field that holds phone numbers. A field that holds other things too may be the one that is meant all the
 * same: it is not passed over for an ID or a time that looks like a number.
 *
 * @throws Problem if no field, or more than one, could be meant
 */
export function nameOfNumbers(rows: EntryValues[], { name: list, advice }: AboutList): string {
	const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
	const candidates = names.filter((name) =>
		rows.some((row) => phoneNumberIn(row.get(name)) !== undefined),
	);
	const likely = candidates.filter((name) => LIKELY.test(name.split('.').at(-1) ?? ''));
	const found = likely.length ? likely : candidates;
	const [only] = found;
	if (found.length === 1 && holdsNumbers(rows.map((row) => row.get(only)))) return only;
	throw new Problem(
		found.length > 1
			? `Several fields of the ${list} may hold phone numbers: ${found.join(' and ')}`
			: `No field of the ${list} holds phone numbers`,
		advice,
	);
}

/** Whether a field's values are phone numbers; some may be missing, or e-mail addresses in their place. */
export function holdsNumbers(values: unknown[]): boolean {
	const given = values.filter((value) => value !== undefined && value !== null && value !== '');
	const others = given.filter((value) => phoneNumberIn(value) === undefined);
	return given.length > others.length && others.every(isEmail);
}

export function isEmail(value: unknown): boolean {
	return typeof value === 'string' && value.includes('@');
}

/** A list within an entry is one value; an entry that is a value itself stands under no name. */
export function valuesOf(entry: unknown): EntryValues {
	const values: EntryValues = new Map();
	const collect = (value: unknown, path: string[]) => {
		if (!isObject(value)) values.set(path.join('.'), value);
		else for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name]);
	};
	collect(entry, []);
	return values;
}
