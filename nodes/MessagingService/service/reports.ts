import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { isCalledMessageId, isCalledSubject } from '../values/fieldNames';
import { asText } from '../values/parsing';
import { isObject, listIn, onlyList } from './answer';
import { isStatusField, isSuccessField, saysNo, saysNoByItself, wordsOfNo } from './saysNo';

/** What the specification has in an entry of a report, beside what it is about. */
const REPORTED = /^(partId|state|delivered|errorCode)$/;

/** Fields that hold an error, whatever is within. */
const ERROR = /error|fail|fault|exception/i;

/** How deep in an answer a report is sought, in objects within objects. */
const DEEPEST = 3;

/**
 * The entries of a report: those of a list, of the one list in an envelope, or an object that is one itself; an
 * empty answer has none.
 *
 * @throws Problem if the answer, or one of its entries, is an error in the place of a report, or if it is no report
 */
export function reportEntries(answer: unknown): unknown[] {
	if (answer === undefined || answer === null) return [];
	const report = reportIn(answer);
	const problem = refusalToRead(answer) ?? refusalToRead(report?.holder);
	if (problem) throw problem;
	if (report) return report.entries;
	const all = asText(answer);
	const words = isObject(answer) ? wordsOfNo(answer) : all;
	throw without(words === all ? `The service's answer is no delivery report: ${words}` : words);
}

function without(words: string): Problem {
	return new Problem(
		words,
		'The service answered with a status that means success, but without what was asked for.',
		{ origin: 'service' },
	);
}

/** Entries, and the object or list that holds them, or that is the only one. */
type Report = { holder: unknown; entries: unknown[] };

/** The one report in an answer: what tells of parts, at any depth, comes before what else may be one. */
function reportIn(answer: unknown): Report | undefined {
	const reports = reportsIn(answer, 0);
	const telling = reports.filter(tellsOfParts);
	if (telling.length === 1) return telling[0];
	return reports.length === 1 || reports[0]?.holder === answer ? reports[0] : undefined;
}

/** What may be a report, from the outside in; what tells of parts itself holds no other. */
function reportsIn(value: unknown, depth: number): Report[] {
	const fields = isObject(value) ? Object.entries(value) : [];
	const isKnown = depth === 0 || fields.some(([name]) => tellsHowItIs(name));
	const itself = isObject(value) && isReportEntry(value) && isKnown ? [value] : undefined;
	const entries = entriesIn(value) ?? itself;
	const own = entries ? [{ holder: value, entries }] : [];
	if (depth === DEEPEST || own.some(tellsOfParts)) return own;
	const inside = fields.flatMap(([, inner]) =>
		isObject(inner) ? reportsIn(inner, depth + 1) : [],
	);
	if (!entries) return inside;
	// What is an entry by itself may hold objects that tell of it, and what holds entries other lists.
	const isOther = (one: Report) => (depth ? tellsOfParts(one) : one.entries[0] !== one.holder);
	return [...own, ...inside.filter(isOther)];
}

function tellsOfParts({ entries }: Report): boolean {
	return entries.some(tellsOfPart);
}

/** Whether an object may be an entry of a report: it names what it is about, or has a field of one. */
export function isReportEntry(entry: IDataObject): boolean {
	return namesSubject(entry) || hasReported(entry);
}

/** Whether an object says something of a part. One that doesn't only tells that a message was sent. */
export function hasReported(entry: IDataObject): boolean {
	return Object.entries(entry).some(([name, value]) => REPORTED.test(name) && isGiven(value));
}

function tellsHowItIs(name: string): boolean {
	return isStatusField(name) || REPORTED.test(name);
}

/**
 * A 2xx answer to a request that sends no message, which says no.
 *
 * @param isOfOne whether one thing was asked for, not a list or a report: its errors are what was asked for
 * @param mayBeWord whether an answer of a word alone, such as *invalid*, may be what was asked for
 */
export function refusalToRead(
	answer: unknown,
	isOfOne = false,
	mayBeWord = true,
): Problem | undefined {
	if (!mayBeWord && saysNoByItself(answer, true)) return without(asText(answer));
	const inside = entriesIn(answer)?.find((entry) => isNo(entry, 'entry'));
	const no = isNo(answer, isOfOne ? 'oneThing' : 'report') ? answer : inside;
	return isObject(no) ? without(wordsOfNo(no)) : undefined;
}

/**
 * A 2xx answer to a change that says no, at any depth.
 *
 * @param hasRows whether lists and numbers in it tell of single rows
 */
export function refusalToChange(answer: unknown, hasRows: boolean): Problem | undefined {
	const no = noWithin(answer, hasRows);
	const words = no ? wordsOfNo(no) : saysNoByItself(answer, hasRows) ? asText(answer) : undefined;
	return words === undefined ? undefined : without(words);
}

/** The first object that says no, from the outside in. One within an object that names its subject may be the subject's. */
function noWithin(value: unknown, hasRows: boolean, isNamed = false): IDataObject | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (hasRows && Array.isArray(value)) return undefined;
	const fields = Object.entries(value);
	const own = hasRows ? fields.filter(isOfAnswer) : fields;
	if (isObject(value) && isNo(Object.fromEntries(own), 'entry', isNamed)) return value;
	const isOfSubject = isNamed || (isObject(value) && namesSubject(value));
	for (const [name, inner] of fields) {
		const isRows = hasRows && ERROR.test(name);
		const no = isRows ? undefined : noWithin(inner, hasRows, isOfSubject);
		if (no) return no;
	}
	return undefined;
}

/** Whether a field beside rows tells of the whole answer: not a count of them, nor what is wrong with each. */
function isOfAnswer([name, value]: [string, unknown]): boolean {
	if (typeof value === 'number') return /(code|status)$/i.test(name);
	return typeof value !== 'object' || (isObject(value) && /^(error|exception|fault)$/i.test(name));
}

/** The entries of a list, or of an envelope: what tells of a message itself is none, whatever lists it holds. */
function entriesIn(answer: unknown): unknown[] | undefined {
	const list = listIn(answer);
	if (list || !isObject(answer) || tellsOfPart(answer)) return list;
	const found = onlyList(answer)?.list;
	const isOfMessage = Object.keys(answer).some(
		(name) => isCalledMessageId(name) && isGiven(answer[name]),
	);
	const isEntry = isOfMessage && Object.keys(answer).some(isStatusField);
	return isEntry && !found?.some(tellsOfPart) ? undefined : found;
}

/**
 * Whether an answer, or an entry of one, says no. What tells of a part never does. What names its subject may have a
 * status of its own; an entry, and the one thing that was asked for, also an error, and more within it.
 */
function isNo(answer: unknown, what: 'report' | 'entry' | 'oneThing', isNamed = false): boolean {
	if (!isObject(answer) || tellsOfPart(answer) || !saysNo(answer)) return false;
	const hasSubject = isNamed || namesSubject(answer);
	const ofAnswer = Object.entries(answer).filter(([name, value]) => {
		if (what === 'report') return !hasSubject || !isStatusField(name);
		// A contact may not have accepted something.
		if (hasSubject) return isSuccessField(name) && !/^accepted$/i.test(name);
		const mayBeOwn = isObject(value) && !ERROR.test(name);
		return !mayBeOwn && (what === 'entry' || !isStatusField(name));
	});
	return saysNo(Object.fromEntries(ofAnswer));
}

function namesSubject(answer: IDataObject): boolean {
	return Object.entries(answer).some(([name, value]) => isCalledSubject(name) && isGiven(value));
}

/** Whether an entry tells of a part of a message. One that says that it was no success has to name the part. */
function tellsOfPart(entry: unknown): boolean {
	if (!isObject(entry)) return false;
	if (isGiven(entry.partId)) return true;
	const successes = Object.entries(entry).filter(([name]) => isSuccessField(name));
	if (saysNo(Object.fromEntries(successes))) return false;
	return (
		/^-?\d+$/.test(asText(entry.state)) ||
		/^([12]\d{3}-\d\d-\d\d|\d{10}(\d{3})?$)/.test(asText(entry.delivered))
	);
}

/** Whether a field holds something: blank ones are often there as empty text. */
export function isGiven(value: unknown): boolean {
	return asText(value).trim() !== '';
}
