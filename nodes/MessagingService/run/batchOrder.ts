import type { IDataObject } from 'n8n-workflow';

/** What services call an entry's place in the batch, in letters alone. */
const PLACE =
	/^(message|msg|sms|item|entry|row|line|batch|request|array|list)?(index|idx|position|pos|item|entry|row|line|seq|sequence|order|ordinal|place|i|n|no|nr|num)(index|number|no|nr|num)?$/;

/** What services call the last digits of a number, in letters alone. */
const LAST_DIGITS = /last|tail|ending|suffix/;

/** What keys themselves are called; no field is. */
const KEY = '#';

/** A value in an entry, or the key of one: what it is called, and where it stands in the batch. */
type Column = { name: string; values: Map<number, string> };

/**
 * Whether entries say that they aren't those of the items at their places: by a value of our request that belongs to
 * another item, by a place, or by the last digits of another number.
 *
 * @param places those of the entries that only their order attributes
 */
export function contradictsOrder(
	entries: unknown[],
	places: number[],
	batch: IDataObject[],
	sent: string[],
): boolean {
	if (batch.length < 2 || !places.length) return false;
	const columns = columnsOf(places.map((place): [number, unknown] => [place, entries[place]]));
	const asked = columnsOf([...batch.entries()]);
	const fields = [...asked.values()].filter(
		({ name, values }) => name !== KEY && !isConstant(values),
	);
	const names = new Set([...asked.values()].map(({ name }) => name));
	const known = fields.map(({ values }) => new Set(values.values()));
	const tails = new Set(
		sent.flatMap((number) => [3, 4, 5, 6].map((count) => number.slice(-count))),
	);
	return [...columns.values()].some(
		(column) =>
			fields.some((field, index) => isOfOthers(column, field, known[index])) ||
			(!names.has(column.name) && isOutOfPlace(column, batch.length)) ||
			isLastOfOthers(column, sent, tails),
	);
}

function isOfOthers({ name, values }: Column, field: Column, known: Set<string>): boolean {
	const given = [...values];
	const isOther = ([place, value]: [number, string]) =>
		known.has(value) && field.values.get(place) !== value;
	if (name === field.name) return given.some(isOther);
	// Under another name it is ours only if all of it is; a single short value is so by chance.
	if (isConstant(values) && (given.length > 1 || given[0][1].length < 3)) return false;
	return given.every(([, value]) => known.has(value)) && given.some(isOther);
}

function isOutOfPlace({ name, values }: Column, count: number): boolean {
	if (!PLACE.test(name) || (values.size > 1 && isConstant(values))) return false;
	const given = [...values];
	if (!given.every(([, value]) => /^\d{1,15}$/.test(value))) return false;
	const shifts = given.map(([place, value]) => Number(value) - place);
	if (given.every(([, value]) => Number(value) <= count)) {
		return shifts[0] < 0 || shifts[0] > 1 || shifts.some((shift) => shift !== shifts[0]);
	}
	// Numbers of a longer sequence may have gaps.
	return given.some(
		([, value], index) => index > 0 && Number(value) <= Number(given[index - 1][1]),
	);
}

function isLastOfOthers({ name, values }: Column, sent: string[], tails: Set<string>): boolean {
	const given = [...values].map(([place, value]): [number, string | undefined] => [
		place,
		/^[^a-wyz\d]{0,20}(\d{3,6})$/.exec(value)?.[1],
	]);
	const isCalledSo = LAST_DIGITS.test(name);
	const areTails = given.every(([, digits]) => digits && tails.has(digits));
	if (!isCalledSo && (!areTails || (given.length > 1 && isConstant(values)))) return false;
	return given.some(([place, digits]) => digits && !sent[place].endsWith(digits));
}

function isConstant(values: Map<number, string>): boolean {
	return new Set(values.values()).size === 1;
}

/** What stands at the same path in several objects. */
function columnsOf(objects: Array<[place: number, object: unknown]>): Map<string, Column> {
	const columns = new Map<string, Column>();
	const add = (place: number, path: string, name: string, value: unknown) => {
		const text = String(value).replace(/\s+/g, ' ').trim().toLowerCase();
		if (!text) return;
		const column = columns.get(path) ?? { name, values: new Map<number, string>() };
		column.values.set(place, text);
		columns.set(path, column);
	};
	const read = (place: number, path: string, name: string, value: unknown) => {
		if (typeof value === 'string' || typeof value === 'number') add(place, path, name, value);
		if (typeof value !== 'object' || value === null) return;
		for (const [index, [key, inner]] of Object.entries(value).entries()) {
			const isList = Array.isArray(value);
			if (!isList) add(place, `${path}#${index}`, KEY, key);
			const letters = key.toLowerCase().replace(/[^a-z]/g, '');
			read(place, `${path}/${key}`, isList ? name : letters, inner);
		}
	};
	for (const [place, object] of objects) read(place, '', '', object);
	return columns;
}
