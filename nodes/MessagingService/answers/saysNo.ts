import { asText, isGiven, isObject, names } from '../values/given';
import { contract } from './contract';
import { plainName } from './serviceWords';

/** The kind of a request: a send or a change; a list or a report; one thing, which may have a state of its own. */
export type Asked = 'change' | 'list' | 'thing';

const NAMED: Record<Asked, readonly string[]> = {
	change: [contract['send-answer'].id],
	list: contract['report-answer'].tells,
	thing: contract['object-answer'].named,
};

const signs = contract['refusal-in-200'];
const KINDS = ['success', 'accepted', 'status', 'errors', 'rejected'] as const;
const SIGNS = new Map<string, (typeof KINDS)[number]>(
	KINDS.flatMap((sign) => signs[sign].map((name) => [plainName(name), sign] as const)),
);

const { words, lists } = contract['error-words'];
const EXPLAINS = new Set<string>([...words, ...lists].map(plainName));

/**
 * The first object in a 2xx answer that says no, from the outside in, or a `false` in a list. Entries of a list that was
 * read speak for themselves. That a service says no in this way is an assumption: the specification shows no such answer.
 */
export function noIn(value: unknown, asked: Asked): unknown {
	if (Array.isArray(value)) {
		return asked === 'change' ? firstNo(value, asked, (entry) => entry === false) : undefined;
	}
	if (!isObject(value)) return undefined;
	const { verdict } = contract['validate-answer'];
	const isNamed =
		names(value, NAMED[asked]) || (asked === 'thing' && Object.hasOwn(value, verdict));
	if (Object.entries(value).some(([name, one]) => isSign(name, one, asked, isNamed))) return value;
	return isNamed ? undefined : firstNo(Object.values(value), asked);
}

function firstNo(values: unknown[], asked: Asked, isNo?: (value: unknown) => boolean): unknown {
	for (const value of values) {
		const no = isNo?.(value) ? value : noIn(value, asked);
		if (no !== undefined) return no;
	}
	return undefined;
}

function isSign(name: string, value: unknown, asked: Asked, isNamed: boolean): boolean {
	const sign = SIGNS.get(plainName(name));
	if (sign === 'success') return ['false', 'no', '0'].includes(wordOf(value));
	if (!sign || isNamed) return false;
	if (sign === 'status') return asked !== 'thing' && statusWords(value).some(isFailing);
	if (sign === 'errors') return !isNoError(value);
	return (
		asked === 'change' &&
		(sign === 'accepted' ? ['false', 'no'].includes(wordOf(value)) : !isNoError(value))
	);
}

/** A status, or the texts of one that is an object but for its explanations. */
function statusWords(status: unknown): unknown[] {
	if (!isObject(status)) return [status];
	const texts = Object.entries(status).filter(
		([name, one]) => typeof one === 'string' && !EXPLAINS.has(plainName(name)),
	);
	return texts.map(([, one]) => one);
}

/** Whether an answer without a no says yes: it names something, is empty, or has a field for it. Any other may be an error. */
export function saysYes(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(saysYes);
	if (!isObject(value)) return value === true;
	const fields = Object.entries(value);
	if (names(value, NAMED.thing) || !fields.length) return true;
	return fields.some(([name, one]) => {
		const sign = SIGNS.get(plainName(name));
		const isObjects = typeof one === 'object';
		const isSaid = isObjects ? !isNoError(one) : isGiven(one) && wordOf(one) !== '0';
		if (isSaid && (sign === 'success' || sign === 'accepted')) return true;
		if (sign === 'status' && statusWords(one).some(isPassing)) return true;
		return isObjects && isSaid && saysYes(one);
	});
}

/** A text, a number, or a yes or no, as one word to compare; '' for a list or an object. */
function wordOf(value: unknown): string {
	return typeof value === 'object' ? '' : asText(value).trim().toLowerCase();
}

function isFailing(status: unknown): boolean {
	const number = statusNumber(status);
	return begins(status, signs.failing) || (number >= 400 && number < 600);
}

function isPassing(status: unknown): boolean {
	const number = statusNumber(status);
	return begins(status, signs.passing) || number === 0 || (number >= 200 && number < 300);
}

const begins = (status: unknown, words: readonly string[]) =>
	words.includes(wordOf(status).split(/[^a-z]/)[0]);

/** The number of a status of one or three digits. */
const statusNumber = (status: unknown) =>
	/^(?:\d|\d{3})$/.test(wordOf(status)) ? Number(wordOf(status)) : NaN;

/** Whether an error field holds nothing, or says that there is no error. */
export function isNoError(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return !Object.keys(value).length;
	const word = wordOf(value).replace(/[_-]+/g, ' ').trim();
	return Number(word) === 0 || (signs.noError as readonly string[]).includes(word);
}
