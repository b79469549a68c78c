import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asObject, asText, isGiven, isObject, names } from '../values/given';
import { contract } from './contract';
import { leavesOf } from './list';
import { noIn } from './saysNo';
import { shapeOf, wordsOf } from './serviceWords';

/** A report that was read: its entries of parts, and others beside them that tell nothing, or of another message. */
export type Report = { entries: IDataObject[]; others: unknown[] };

/** The entries of a message's report, or without an ID of a campaign's. @throws Problem if nothing in it fits */
export function readReport(answer: unknown, messageId?: unknown): Report {
	if (answer === undefined) return { entries: [], others: [] };
	const no = noIn(answer, 'list');
	if (no !== undefined) throw noReport(wordsOf(no), answer);
	const all = isReportEntry(answer) ? [answer] : listOfReport(answer);
	const entries = all?.filter(isReportEntry) ?? [];
	if (!all || (all.length && !entries.length)) {
		throw noReport(`The service's answer isn't a delivery report: ${shapeOf(answer)}`, answer);
	}
	const own = messageId === undefined ? entries : ownEntries(entries, messageId);
	const kept = new Set<unknown>(own);
	return { entries: own, others: all.filter((entry) => !kept.has(entry)) };
}

/** The one list in an answer that has entries; an empty one if it has no other. */
function listOfReport(answer: unknown): unknown[] | undefined {
	const lists = leavesOf(answer).flatMap(({ value }) => (Array.isArray(value) ? [value] : []));
	const filled = lists.filter(({ length }) => length);
	return filled.length > 1 ? undefined : (filled[0] ?? lists[0]);
}

/** Whether an entry tells of a part, as the specification has it. */
export function isReportEntry(entry: unknown): entry is IDataObject {
	return isObject(entry) && names(entry, contract['report-answer'].tells);
}

/** The entries that are about a message: they tell of a part, and name no other message. */
export function ownEntries(entries: IDataObject[], messageId: unknown): IDataObject[] {
	const key = keyOf(messageId);
	const isOurs = ({ messageId: id }: IDataObject) => !isGiven(id) || keyOf(id) === key;
	return entries.filter((entry) => isReportEntry(entry) && isOurs(entry));
}

/** An ID as it is compared: a UUID may be written in capitals. */
export function keyOf(messageId: unknown): string {
	const id = asText(messageId).trim();
	return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : id;
}

function noReport(words: string, answer: unknown): Problem {
	return new Problem(
		words,
		'The service answered with a status that means success, but without a delivery report.',
		{ origin: 'service', data: { answer: asObject(answer) } },
	);
}
