import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { GetParameter } from './body';
import { asText, isGiven } from '../values/given';
import { isNot, shownName } from '../values/words';

/** The fields of a group; undefined if it is not there, or empty: n8n leaves no more of one that it can't read. */
export function groupOf(options: IDataObject, parameter: string): IDataObject | undefined {
	return (options[parameter] as { values?: IDataObject } | undefined)?.values;
}

/** The same of a group that keeps messages back. @throws Problem if it is empty, since the user counts on it */
export function guardOf(options: IDataObject, parameter: string): IDataObject | undefined {
	const fields = groupOf(options, parameter);
	if (fields || options[parameter] === undefined) return fields;
	const name = shownName(parameter);
	throw new Problem(
		`${name} is empty`,
		`Nothing was sent. Add its fields under Options, or remove ${name}.`,
	);
}

/** Whether a switch of the options is on, also if an expression gave it as text. @throws Problem if it is neither */
export function isOn(options: IDataObject, parameter: string): boolean {
	const given = options[parameter] ?? '';
	const text = asText(given).trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false' || text === '') return false;
	const name = shownName(parameter);
	throw new Problem(isNot(name, 'is neither true nor false', given), `Correct ${name}.`);
}

/** One of the values of a menu. @throws Problem if an expression gave another one */
export function oneOf<T extends string>(given: unknown, name: string, values: readonly T[]): T {
	const found = values.find((value) => value === given);
	if (found !== undefined) return found;
	const list = values.join(', ').replace(/, ([^,]*)$/, ' nor $1');
	throw new Problem(isNot(name, `is neither ${list}`, given), 'Choose one from the list.');
}

/** A whole number in a group of the options: its field has the default, the bounds, and the label. */
export function readNumber(field: INodeProperties, group: string, options: IDataObject): number {
	const { minValue, maxValue } = field.typeOptions ?? {};
	const given = groupOf(options, group)?.[field.name] ?? field.default;
	return wholeNumber(given, labelOf(field, group), maxValue, minValue);
}

/** A field of a group as errors call it, e.g. `'Key' of 'Once Key'`. */
export function labelOf({ displayName }: INodeProperties, group: string): string {
	return `'${displayName}' of ${shownName(group)}`;
}

/** A whole number from `least` to `most`, also if an expression gave it as text. */
export function wholeNumber(
	given: unknown,
	name: string,
	most = Number.MAX_SAFE_INTEGER,
	least = 1,
): number {
	const number = typeof given === 'string' && given.trim() ? Number(given) : given;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most) {
		const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
		throw new Problem(isNot(name, `isn't a whole number ${range}`, given), `Correct ${name}.`);
	}
	return number;
}

/** How many entries of a list come out; undefined: all of them. */
export function readLimit(getParameter: GetParameter): number | undefined {
	const returnAll = getParameter('returnAll', false) as boolean;
	if (!isGiven(returnAll)) {
		const advice = "Correct it, or turn 'Return All' on or off.";
		throw new Problem("The expression in 'Return All' returned nothing", advice);
	}
	return isOn({ returnAll }, 'returnAll')
		? undefined
		: wholeNumber(getParameter('limit', 50), "'Limit'");
}
