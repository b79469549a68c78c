import { asText, isObject, names } from '../values/words';
import { contract } from './contract';
import { plainName } from './serviceWords';

/** The kind of a request: a send or a change; a list or a report; one thing, which may have a state of its own. */
export type Asked = 'change' | 'list' | 'thing';

const NAMED: Record<Asked, readonly string[]> = {
	change: [contract['send-answer'].id],
	list: contract['report-answer'].tells,
	thing: contract['object-answer'].named,
};

const VERDICT = contract['validate-answer'].verdict;

const signs = contract['refusal-in-200'];
const SIGNS = new Map<string, 'success' | 'status' | 'errors' | 'rejected'>(
	(['success', 'status', 'errors', 'rejected'] as const).flatMap((sign) =>
		signs[sign].map((name) => [plainName(name), sign] as const),
	),
);

/**
 * The first object in a 2xx answer that says no, from the outside in, or a `false` in a list. Entries of a list that was
 * read speak for themselves. That a service says no in this way is an assumption: the specification shows no such answer.
 */
export function noIn(value: unknown, asked: Asked): unknown {
	if (Array.isArray(value)) {
		return asked === 'change' ? firstNo(value, asked, (entry) => entry === false) : undefined;
	}
	if (!isObject(value)) return undefined;
	const isNamed =
		names(value, NAMED[asked]) || (asked === 'thing' && Object.hasOwn(value, VERDICT));
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
	if (sign === 'status') return asked !== 'thing' && isFailing(value);
	return (sign === 'errors' || asked === 'change') && !isNoError(value);
}

/** A text, a number, or a yes or no, as one word to compare; '' for a list or an object. */
function wordOf(value: unknown): string {
	return typeof value === 'object' ? '' : asText(value).trim().toLowerCase();
}

function isFailing(status: unknown): boolean {
	const word = wordOf(status);
	const [first] = word.split(/[^a-z]/);
	const isHttp = word.length === 3 && Number(word) >= 400 && Number(word) < 600;
	return isHttp || (signs.failing as readonly string[]).includes(first);
}

/** Whether an error field holds nothing, or says that there is no error. */
export function isNoError(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return !Object.keys(value).length;
	const word = wordOf(value);
	return Number(word) === 0 || (signs.noError as readonly string[]).includes(word);
}
