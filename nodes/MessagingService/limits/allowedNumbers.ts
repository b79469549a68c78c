import { Problem } from '../errors/problem';
import { recipientsIn } from './load';
import type { Entry } from '../sending/entry';
import type { IDataObject } from 'n8n-workflow';

/**
 * The numbers that may be sent to, or how they begin, as digits with their country code; undefined for all.
 *
 * @throws Problem if one is neither
 */
export function readAllowedNumbers(given: unknown): string[] | undefined {
	const entries = Array.isArray(given) ? given : String(given ?? '').split(/[,;\n]/);
	const beginnings = entries.map((entry) => String(entry ?? '').trim()).filter(Boolean);
	if (!beginnings.length) return undefined;
	return beginnings.map((entry) => {
		const digits = entry.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
		if (/^[1-9]\d{0,14}$/.test(digits)) return digits;
		throw new Problem(
			`'Allowed Numbers' has an entry that isn't the beginning of a phone number: ${entry}`,
			'Enter numbers with their country code, or how they begin, for example +370, +49 151.',
		);
	});
}

/** @throws Problem if an entry goes to another number */
export function refuseOtherNumbers({ request }: Entry, allowed: string[]): void {
	const other = recipientsIn(request.body as IDataObject).find(
		(number) => !allowed.some((beginning) => number.startsWith(beginning)),
	);
	if (other === undefined) return;
	throw new Problem(
		`${other} isn't one of the 'Allowed Numbers'`,
		'Nothing was sent to it. To allow it, add it under Options → Limits.',
	);
}
