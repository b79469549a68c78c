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

	const byNumber = new Map<string, BatchEntry[]>();
	for (const one of given) {
		const [number = '', another] = numbersIn(one.entry, known);
		if (another !== undefined) return undefined;
		const same = byNumber.get(number);
		if (same) same.push(one);
		else byNumber.set(number, [one]);
	}
	const nameless = byNumber.get('') ?? [];
	if (nameless.length && !areCertain(nameless, given, batch, plainIn(batch, known)))
		return undefined;
	const matched = sent.flatMap((number) => byNumber.get(number)?.shift() ?? nameless.shift() ?? []);
	if (matched.length < given.length) return undefined;
	if (known.size === sent.length) return matched;
	// Only the order tells different messages to the same number apart.
	const last = new Map(batch.map((body, place) => [sent[place], JSON.stringify(body)]));
	const twins = new Set(sent.filter((to, place) => last.get(to) !== JSON.stringify(batch[place])));
	if (!twins.size) return matched;
	const isPlain = plainIn(batch, known);
	const isInOrder = matched.every(
		(one, place) =>
			one === given[place] &&
			one.listName === given[0].listName &&
			(!twins.has(sent[place]) || isPlain(one)),
	);
	return isInOrder ? matched : undefined;
}

type IsPlain = (one: BatchEntry) => boolean;

/** Whether it is known whose the entries without a number are: only the order tells, or what is left. */
function areCertain(
	nameless: BatchEntry[],
	given: BatchEntry[],
	batch: IDataObject[],
	isPlain: IsPlain,
): boolean {
	const isOne = nameless.length === 1;
	const isOrder = isOne || nameless.length === given.length;
	// One for which no message is named among those that have one counts as refused.
	const isLeft = isOne && given.filter(({ entry }) => !hasId(entry)).length === 1;
	const ours = valuesOf(batch);
	const isRefused = (one: BatchEntry, place: number) =>
		refusalOfEntries([one])[0] && (isOne || !isOrder || fits(one.entry, batch[place], ours));
	return nameless.every(
		(one, place) =>
			isRefused(one, place) || (isLeft && !hasId(one.entry)) || (isOrder && isPlain(one)),
	);
}

/** Whether what a refused entry says may be about this message: no place, and no digits but those of its number. */
function fits(value: unknown, body: IDataObject, ours: Set<string>, name = ''): boolean {
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).every(
			([inner, one]) =>
				(!isObject(value) || fits(inner, body, ours)) && fits(one, body, ours, inner),
		);
	}
	if (typeof value !== 'string' && typeof value !== 'number') return true;
	if (ours.has(String(value)) && !Object.values(body).includes(value)) return false;
	if (isStatusField(name) || /code$/i.test(name)) return true;
	const isOf = (digits: string) => digits.length > 2 && numberOf(body).includes(digits);
	const runs = String(value).match(/\d[\d\s().-]*/g) ?? [];
	return runs.every((run) => isOf(digitsOf(run)));
}

/** Tells if an entry says nothing that may make it another message's, such as a place, a text, or other digits. */
function plainIn(batch: IDataObject[], known: Set<string>): IsPlain {
	const ours = valuesOf(batch);
	const isPlain = ([name, value]: [string, unknown]) =>
		name === 'partIds' ||
		numbersIn(value, known).size > 0 ||
		(typeof value !== 'object' && !ours.has(String(value)) && isCalledPlainly(name));
	return ({ entry }) => isObject(entry) && Object.entries(entry).every(isPlain);
}

function valuesOf(batch: IDataObject[]): Set<string> {
	return new Set(batch.flatMap((body) => Object.values(body).map(String)));
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
