import { Problem } from '../errors/problem';
import { isObject } from '../service/answer';
import { phoneNumberIn } from '../values/phoneNumbers';
import { ADVICE, suppressionList } from './suppressionList';

/**
 * Names under which services keep phone numbers; one of these decides between several fields. An
 * accountNumber is none of them.
 */
const LIKELY = /phone|msisdn|mobile|^(number|recipient|to)$/i;

/**
 * The numbers on a suppression list, whose fields the service does not publish: the field that holds
 * them is the one the user named (`a.b` for one within another), or is found by its content.
 *
 * @param answer the service's answer as it came
 * @throws Problem if no field, or more than one, could be meant
 */
export function suppressedNumbers(answer: unknown, field: string): Set<string> {
	const rows = suppressionList(answer).map(valuesOf);
	if (!rows.length) return new Set();
	const name = field || nameOfNumbers(rows);
	const values = rows.map((row) => row.get(name));
	if (values.every((value) => value === undefined)) {
		throw new Problem(`The suppression list has no field called ${name}`, ADVICE);
	}
	if (!holdsNumbers(values)) {
		throw new Problem(
			`${name} of the suppression list holds other things than phone numbers`,
			ADVICE,
		);
	}
	// Somebody could stand there in another way than in the other entries.
	const odd = rows.findIndex((row) => !row.has(name) && ![...row.values()].some(isEmail)) + 1;
	if (odd) throw new Problem(`Entry ${odd} of the suppression list has no phone number`, ADVICE);
	return new Set(values.map(phoneNumberIn).filter((number) => number !== undefined));
}

/**
 * The one field that holds phone numbers. A field that holds other things too may be the one that is meant all the
 * same: it is not passed over for an ID or a time that looks like a number.
 */
function nameOfNumbers(rows: Array<Map<string, unknown>>): string {
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
			? `Several fields of the suppression list may hold phone numbers: ${found.join(' and ')}`
			: 'No field of the suppression list holds phone numbers',
		ADVICE,
	);
}

/** Whether a field's values are phone numbers; some may be missing, or e-mail addresses in their place. */
function holdsNumbers(values: unknown[]): boolean {
	const given = values.filter((value) => value !== undefined && value !== null && value !== '');
	const others = given.filter((value) => phoneNumberIn(value) === undefined);
	return given.length > others.length && others.every(isEmail);
}

function isEmail(value: unknown): boolean {
	return typeof value === 'string' && value.includes('@');
}

/** An entry's values by their names, a list as one; an entry that is a value itself stands under no name. */
function valuesOf(entry: unknown): Map<string, unknown> {
	const values = new Map<string, unknown>();
	const collect = (value: unknown, path: string[]) => {
		if (!isObject(value)) values.set(path.join('.'), value);
		else for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name]);
	};
	collect(entry, []);
	return values;
}
