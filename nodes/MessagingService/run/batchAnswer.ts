import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { isStatusField, isSuccessField } from '../service/saysNo';
import { isCalledMessageId } from '../values/fieldNames';
import type { BatchEntry } from './refusedSend';
import { hasId, refusalOfEntries } from './refusedSend';

/** The fields in which our own requests hold the number. */
const OWN_FIELDS = ['to', 'phoneNumber'];

/**
 * The answer's entries in the order of the batch, each at the item whose number it holds, whatever the field and the
 * envelope are called. Undefined if that is not certain: an id at the wrong person is worse than none.
 */
export function matchEntries(answer: unknown, batch: IDataObject[]): BatchEntry[] | undefined {
	const sent = batch.map(numberOf);
	const known = new Set(sent);
	// A sender or a text that is somebody's number as well would be taken for the recipient.
	if (known.has('') || batch.some((body) => holdsElsewhere(body, known))) return undefined;
	const given = entriesIn(answer, known);
	if (given?.length !== batch.length) return undefined;
	// A field of its own stands where the rest of the envelope would come out.
	if (given.some(({ entry, beside }) => beside && isObject(entry) && 'batch' in entry))
		return undefined;

	const numbers = given.map(({ entry }) => [...numbersIn(entry, known)]);
	if (numbers.some(({ length }) => length > 1)) return undefined;
	const ours = new Set(batch.flatMap((body) => Object.values(body).map(String)));
	const refusals = refusalOfEntries(given);
	const plain = given.filter(({ entry }, place) =>
		saysNoMore(entry, !!refusals[place], known, ours),
	);
	const nameless = given.filter((_, place) => !numbers[place].length);
	const isInOrder =
		plain.length === given.length &&
		given.every(({ listName }) => listName === given[0].listName) &&
		(nameless.length === given.length ||
			numbers.every(([number], place) => number === sent[place]));
	if (isInOrder) return given;
	// Only the order tells different messages to the same number apart.
	if (new Set(batch.map((body) => JSON.stringify(body))).size > known.size) return undefined;
	if (nameless.length > 1) return undefined;
	const [left] = nameless;
	// What alone names no message counts as refused.
	const isRefused = !hasId(left?.entry) && given.filter(({ entry }) => !hasId(entry)).length === 1;
	if (left && !isRefused && !plain.includes(left)) return undefined;
	const byNumber = new Map(sent.map((number): [string, BatchEntry[]] => [number, []]));
	for (const [place, one] of given.entries()) byNumber.get(numbers[place][0])?.push(one);
	const matched = sent.flatMap((number) => byNumber.get(number)?.shift() ?? nameless.shift() ?? []);
	return matched.length === given.length ? matched : undefined;
}

/** Whether nothing in an entry but its number may make it another message's, such as a place, a text, or other digits. */
function saysNoMore(
	entry: unknown,
	isRefused: boolean,
	known: Set<string>,
	ours: Set<string>,
): boolean {
	return (
		isObject(entry) &&
		Object.entries(entry).every(
			([name, value]) =>
				name === 'partIds' ||
				numbersIn(value, known).size > 0 ||
				(typeof value !== 'object' && !ours.has(String(value)) && isCalledPlainly(name)) ||
				(isRefused && areWords(name, ours) && areWords(value, ours, name)),
		)
	);
}

/** Whether what is said of a refused message may be said of any: no value of the batch, and no digits but a code's. */
function areWords(value: unknown, ours: Set<string>, name = ''): boolean {
	if (Array.isArray(value)) return value.every((one) => areWords(one, ours, name));
	if (isObject(value)) {
		return Object.entries(value).every(
			([inner, one]) => areWords(inner, ours) && areWords(one, ours, inner),
		);
	}
	const text = String(value);
	return !ours.has(text) && (!/\d/.test(text) || isStatusField(name) || /code$/i.test(name));
}

function isCalledPlainly(name: string): boolean {
	return name === 'sent' || isCalledMessageId(name) || isStatusField(name) || isSuccessField(name);
}

/** The entries of a list, or of all lists in an object that hold numbers of the batch. */
function entriesIn(answer: unknown, known: Set<string>): BatchEntry[] | undefined {
	if (Array.isArray(answer)) return answer.map((entry) => ({ entry }));
	if (!isObject(answer)) return undefined;
	const lists: Array<[name: string, list: unknown[]]> = [];
	const beside = openEnvelope(answer, known, lists);
	// It speaks of one message itself, and its lists of that one's parts.
	if (!lists.length || 'messageId' in beside || numbersIn(beside, known).size) return undefined;
	const shared = hasFields(beside) ? { beside } : {};
	return lists.flatMap(([listName, list]) => list.map((entry) => ({ entry, listName, ...shared })));
}

/** Takes out the lists that hold numbers of the batch. */
function openEnvelope(
	envelope: IDataObject,
	known: Set<string>,
	lists: Array<[name: string, list: unknown[]]>,
): IDataObject {
	const beside = Object.entries(envelope).flatMap(([name, value]): Array<[string, unknown]> => {
		if (isObject(value)) {
			const inner = openEnvelope(value, known, lists);
			return hasFields(inner) ? [[name, inner]] : [];
		}
		if (!Array.isArray(value)) return [[name, value]];
		const isOfBatch = value.some((entry) => numbersIn(entry, known).size);
		if (isOfBatch) lists.push([name, value]);
		return isOfBatch || !value.length ? [] : [[name, value]];
	});
	return Object.fromEntries(beside) as IDataObject;
}

function hasFields(value: IDataObject): boolean {
	return Object.keys(value).length > 0;
}

function numberOf(body: IDataObject): string {
	const field = OWN_FIELDS.find((name) => name in body);
	return field ? digitsOf(body[field]) : '';
}

function holdsElsewhere(body: IDataObject, known: Set<string>): boolean {
	return Object.entries(body).some(
		([name, value]) => !OWN_FIELDS.includes(name) && numbersIn(value, known).size > 0,
	);
}

/** The batch's numbers that a value holds, at any depth, also as keys. */
function numbersIn(value: unknown, known: Set<string>, found = new Set<string>()): Set<string> {
	if (typeof value === 'object' && value !== null) {
		for (const one of Object.entries(value).flat()) numbersIn(one, known, found);
	} else if (typeof value === 'number' || (typeof value === 'string' && isSpelledNumber(value))) {
		const digits = digitsOf(value);
		if (known.has(digits)) found.add(digits);
	}
	return found;
}

function isSpelledNumber(text: string): boolean {
	return text.length < 40 && !/[a-z]/i.test(text.replace(/^(tel|sms):/i, ''));
}

function digitsOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number'
		? String(value).replace(/\D/g, '').replace(/^00/, '')
		: '';
}
