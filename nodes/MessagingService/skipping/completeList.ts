import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { isObject } from '../service/answer';
import { isStatusField, saysNo, wordsOfNo } from '../service/saysNo';
import { asText, parseJson } from '../values/parsing';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';
import { hasPlus, mayBeNumber } from './readableNumber';

/** The status and headers of an answer. */
export type ResponseHead = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>;

export const ADVICE =
	"Use Suppression → Get Many to see the list. If it shows the phone numbers in a field, enter that field as 'List Field' under Options → Skip Messages.";

const PARTIAL =
	"Nothing was sent, because somebody who isn't in this answer may be suppressed. Get the whole list with Suppression → Get Many and its Query Parameters, and leave out its numbers before this node.";

/** Lists that say something beside the list that was asked for; an empty one says nothing. */
const ASIDE = /^_?(errors?|warnings?|messages?|notices?|infos?|links|sort)$/i;

/**
 * The entries of the suppression list, of which none may be missing.
 *
 * @throws Problem if the answer is no list, or says that it could not give one, or something that may mean that there are more
 */
export function completeListOrThrow(
	answer: unknown,
	{ statusCode, headers }: ResponseHead = { statusCode: 200, headers: {} },
): unknown[] {
	const leaves = leavesOf(answer);
	const lists = leaves.filter(
		({ path, value }) => Array.isArray(value) && (value.length || !ASIDE.test(path.at(-1) ?? '')),
	);
	if (isObject(answer) && (saysNo(answer) || leaves.some(isNo))) {
		throw new Problem(`The suppression list couldn't be read: ${wordsOfNo(answer)}`, ADVICE);
	}
	if (lists.length > 1) {
		const names = lists
			.slice(0, 5)
			.map(({ path }) => path.join('.'))
			.join(' or ');
		throw new Problem(`The suppression list may be ${names}`, PARTIAL);
	}
	if (!lists.length) throw new Problem("The suppression list isn't a list", ADVICE);
	const [found] = lists;
	const list = found.value as unknown[];
	const beside = [
		{ path: ['status'], value: statusCode },
		...leaves.filter(({ value }) => !Array.isArray(value)),
		...Object.entries(headers).flatMap(leavesOfHeader),
	];
	const isToldWhole = beside.some((leaf) => tellsWhole(leaf, list.length));
	const doubtful = beside.find((leaf) => !isHarmless(leaf, list.length, isToldWhole));
	if (!doubtful) return list;
	const entries = list.length === 1 ? '1 entry' : `${list.length} entries`;
	const has = list.length ? `has ${entries}` : 'is empty';
	const said = `${doubtful.path.join('.')}: ${textOf(doubtful.value).slice(0, 100)}`;
	throw new Problem(`The suppression list ${has}, and says ${said}`, PARTIAL);
}

function isNo({ path, value }: Leaf): boolean {
	return saysNo({ [path.at(-1) ?? '']: value });
}

/** Headers that may say something about a list, and those that have a count or a rest of something else. */
const ABOUT_LIST =
	/^(x-)?(count|list|has-?more)|^link$|content-range|(^|-)(is-?|has-?)?(total|pag(e|es|ination|ing)($|-|s)|next|prev|more|cursor|truncat|partial|incomplete|continuation|items?|records?|results?|entries|last-?page|marker)/i;
const ABOUT_REQUEST = /rate|quota|concurren|shard|cache|tim(e|ing)|nextjs/i;

/** A header as a field of its own, and each value of one that is JSON. */
function leavesOfHeader([name, value]: [string, unknown]): Leaf[] {
	if (!ABOUT_LIST.test(name) || ABOUT_REQUEST.test(name)) return [];
	const text = String(value);
	if (/^link$/i.test(name)) {
		const isNext = text
			.split(/[;,]/)
			.some((part) => /^rel\b/i.test(part.trim()) && /\b(next|prev)/i.test(part));
		return isNext ? [{ path: [name, 'next'], value: text }] : [];
	}
	const parsed = parseJson(text);
	return leavesOf('json' in parsed ? parsed.json : text, [name]);
}

/** Objects that hold what is said about a list. */
const ENVELOPE =
	/^(data|meta(data)?|page|pages|pageable|paging|pagination|sort|links|hits|response|results?)$/;

/** What is said of the answer, whatever it is. */
const ABOUT_ANSWER =
	/^(((request|trace|correlation|account)?id)|(api)?version|timestamp|(generated|created|updated)at|took|duration|object|url|path)$/;

/** What is no and yes if this is all. */
const IF_NO =
	/^(is|has)?(more|next|prev|truncat|partial|incomplete|timedout|empty|(un)?(sorted|paged))/;
const IF_YES = /^(is)?(success|successful|ok|first|last|complete|done|(un)?(sorted|paged))(page)?$/;

/** Numbers: of the page, or of all pages; of entries in one answer; of entries in all. */
const PAGE =
	/^((current|total|first|last|num)?pages?(no|num|number|count|index)?|number|current|first|last|from|start(index)?)$/;
const SIZE = /^(limit|take|top|size|max(results?|size)?|(results?|items?)?perpage|page(size|len))$/;
const TOTAL =
	/^(?=.)(odata)?(total|num|number(of)?)?(found|matches|hits?|records?|entries|items?|results?|elements|suppressed|numbers|to)?(counts?|total|found|length)?$/;

/** Messages, and what they say if they say nothing. */
const MESSAGE = /^(message|detail|details|description|title|info)$/;
const FINE = /^(ok|okay|success(ful(ly)?)?|200)[.!]?$/i;
const SAYS_PART = /\d|\bfirst\b|\bonly\b|truncat|incomplete|partial|\bcut\b|\blimited\b/i;

/** Whether what stands beside a list says nothing of entries that are not on it. */
function isHarmless(leaf: Leaf, count: number, isToldWhole: boolean): boolean {
	const { path, value } = leaf;
	if (path.some((name) => /\d{7}/.test(name))) return false;
	const text = textOf(value);
	if (/^(|null|\{\})$/.test(text)) return true;
	const { name, isKnownPlace } = nameOf(path);
	const number = numberIn(text);
	if (number === 0) return !count || PAGE.test(name) || !TOTAL.test(name);
	if (/^(false|no?)$/i.test(text)) return IF_NO.test(name);
	if (!isKnownPlace) return false;
	if (/^(true|y(es)?)$/i.test(text)) return IF_YES.test(name);
	if (ABOUT_ANSWER.test(name)) return !hasPlus(value) && !mayBeNumber(path.at(-1) ?? '', value);
	if (isStatusField(name)) return FINE.test(text);
	if (MESSAGE.test(name)) return count ? !SAYS_PART.test(text) : FINE.test(text);
	if (PAGE.test(name) && number !== undefined) return number === 1;
	if (SIZE.test(name)) return (number ?? 0) > count || isToldWhole;
	if (TOTAL.test(name)) return number === count;
	if (/cursor$/.test(name)) return isToldWhole;
	// Where a page is, or the first or the last one.
	const isLink = /^(self|first|last|)$/.test(name) && /^(https?:\/)?\//.test(text);
	return isLink && !/[?&]page[^=&]{0,10}=([2-9]|1\d)/i.test(text);
}

/** Whether a field says that nothing comes after this, so that a cursor or a limit does not matter. */
function tellsWhole({ path, value }: Leaf, count: number): boolean {
	const { name } = nameOf(path);
	const text = textOf(value);
	if (/next|more|truncat/.test(name)) return /^(|0|false|no?|null)$/i.test(text);
	if (/last/.test(name)) return /^(true|y(es)?)$/i.test(text);
	return TOTAL.test(name) && numberIn(text) === count;
}

/** The letters of a field's name, or of its parent's if it only says of what kind its value is. */
function nameOf(path: string[]): { name: string; isKnownPlace: boolean } {
	const names = path.map((name) => name.toLowerCase().replace(/^x-(wp-)?|[^a-z]/g, ''));
	const isKind = /^(href|url|value|exact)$/.test(names.at(-1) ?? '');
	if (isKind && names.length > 1 && !ENVELOPE.test(names.at(-2) ?? '')) names.pop();
	const name = names.pop() ?? '';
	return { name, isKnownPlace: names.every((one) => ENVELOPE.test(one)) };
}

function textOf(value: unknown): string {
	return asText(value).trim();
}

/** A number, also as text with separators. */
function numberIn(text: string): number | undefined {
	return /^[\d,_\s]+$/.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
}
