import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../delivery/states';
import { isObject } from '../service/answer';

/** What is remembered of an entry: which part it is about, and what may change, as fingerprints. */
export type Print = { part: string; values: string };

const PART_LENGTH = 8;
const VALUES_LENGTH = 6;

/** In the place of the values of an entry that names no part: the whole entry stands for its part. */
const WHOLE = 'whole/';

/**
 * The fingerprints of an entry. What the specification does not know is compared whole: an entry that names no part
 * is another one with each change, and without a state each field may be news.
 *
 * @param hasMessage whether it is known whose part it is; else the same partId may be that of another message
 */
export function printOf(entry: IDataObject, hasMessage: boolean): Print {
	const { partId, state, errorCode, delivered } = entry;
	if (!hasMessage || !isGiven(partId)) {
		return { part: fingerprint([entry], PART_LENGTH), values: WHOLE };
	}
	const known = [state ?? null, errorCode ?? null, delivered ?? null];
	return {
		part: fingerprint([partId], PART_LENGTH),
		values: fingerprint(isGiven(state) ? known : [entry], VALUES_LENGTH),
	};
}

/** Whether an entry stands for its part, since it names none. */
export function isWhole({ values }: Print): boolean {
	return values === WHOLE;
}

/** In an order that does not depend on that of the report. */
export function asText(prints: Print[]): string {
	return prints
		.map(({ part, values }) => part + values)
		.sort()
		.join('');
}

/** Whether a text is what `asText` makes of fingerprints, or that and marks behind it. */
export function isPartsText(text: string): boolean {
	return (
		/^[A-Za-z0-9+/]*!{0,2}$/.test(text) &&
		text.replace(/!/g, '').length % (PART_LENGTH + VALUES_LENGTH) === 0
	);
}

/** The fingerprints in such a text, whatever stands behind them. */
export function printsIn(text: string): Print[] {
	const prints: Print[] = [];
	const length = PART_LENGTH + VALUES_LENGTH;
	for (let at = 0; at + length <= text.length; at += length) {
		const values = text.slice(at + PART_LENGTH, at + length);
		prints.push({ part: text.slice(at, at + PART_LENGTH), values });
	}
	return prints;
}

/** The same for the same values, in whatever order the fields of an object come. */
function fingerprint(values: unknown[], length: number): string {
	const json = JSON.stringify(values, (_name, value: unknown) =>
		isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value,
	);
	return createHash('sha256').update(json).digest('base64').slice(0, length);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
	return a < b ? -1 : 1;
}
