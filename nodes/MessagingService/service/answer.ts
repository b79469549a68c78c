import type { GenericValue, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { strangeAnswer } from '../errors/asProblem';
import { jsonWithoutKey, withoutKey } from '../errors/withoutKey';
import { isTooDeep, parseExactJson } from '../values/parsing';
import { serviceWords } from './serviceWords';

/**
 * The JSON of a 2xx answer, the API key not in it; undefined if it is empty. Numbers beyond 2^53 are texts.
 *
 * @throws Problem if it is not JSON
 */
export function parseAnswer(text: string, statusCode: number, apiKey: string): unknown {
	if (!text.trim()) return undefined;
	if (isTooDeep(text)) {
		throw strangeAnswer("The service's answer is nested too deeply to be read", statusCode);
	}
	const parsed = parseExactJson(text);
	if ('reason' in parsed) {
		const words = serviceWords(withoutKey(text, apiKey));
		throw strangeAnswer(`The service's answer isn't JSON: ${words}`, statusCode);
	}
	// Most answers do not repeat the key, and need not be gone through. An escape may hide one that is in HTML.
	const isClean = !text.includes('\\') && withoutKey(text, apiKey) === text;
	return isClean ? parsed.json : jsonWithoutKey(parsed.json, apiKey);
}

/** What stands beside a list and only says how it pages. */
const PAGING =
	/^(_?links?|page(_?(no|number|size|count|index|token))?|pages|per_?page|size|limit|offset|skip|total(_?(count|items|pages|records|results|elements|size))?|count|cursor|(next|prev|previous|first|last|self)(_?(cursor|page|token|url|link|offset|href))?|has_?(more|next|prev|previous)(_?page)?|href|paging|pagination)$/i;

/**
 * The entries of an answer that is a list, or an object with one list of objects in it beside which nothing
 * stands but how it pages; undefined for any other: it says something of its own.
 */
export function listIn(answer: unknown): unknown[] | undefined {
	if (Array.isArray(answer)) return answer;
	const found = onlyList(answer);
	return found && isPaging(found.beside) ? found.list : undefined;
}

/** The one list of objects that an object holds, but for its errors, and what stands beside it. */
export function onlyList(answer: unknown): { list: unknown[]; beside: IDataObject } | undefined {
	if (!isObject(answer)) return undefined;
	const lists = Object.entries(answer).filter(
		([name, value]) => Array.isArray(value) && value.every(isObject) && !/^errors?$/i.test(name),
	);
	if (lists.length !== 1) return undefined;
	const [[name, list]] = lists;
	const beside = Object.entries(answer).filter(([other]) => other !== name);
	return { list: list as unknown[], beside: Object.fromEntries(beside) };
}

function isPaging(beside: IDataObject): boolean {
	return Object.entries(beside).every(
		([name, value]) => PAGING.test(name) && (!isObject(value) || isPaging(value)),
	);
}

/** n8n's items for an answer: one that holds nothing says that it succeeded. */
export function asItems(answer: unknown): INodeExecutionData[] {
	const isNothing = answer === undefined || (Array.isArray(answer) && !answer.length);
	const entries = Array.isArray(answer) ? answer : [answer];
	return isNothing
		? [{ json: { success: true } }]
		: entries.map((entry) => ({ json: asObject(entry) }));
}

/** Whether an item stands for an answer that holds nothing, perhaps with whom its message was sent to. */
export function isEmptyAnswer(json: IDataObject): boolean {
	return json.success === true && Object.keys(json).every((name) => /^(success|to)$/.test(name));
}

/** An entry of an answer as n8n can hold it: what is not an object is put under `value`. */
export function asObject(entry: unknown): IDataObject {
	return isObject(entry) ? entry : { value: entry as GenericValue };
}

/** Whether something is an object, and no list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
