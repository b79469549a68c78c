import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { asObject, isGiven, isObject, names } from '../values/given';
import { servicesNumber } from '../values/phoneNumbers';
import { type AnswerRow, contract } from './contract';
import { type Effect, EFFECTS } from './effects';
import { listIn } from './list';
import { type Asked, noIn } from './saysNo';
import { serviceWords, shapeOf } from './serviceWords';

/** A request: the row that its answer belongs to, and its effect. */
export type Question = {
	row: AnswerRow;
	effect: Effect;
	/** The bodies of a batch, each of which may have an entry of its own. */
	batch?: IDataObject[];
	/** How many entries of a list come out. */
	limit?: number;
};

/** An entry or a refusal for each message of a batch, or one answer for all of them. */
export type Verdict = { each: Array<IDataObject | Problem> } | { whole: IDataObject[] } | Problem;

const ID = contract['send-answer'].id;

/** Judges a 2xx answer by the row of the contract that it belongs to. */
export function verdictOn(answer: unknown, question: Question): Verdict {
	const { row, effect, batch } = question;
	const entries = batch && row === 'bulk-answer' ? entriesFor(answer, batch) : undefined;
	if (entries) {
		const haveIds = EFFECTS[effect].isMessage && entries.some((entry) => Object.hasOwn(entry, ID));
		const each = entries.map((entry) => {
			// Without any ID, an entry that says no no counts as accepted.
			const fits = names(entry, [ID]) || (!haveIds && noIn(entry, 'change') === undefined);
			return fits ? entry : misfit(entry, question);
		});
		return { each };
	}
	if (row === 'send-answer') {
		return isObject(answer) && names(answer, [ID]) ? { whole: [answer] } : misfit(answer, question);
	}
	const isBare = typeof answer !== 'object' && answer !== undefined && answer !== true;
	if (isBare && !('mayBeBare' in contract[row])) return misfit(answer, question);
	if (noIn(answer, askedBy(question)) !== undefined) return misfit(answer, question);
	return { whole: itemsOf(answer, question) };
}

function askedBy({ row, effect }: Question): Asked {
	if (EFFECTS[effect].isChange) return 'change';
	return contract[row].isList ? 'list' : 'thing';
}

/** The answer as items: an empty one says that it succeeded, unless a list was asked for. */
function itemsOf(answer: unknown, { row, limit }: Question): IDataObject[] {
	const given = (row === 'list-answer' && listIn(answer)) || answer;
	const entries = Array.isArray(given) ? given.slice(0, limit) : [given ?? []].flat();
	if (!entries.length && !contract[row].isList) return [contract['empty-list'].elsewhere];
	return entries.map(asObject);
}

/** Whether an item stands for an answer that holds nothing, perhaps with whom its message was sent to. */
export function isEmptyAnswer(json: IDataObject): boolean {
	return json.success === true && Object.keys(json).every((name) => /^(success|to)$/.test(name));
}

/**
 * A 2xx answer that does not fit. The outcome of a request that sends or changes something is not known then, and it
 * may name messages all the same; the same once more sets nothing new.
 */
function misfit(answer: unknown, question: Question): Problem {
	const { row, effect } = question;
	const isSms = row === 'send-answer' || row === 'bulk-answer';
	const lacks = isSms && EFFECTS[effect].isMessage ? 'a messageId' : 'what was asked for';
	const said = noIn(answer, askedBy(question)) ?? answer;
	return new Problem(
		(typeof said === 'object' && serviceWords(said)) ||
			`The service answered ${shapeOf(said) || 'nothing'}`,
		`The service answered with a status that means success, but without ${lacks}.`,
		{
			origin: 'service',
			outcome: EFFECTS[effect].isUnknownIfStrange ? 'unknown' : 'refused',
			data: { answer: answer as IDataObject },
		},
	);
}

const { by: NUMBERS, fields: SPECIFIED } = contract['bulk-answer'];

/**
 * The entries of a list in the order of the batch: place by place an entry has its message's number, or no number and
 * nothing that the specification doesn't show; or all have different numbers, those of the batch. Undefined for any
 * other answer: an ID at the wrong person is worse than no ID.
 */
function entriesFor(answer: unknown, batch: IDataObject[]): IDataObject[] | undefined {
	if (!Array.isArray(answer) || answer.length !== batch.length) return undefined;
	if (!answer.every(isObject)) return undefined;
	const sent = batch.map(numberIn);
	const told = answer.map(numberIn);
	if (sent.includes(undefined)) return undefined;
	const twins = new Set(sent.filter((number, place) => sent.indexOf(number) < place));
	const isInPlace = answer.every((entry, place) => {
		const number = told[place];
		if (!number) return saysNoMore(entry, []);
		// Only the order tells messages to the same number apart, so nothing may contradict it.
		return number === sent[place] && (!twins.has(number) || saysNoMore(entry, NUMBERS));
	});
	if (isInPlace) return answer;
	const byNumber = new Map(answer.map((entry, place) => [told[place], entry]));
	const areOurs = byNumber.size === sent.length && sent.every((number) => byNumber.has(number));
	return areOurs && !twins.size ? sent.map((number) => byNumber.get(number)!) : undefined;
}

function saysNoMore(entry: IDataObject, more: readonly string[]): boolean {
	const known: readonly string[] = SPECIFIED;
	return Object.keys(entry).every((name) => known.includes(name) || more.includes(name));
}

/** The number that an entry holds; undefined without one that can be read, or with two. */
function numberIn(entry: IDataObject): string | undefined {
	const given = NUMBERS.map((name) => entry[name]).filter(isGiven);
	const numbers = new Set(given.map(servicesNumber));
	return numbers.size === 1 ? [...numbers][0] : undefined;
}
