import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { strangeAnswer } from '../errors/asProblem';
import { jsonWithoutKey, withoutKey } from '../errors/withoutKey';
import { parseJson } from '../values/given';
import { contract } from './contract';
import { wordsOf } from './serviceWords';

const { mostLevels, mostValues } = contract['answer-encoding'];
export const { mostBytes } = contract['answer-encoding'];

/** Whether the status is 2xx. */
export function isAccepted({ statusCode }: Pick<IN8nHttpFullResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** The JSON of a 2xx answer without the API key, if it has any. @throws Problem if it is no JSON, or too large */
export function parseAnswer(text: string, statusCode: number, apiKey: string): unknown {
	if (!text.trim()) return undefined;
	const parsed = parseExactJson(text);
	if ('fault' in parsed) {
		const words = parsed.fault === NO_JSON ? `: ${wordsOf(withoutKey(text, apiKey))}` : '';
		throw strangeAnswer(`The service's answer ${parsed.fault}${words}`, statusCode);
	}
	// Most answers do not repeat the key, and need not be gone through. An escape may hide one that is in HTML.
	const isClean = !text.includes('\\') && withoutKey(text, apiKey) === text;
	const json = isClean ? parsed.json : jsonWithoutKey(parsed.json, apiKey);
	return json ?? undefined;
}

/** Which bound of the contract a JSON text exceeds, in one pass before anything is made of it. */
function excessOf(text: string): string | undefined {
	// Each level and each value takes a character at least; a page isn't JSON, however it is nested.
	if (text.length <= mostLevels || !/^\s*[[{]/.test(text)) return undefined;
	let level = 0;
	let values = 1;
	let isInText = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') isInText = !isInText;
		else if (isInText) {
			if (character === '\\') at++;
		} else if (character === '{' || character === '[') {
			values++;
			if (++level > mostLevels) return `${mostLevels} levels`;
		} else if (character === ',') values++;
		else if (character === '}' || character === ']') level--;
		if (values > mostValues) return `${mostValues.toLocaleString('en-US')} values`;
	}
	return undefined;
}

/** JSON as it is split to look for numbers: where texts begin and end, and possible numbers. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/gs;

/** A number of many digits or with an exponent; most answers don't have one. */
const MAY_BE_LARGE = /(?:^|[\s:,[])-?(?:\d{16}|[\d.]+[eE])/;

const NO_JSON = "isn't JSON";

/** The JSON of a text, in which numbers that JavaScript would round (beyond 2^53) are texts of their digits. */
export function parseExactJson(text: string): { json: unknown } | { fault: string } {
	const excess = excessOf(text);
	if (excess) return { fault: `has more than ${excess}` };
	const parsed = parseJson(text);
	if ('reason' in parsed) return { fault: NO_JSON };
	if (!MAY_BE_LARGE.test(text)) return parsed;
	let isInText = false;
	const exact = text.replace(TOKEN, (token) => {
		if (token === '"') isInText = !isInText;
		const isSafe = isInText || !(Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER);
		return isSafe ? token : `"${token}"`;
	});
	return { json: JSON.parse(exact) as unknown };
}
