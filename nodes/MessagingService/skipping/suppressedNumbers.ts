import { Problem } from '../errors/problem';
import type { AboutList } from '../service/listedNumbers';
import { holdsNumbers, isEmail, nameOfNumbers, valuesOf } from '../service/listedNumbers';
import { wholeList } from '../service/wholeList';
import { phoneNumberIn } from '../values/phoneNumbers';

const ADVICE =
	'Use Suppression → Get Many to see the list, and enter the field under Options → Skip Suppressed.';

const LIST: AboutList = { name: 'suppression list', advice: ADVICE };

/**
 * The numbers on a suppression list, whose fields the service does not publish: the field that holds
 * them is the one the user named (`a.b` for one within another), or is found by its content.
 *
 * @param answer the service's answer as it came
 * @throws Problem if no field, or more than one, could be meant
 */
export function suppressedNumbers(answer: unknown, field: string): Set<string> {
	const rows = wholeList(answer, LIST).map(valuesOf);
	if (!rows.length) return new Set();
	const name = field || nameOfNumbers(rows, LIST);
	const values = rows.map((row) => row.get(name));
	if (values.every((value) => value === undefined)) {
		throw new Problem(`The suppression list has no field called ${name}`, ADVICE);
	}
	if (!holdsNumbers(values)) {
		throw new Problem(
			`The field ${name} of the suppression list holds entries that aren't phone numbers`,
			ADVICE,
		);
	}
	// Somebody could stand there in another way than in the other entries.
	const odd = rows.findIndex((row) => !row.has(name) && ![...row.values()].some(isEmail)) + 1;
	if (odd) throw new Problem(`Entry ${odd} of the suppression list has no phone number`, ADVICE);
	return new Set(values.map(phoneNumberIn).filter((number) => number !== undefined));
}
