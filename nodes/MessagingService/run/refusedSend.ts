import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { isObject } from '../service/answer';
import { hasMessageId, saysNo, saysNoByItself, wordsOfNo } from '../service/saysNo';
import { isCalledMessageId } from '../values/fieldNames';
import { asText } from '../values/parsing';

/** An entry of a bulk answer, the name of the list that it stands in, and what stands beside that list. */
export type BatchEntry = { entry: unknown; listName?: string; beside?: IDataObject };

/**
 * A 2xx answer to a send that says no at any depth, but for what names a message. Nobody knows what was done, since the
 * status says that it was.
 */
export function refusalIn(answer: unknown): Problem | undefined {
	const no = noIn(answer);
	if (no) return refusal(wordsOfNo(no), answer);
	const doubtful = [answer].flat().find(isDoubtfulValue);
	if (doubtful !== undefined) return refusal(`The service answered ${asText(doubtful)}`, answer);
	return isObject(answer) && hasDoubtfulCode(answer)
		? refusal(wordsOfNo(answer), answer)
		: undefined;
}

/** What the entries of a batch were refused for, each by itself; undefined for one that was accepted. */
export function refusalOfEntries(entries: BatchEntry[]): Array<Problem | undefined> {
	const refusals = entries.map(({ entry, listName = '' }) => {
		if (isObject(entry) && hasMessageId(entry)) return undefined;
		const isListed = saysNo({ status: listName, [listName]: [entry] }) || NOT_SENT.test(listName);
		if (isListed) return refusal(withWords(listName, entry), entry);
		return isObject(entry) ? refusalIn(entry) : undefined;
	});
	const isExplained = refusals.some((problem) => problem);
	const areNamed = entries.some(({ entry }, index) => !refusals[index] && hasId(entry));
	return entries.map(({ entry, beside = {} }, index) => {
		if (refusals[index] || (isObject(entry) && hasMessageId(entry))) return refusals[index];
		// The envelope says no, and no entry says that it is the one.
		if (!isExplained && saysNo(beside)) return refusal(wordsOfNo(beside), { ...beside, entry });
		if (areNamed && !hasId(entry)) {
			return refusal(withWords('The service names no message for this item', entry), entry);
		}
		return isObject(entry) ? undefined : refusalIn(entry);
	});
}

/** What a list is called that holds what was not sent. */
const NOT_SENT =
	/^(un|not_?|in|non_?)(sent|delivered|deliverable|valid|accepted|routable|reachable|known)|reject|fail|error|refus|invalid|denied|block|skip|suppress|duplicate|drop|ignor|bounce|blacklist/i;

/** Whether an entry has an ID of its own, under any name. */
export function hasId(entry: unknown): boolean {
	return Object.entries(Object(entry) as IDataObject).some(
		([name, value]) => isCalledMessageId(name) && isGiven(value),
	);
}

function isGiven(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

function refusal(message: string, answer: unknown): Problem {
	return new Problem(
		message,
		'The service answered with a status that means success, but without a messageId.',
		// It may name messages that were accepted all the same.
		{ origin: 'service', outcome: 'unknown', data: { answer: answer as IDataObject } },
	);
}

function withWords(what: string, entry: unknown): string {
	const words = isObject(entry) ? wordsOfNo(entry) : asText(entry).trim();
	return words ? `${what}: ${words}` : what;
}

/** The first object in an answer that says no, from the outside in. */
function noIn(value: unknown): IDataObject | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (isObject(value) && hasMessageId(value)) return undefined;
	if (saysNo(value)) return value;
	// An empty messageId means that nothing was accepted.
	if (isObject(value) && 'messageId' in value) return value;
	for (const inner of Object.values(value)) {
		const no = noIn(inner);
		if (no) return no;
	}
	return undefined;
}

const CODE = /^(status|result|return|response)?_?code$/i;
const GOOD =
	/\b(ok|okay|success|successful|successfully|accepted|queued|sent|submitted|done|received|created)\b/i;
const BAD = /\b((not|no|invalid|unable|cannot|refused|denied)\b|fail|error|reject)|n't/i;

/** Whether an answer that is nothing but a text, a number, or a no is neither an ID nor a word of success. */
function isDoubtfulValue(answer: unknown): boolean {
	if (typeof answer === 'object' || answer === true) return false;
	const text = asText(answer).trim();
	if (!text || (GOOD.test(text) && !BAD.test(text)) || NO_ERROR_CODE.test(text)) return false;
	return saysNoByItself(answer) || !(/^[\w.:-]{5,}$/.test(text) && /\d/.test(text));
}

const NO_ERROR_CODE = /^(0*1?|[1-3]\d\d)$/;

/** Whether an answer has a code of its own and nothing that says that the code means success, an id least of all. */
function hasDoubtfulCode(answer: IDataObject): boolean {
	const objects = [answer, ...Object.values(answer).filter(isObject)];
	if (objects.some(hasId)) return false;
	const words = wordsOfNo(answer);
	if (GOOD.test(words) && !BAD.test(words)) return false;
	return objects
		.flatMap(Object.entries)
		.some(
			([name, code]) =>
				CODE.test(name) && isGiven(code) && !NO_ERROR_CODE.test(asText(code).trim()),
		);
}
