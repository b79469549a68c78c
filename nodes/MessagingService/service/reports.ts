import { Problem } from '../errors/problem';
import { asText } from '../values/parsing';
import { isObject, listIn, onlyList } from './answer';
import { isStatusField, isSuccessField, saysNo, wordsOfNo } from './saysNo';

/** Fields that name what an entry is about. */
const SUBJECT =
	/^(id|uuid|(message|part|contact|campaign)_?id|to|recipients?|receiver|destination|address(ee)?|((phone|mobile)_?)?number|phone|msisdn|mobile|email|currency)$/i;

/** Fields that hold an error, whatever is within. */
const ERROR = /error|fail|fault|exception/i;

/**
 * The entries of a report: those of a list, of the one list in an envelope, or an object that is one itself; an
 * empty answer has none.
 *
 * @throws Problem if the answer, or one of its entries, is an error in the place of a report
 */
export function reportEntries(answer: unknown): unknown[] {
	const problem = refusalToRead(answer);
	if (problem) throw problem;
	return answer === undefined ? [] : (entriesIn(answer) ?? [answer]);
}

/**
 * A 2xx answer to a request that only reads, which says no.
 *
 * @param isOfOne whether one thing was asked for, not a list or a report: its errors are what was asked for
 */
export function refusalToRead(answer: unknown, isOfOne = false): Problem | undefined {
	const inside = entriesIn(answer)?.find((entry) => isNo(entry, 'entry'));
	const no = isNo(answer, isOfOne ? 'oneThing' : 'report') ? answer : inside;
	if (!isObject(no)) return undefined;
	return new Problem(
		wordsOfNo(no),
		'The service answered with a status that means success, but without what was asked for.',
		{ origin: 'service' },
	);
}

/** The entries of a list, or of an envelope: what tells of a message itself is none, whatever lists it holds. */
function entriesIn(answer: unknown): unknown[] | undefined {
	const list = listIn(answer);
	if (list || !isObject(answer) || tellsOfPart(answer)) return list;
	const found = onlyList(answer)?.list;
	const isOfMessage = ['messageId', 'id', 'uuid'].some((name) => isFilled(answer[name]));
	const isEntry = isOfMessage && Object.keys(answer).some(isStatusField);
	return isEntry && !found?.some(tellsOfPart) ? undefined : found;
}

/**
 * Whether an answer, or an entry of one, says no. What tells of a part never does. What names its subject may have a
 * status of its own; an entry, and the one thing that was asked for, also an error, and more within it.
 */
function isNo(answer: unknown, what: 'report' | 'entry' | 'oneThing'): boolean {
	if (!isObject(answer) || tellsOfPart(answer) || !saysNo(answer)) return false;
	const fields = Object.entries(answer);
	const hasSubject = fields.some(([name, value]) => SUBJECT.test(name) && isFilled(value));
	const ofAnswer = fields.filter(([name, value]) => {
		if (what === 'report') return !hasSubject || !isStatusField(name);
		// A contact may not have accepted something.
		if (hasSubject) return isSuccessField(name) && !/^accepted$/i.test(name);
		const mayBeOwn = isObject(value) && !ERROR.test(name);
		return !mayBeOwn && (what === 'entry' || !isStatusField(name));
	});
	return saysNo(Object.fromEntries(ofAnswer));
}

/** Whether an entry tells of a part of a message. One that says that it was no success has to name the part. */
function tellsOfPart(entry: unknown): boolean {
	if (!isObject(entry)) return false;
	if (isFilled(entry.partId)) return true;
	const successes = Object.entries(entry).filter(([name]) => isSuccessField(name));
	if (saysNo(Object.fromEntries(successes))) return false;
	return (
		/^-?\d+$/.test(asText(entry.state ?? '')) ||
		/^([12]\d{3}-\d\d-\d\d|\d{10}(\d{3})?$)/.test(asText(entry.delivered ?? ''))
	);
}

function isFilled(value: unknown): boolean {
	return asText(value ?? '').trim() !== '';
}
