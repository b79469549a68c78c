import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { contradictsOrder } from './batchOrder';
import type { BatchEntry } from './refusedSend';
import { refusalOfEntries } from './refusedSend';

/** The fields in which our own requests hold the number. */
const OWN_FIELDS = ['to', 'phoneNumber'];

/** What services call the field that holds a number; a value there that we did not send contradicts the order. */
const LIKELY = /phone|msisdn|mobile|recipient|destination|receiver|^(number|to)$/i;

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
	if (given?.length !== batch.length || given.some(isTaken)) return undefined;
	const numbers = given.map(({ entry }) => numbersIn(entry, known));
	if (numbers.some(({ size }) => size > 1)) return undefined;

	const named = numbers.map(([number]) => number as string | undefined);
	const isList = Array.isArray(answer);
	const nameless = given.filter((_, index) => named[index] === undefined);
	const parts = partsOf(sent);
	if (nameless.some(({ entry }) => isLikeNumber(entry, parts))) return undefined;
	const isInOrder = new Set(given.map(({ listName }) => listName)).size === 1;
	const isAsSent = isInOrder && named.every((number, index) => number === sent[index]);
	const isNameless = nameless.length === given.length;
	if (isNameless && !isList) return undefined;
	const unsure = new Set(nameless);
	const matched =
		isAsSent || isNameless ? given : matchByNumber(given, named, nameless, batch, sent);
	if (!matched) return undefined;
	const seen = new Set<string>();
	const repeated = new Set(sent.filter((number) => seen.size === seen.add(number).size));
	const places = [...sent.keys()].filter(
		(place) => unsure.has(matched[place]) || repeated.has(sent[place]),
	);
	const inOrder = matched.map(({ entry }) => entry);
	return contradictsOrder(inOrder, places, batch, sent) ? undefined : matched;
}

/** The entries in the order of the numbers; those without a number at the places that are left. */
function matchByNumber(
	given: BatchEntry[],
	named: Array<string | undefined>,
	nameless: BatchEntry[],
	batch: IDataObject[],
	sent: string[],
): BatchEntry[] | undefined {
	// Several without a number are interchangeable only if none of them was sent.
	if (nameless.length > 1 && refusalOfEntries(nameless).includes(undefined)) return undefined;
	const ordered = sent.map((number) => {
		const index = named.indexOf(number);
		if (index < 0) return undefined;
		named[index] = undefined;
		return given[index];
	});
	if (named.some((number) => number !== undefined)) return undefined;
	if (hasDifferentTwins(batch, sent)) return undefined;
	return ordered.map((entry) => entry ?? (nameless.shift() as BatchEntry));
}

/** Whether somebody gets two messages that are not the same: their number does not tell them apart. */
function hasDifferentTwins(batch: IDataObject[], sent: string[]): boolean {
	const bodies = new Map<string, string>();
	return batch.some((body, index) => {
		const json = JSON.stringify(body);
		const first = bodies.get(sent[index]) ?? json;
		bodies.set(sent[index], first);
		return first !== json;
	});
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

/** Whether an entry has a field of its own where the rest of the envelope would come out. */
function isTaken({ entry, beside }: BatchEntry): boolean {
	return beside !== undefined && isObject(entry) && 'batch' in entry;
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
	const others = Object.entries(body).filter(([name]) => !OWN_FIELDS.includes(name));
	return numbersIn(Object.fromEntries(others), known).size > 0;
}

/** The batch's numbers that a value holds, at any depth, also as keys. */
function numbersIn(value: unknown, known: Set<string>, found = new Set<string>()): Set<string> {
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		for (const [key, inner] of Object.entries(value)) {
			if (!isList) numbersIn(key, known, found);
			numbersIn(inner, known, found);
		}
	} else if (typeof value === 'number' || (typeof value === 'string' && isSpelledNumber(value))) {
		const digits = digitsOf(value);
		if (known.has(digits)) found.add(digits);
	}
	return found;
}

function isSpelledNumber(text: string): boolean {
	return text.length < 40 && !/[a-z]/i.test(text.replace(/^(tel|sms):/i, ''));
}

/** Parts by which a number is like one of the batch: how long it is and how it begins, or its last seven digits. */
function partsOf(sent: string[]): Set<string> {
	return new Set(sent.flatMap((number) => [beginningOf(number), number.slice(-7)]));
}

function beginningOf(number: string): string {
	return `${number.length}:${number.slice(0, 3)}`;
}

/** Whether a value that is none of the batch's numbers may still be one: written as at home, masked, or somebody else's. */
function isLikeNumber(value: unknown, parts: Set<string>, isLikely = false): boolean {
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		return Object.entries(value).some(
			([name, inner]) =>
				(!isList && isLikeNumber(name, parts, isLikely)) ||
				isLikeNumber(inner, parts, isLikely || LIKELY.test(name)),
		);
	}
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value);
	if (isLikely ? text.replace(/\D/g, '').length > 2 : /\d[*x]{2,}\d/i.test(text)) return true;
	const digits = digitsOf(value);
	return digits.length > 6 && (parts.has(beginningOf(digits)) || parts.has(digits.slice(-7)));
}

function digitsOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number'
		? String(value).replace(/\D/g, '').replace(/^00/, '')
		: '';
}
