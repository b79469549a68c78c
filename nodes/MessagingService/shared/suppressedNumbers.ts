import type { IDataObject } from 'n8n-workflow';

import { listIn } from './lists';
import { normalisePhoneNumber } from './phoneNumbers';
import { Problem } from './problems';

const ADVICE =
	'Look at the list with Suppression → Get Many, and name the field under Options → Suppression Field.';

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
	const entries = listIn(answer);
	if (!entries) throw new Problem('The suppression list is not a list', ADVICE);
	const rows = entries.map(valuesOf);
	if (!rows.length) return new Set();
	if (field) {
		const values = rows.map((row) => row.get(field));
		if (values.every((value) => value === undefined)) {
			throw new Problem(`The suppression list has no field called ${field}`, ADVICE);
		}
		if (!holdsNumbers(values)) {
			throw new Problem(
				`${field} of the suppression list holds other things than phone numbers`,
				ADVICE,
			);
		}
		return numbersAmong(values);
	}
	return numbersAmong(fieldOfNumbers(rows));
}

/**
 * The values of the one field that holds phone numbers. A field that holds other things too may be the
 * one that is meant all the same: it is not passed over for an ID or a time that looks like a number.
 */
function fieldOfNumbers(rows: Array<Map<string, unknown>>): unknown[] {
	const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
	const candidates = names
		.map((name) => ({ name, values: rows.map((row) => row.get(name)) }))
		.filter(({ values }) => values.some((value) => numberIn(value) !== undefined));
	const likely = candidates.filter(({ name }) => LIKELY.test(name.split('.').at(-1) ?? ''));
	const found = likely.length ? likely : candidates;
	if (found.length === 1 && holdsNumbers(found[0].values)) return found[0].values;
	const seen = found.map(({ name }) => name).join(' and ');
	throw new Problem(
		found.length > 1
			? `Several fields of the suppression list may hold phone numbers: ${seen}`
			: 'No field of the suppression list holds phone numbers',
		ADVICE,
	);
}

/** Whether a field's values are phone numbers; some may be missing, or e-mail addresses in their place. */
function holdsNumbers(values: unknown[]): boolean {
	const given = values.filter((value) => value !== undefined && value !== null && value !== '');
	const others = given.filter((value) => numberIn(value) === undefined);
	return given.length > others.length && others.every((value) => String(value).includes('@'));
}

function numbersAmong(values: unknown[]): Set<string> {
	return new Set(values.map(numberIn).filter((number) => number !== undefined));
}

function numberIn(value: unknown): string | undefined {
	try {
		return normalisePhoneNumber(value, '');
	} catch {
		return undefined;
	}
}

/** An entry's plain values by their names; an entry that is a value itself stands under no name. */
function valuesOf(entry: unknown): Map<string, unknown> {
	const values = new Map<string, unknown>();
	const collect = (value: unknown, path: string[]) => {
		if (typeof value !== 'object' || value === null) values.set(path.join('.'), value);
		else if (!Array.isArray(value)) {
			for (const [name, inner] of Object.entries(value as IDataObject)) {
				collect(inner, [...path, name]);
			}
		}
	};
	collect(entry, []);
	return values;
}
