import { Problem } from '../../errors/problem';
import { listIn, onlyList } from '../../service/answer';
import type { AboutList, EntryValues } from '../../service/listedNumbers';
import { nameOfNumbers, valuesOf } from '../../service/listedNumbers';
import type { ServiceRequest } from '../../service/request';
import { wholeList } from '../../service/wholeList';
import { phoneNumberIn } from '../../values/phoneNumbers';

export const LIST_REQUEST: ServiceRequest = { method: 'GET', path: '/contacts' };

const LIST: AboutList = {
	name: 'contact list',
	advice: "Use Contact → Get Many to see the list, and set 'Contact' to By ID.",
};

/** A contact of the list, whose fields the service does not publish. */
export type Contact = { id: string; number?: string; label: string; values: EntryValues };

/** Under what names services keep an ID, the most telling first; compared by letters and case alone. */
const IDS = ['contactid', 'id', 'contactuuid', 'uuid', 'guid', 'contactguid'];
const WHOLE_NAMES = ['fullname', 'name', 'displayname', 'contactname'];
const FIRST_NAMES = ['firstname', 'givenname', 'forename'];
const LAST_NAMES = ['lastname', 'surname', 'familyname'];
const EMAILS = ['email', 'emailaddress', 'mail'];

/** The name by which Import sends the number. */
const OWN_NUMBER = 'phoneNumber';

/** @throws Problem if the answer is no list, or its entries have no ID */
export function contactsIn(answer: unknown): Contact[] {
	const entries = listIn(answer) ?? onlyList(answer)?.list ?? wholeList(answer, LIST);
	const rows = entries.map(valuesOf);
	const numberField = fieldOfNumbers(rows);
	return rows.map((values) => {
		const id = first(values, IDS);
		if (!id) throw new Problem('The contact list has no field that holds an ID', LIST.advice);
		const number = numberField && phoneNumberIn(values.get(numberField));
		return { id, number, label: labelOf(values, number) || id, values };
	});
}

/**
 * What finds the contact of a phone number in a list, by 7 to 15 digits as they are sent; it gives the contact's ID.
 * It throws a Problem if no contact has the number, or several have; or if that cannot be told.
 */
export function contactFinder(answer: unknown): (number: string) => string {
	const byNumber = new Map<string, string[]>();
	for (const { number, id } of contactsIn(answer)) {
		if (number) byNumber.set(number, [...(byNumber.get(number) ?? []), id]);
	}
	return (number) => {
		const found = byNumber.get(number) ?? [];
		if (found.length === 1) return found[0];
		if (found.length > 1) {
			throw new Problem(
				`${found.length} contacts have the phone number ${number}`,
				`Nothing was sent. Choose one of them By ID: ${found.join(', ')}.`,
			);
		}
		throw whyNotThere(answer, number);
	};
}

/** The number may not be there, or the list may not be whole, or not show where the numbers are. */
function whyNotThere(answer: unknown, number: string): Problem {
	const rows = wholeList(answer, LIST).map(valuesOf);
	if (rows.length && !rows.some((row) => row.has(OWN_NUMBER))) nameOfNumbers(rows, LIST);
	return new Problem(
		`No contact has the phone number ${number}`,
		'Nothing was sent. Check the number, or import the contact first.',
	);
}

/** The field that holds the numbers, if it can be told. */
function fieldOfNumbers(rows: EntryValues[]): string | undefined {
	if (rows.some((row) => row.has(OWN_NUMBER))) return OWN_NUMBER;
	try {
		return nameOfNumbers(rows, LIST);
	} catch {
		return undefined;
	}
}

/** Who it is, e.g. `Ada Lovelace (+37060012345)`. */
function labelOf(values: EntryValues, number: string | undefined): string {
	const parts = [first(values, FIRST_NAMES), first(values, LAST_NAMES)].filter(Boolean);
	const name = first(values, WHOLE_NAMES) ?? parts.join(' ');
	const address = number ? `+${number}` : first(values, EMAILS);
	if (!name || !address) return name || (address ?? '');
	return `${name} (${address})`;
}

/** What stands in the first of some fields that holds a text or a number. */
function first(values: EntryValues, names: string[]): string | undefined {
	const plain = new Map(
		[...values].map(([name, value]) => [name.toLowerCase().replace(/[^a-z.]/g, ''), value]),
	);
	for (const name of names) {
		const value = plain.get(name);
		const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
		if (text) return text;
	}
	return undefined;
}
