import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asText, parseJson } from '../values/given';
import { shownName } from '../values/words';
import type { ReadValue } from '../values/readers';
import { fieldAt, isExpression, isMeant, type JudgedField, judgedFields, piecesOf } from './pieces';

/** Which parameters make up a body, under the names they are sent by, and how each is read. */
export type Fields = Record<string, ReadValue>;

/** Reads one of the user's parameters for one item. */
export type GetParameter = (name: string, fallback?: string | number | boolean | object) => unknown;

/** Whether the user wrote the whole body, instead of filling in the fields. */
export function isUsersJson(getParameter: GetParameter): boolean {
	return getParameter('specifyBody', 'fields') === 'json';
}

/** The fields that are not blank, and the additional body fields of the options. */
export function readFields(
	getParameter: GetParameter,
	fields: Array<[string, ReadValue]>,
	{ timeZone, entered }: { timeZone: string; entered: IDataObject },
): IDataObject {
	const options = getParameter('options', {}) as IDataObject;
	const body: IDataObject = {};
	for (const [parameter, readValue] of fields) {
		const given = parameter in options ? options[parameter] : getParameter(parameter, '');
		const name = shownName(parameter);
		const value = readValue(given, name, { timeZone, options });
		const forPeople = judgedFields.get(parameter);
		if (value !== undefined) body[parameter] = value as IDataObject;
		else if (forPeople && !forPeople.isOptional) refuseNothing(entered[parameter], given, name);
	}
	if (options.bodyFields === undefined) return body;
	return { ...body, ...readPairs(options.bodyFields, 'field', "'Body Fields'", Object.keys(body)) };
}

/** For people, an expression that yields nothing is no field left blank. @throws Problem unless it says that it may */
export function refuseNothing(entered: unknown, given: unknown, name: string): void {
	if (!isExpression(entered) || piecesOf(entered).every((piece) => isMeant(piece, given))) return;
	throw new Problem(
		`The expression in ${name} returned nothing`,
		`Correct it. To leave ${name} out where there is nothing, say so, as in {{ $json.field || '' }}.`,
		{ empty: name },
	);
}

/** Name and value pairs as the form gives them: `{ field: [{ name, value }] }`. */
export function readPairs(given: unknown, key: string, shown: string, taken: string[]) {
	const pairs = (given as IDataObject | undefined)?.[key] ?? [];
	// Not an object, in which a name like `__proto__` would mean something.
	const read = new Map<string, unknown>();
	for (const { name, value } of pairs as Array<{ name?: unknown; value?: unknown }>) {
		const field = asText(name ?? '').trim();
		const isBlank = value === undefined || value === null || value === '';
		if (!field && isBlank) continue;
		if (!field) {
			throw new Problem(`${shown} has a value without a name`, 'Give it a name, or remove it.');
		}
		if (taken.includes(field)) {
			throw new Problem(
				`${shown} has "${field}", which is already sent`,
				`Remove it there, or fill in ${shownName(field)} instead.`,
			);
		}
		if (isBlank) continue;
		if (read.has(field)) {
			throw new Problem(`${shown} has "${field}" twice`, 'Remove one of the two.');
		}
		read.set(field, value);
	}
	return Object.fromEntries(read) as IDataObject;
}

/** The JSON text of the user, to go out as it is. @throws Problem if it is no JSON object or list */
export function readJsonBody(given: unknown): string {
	// A byte order mark, as some editors put it before a text.
	const isText = typeof given === 'string';
	const written = isText ? given.replace(/^\ufeff/, '') : (JSON.stringify(given) ?? 'null');
	const parsed = parseJson(written);
	if ('reason' in parsed) {
		throw new Problem(
			`'JSON Body' isn't valid JSON: ${parsed.reason}`,
			'Put names and texts in double quotes. To insert values, switch the field to an expression, for example {{ JSON.stringify($json) }}.',
		);
	}
	if (typeof parsed.json !== 'object' || parsed.json === null) {
		throw new Problem("'JSON Body' is neither an object nor a list", 'Begin it with { or [.');
	}
	return written;
}

/** An item as it was read: its body, its options, and its other parameters. */
export type Read = { body?: IDataObject; options?: IDataObject; read: GetParameter };

/** A text that goes out as the user entered it, what errors call it, and how it is read. */
type Entered = Pick<JudgedField, 'isList' | 'isExact'> & {
	field: string;
	entered: unknown;
	valueIn: (read: Read) => unknown;
	/** Whether it's refused elsewhere if there is nothing in it. */
	isRequired?: boolean;
};

/** Those fields, and the names and values of the fields that the user added. */
export function enteredIn(parameters: IDataObject): Entered[] {
	const all: Entered[] = [];
	const collect = (given: IDataObject, path: string[]) => {
		for (const [name, entered] of Object.entries(given)) {
			const place = [...path, name];
			const [top, group] = place;
			const { label, isList, isOptional, isExact } = judgedFields.get(name) ?? {};
			const inPlace = ({ options, read }: Read) =>
				fieldAt({ [top]: top === 'options' ? options : read(top) } as IDataObject, place);
			if (typeof entered === 'object' && top !== 'requestOptions' && group !== 'queryParameters') {
				collect(Object(entered) as IDataObject, place);
			} else if (path.length && ['name', 'value'].includes(name) && 'name' in given) {
				all.push({ field: shownName(top === 'options' ? group : top), entered, valueIn: inPlace });
			} else if (label && !path.length) {
				// The text of a question's SMS has its message, and a link.
				const valueIn = ({ body }: Read) => body?.[name] ?? (name === 'message' ? body?.text : '');
				const isRequired = !isOptional;
				all.push({ field: `'${label}'`, entered, valueIn, isRequired, isList, isExact });
			} else if (label) {
				const isInGroup = top === 'options' && place.length > 2;
				const field = `'${label}'${isInGroup ? ` of ${shownName(group)}` : ''}`;
				all.push({ field, entered, valueIn: inPlace, isExact });
			}
		}
	};
	collect(parameters, []);
	return all;
}
