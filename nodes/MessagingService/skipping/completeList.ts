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
const ASIDE = /^_?(errors?|warnings?|messages?|notices?|infos?|links|sort|meta|included)$/i;

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
	const holders = found.path.slice(0, -1);
	const beside = [
		{ path: ['status'], value: statusCode },
		...leaves.filter(({ value }) => !Array.isArray(value)),
		...Object.entries(headers).flatMap(leavesOfHeader),
	].map((leaf) => ({ ...leaf, ...nameOf(leaf.path, holders), text: textOf(leaf.value) }));
	const isToldWhole = beside.some((said) => tellsWhole(said, list.length));
	const doubtful = beside.find((said) => !isHarmless(said, list.length, isToldWhole));
	if (!doubtful) return list;
	const entries = list.length === 1 ? '1 entry' : `${list.length} entries`;
	const has = list.length ? `has ${entries}` : 'is empty';
	const { path, text } = doubtful;
	throw new Problem(
		`The suppression list ${has}, and says ${path.join('.')}: ${text.slice(0, 100)}`,
		PARTIAL,
	);
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
		return [...text.matchAll(/<([^<>]*)>([^<]*)/g)].flatMap(([, href, rel]) => {
			const [called] = /\b(?:next|prev|last)/i.exec(rel) ?? [];
			return called ? [{ path: [name, called], value: href }] : [];
		});
	}
	const parsed = parseJson(text);
	return leavesOf('json' in parsed ? parsed.json : text, [name]);
}

/** Objects that hold what is said about a list. */
const ENVELOPE =
	/^(data|meta(data)?|page|pages|pageable|pageinfo|paging|pagination|sort|links?|self|first|last|profile|jsonapi|hits|response|results?)$/;

/** What is said of the answer, whatever it is. */
const ABOUT_ANSWER =
	/^(((request|trace|correlation|account)?id)|(api)?version|timestamp|(generated|created|updated)at|took|duration|object|kind|etag|odatacontext)$/;

/** What is no and yes if this is all. */
const IF_NO =
	/^(is|has)?(more|next|prev|truncat|partial|incomplete|timedout|empty|(un)?(sorted|paged)|errors?$)/;
const IF_YES =
	/^(is)?(success|successful|ok|first|last|complete|done|templated|(un)?(sorted|paged))(page)?$/;

/** Numbers: of the page, or of all pages; of entries in one answer; of entries in all. */
const PAGE =
	/^((current|total|first|last|num)?pages?(no|num|number|count|index)?|number|current|first|last|from|start(index)?)$/;
const SIZE = /^(limit|take|top|size|max(results?|size)?|(results?|items?)?perpage|page(size|len))$/;
const TOTAL =
	/^(?=.)(odata)?(total|num|number(of)?)?(found|matches|hits?|records?|entries|items?|results?|elements|suppressed|numbers|to)?(counts?|total|found|length)?$/;

/** What says by itself that this is all: no more, one page, or a count that is no page's. */
const NO_MORE =
	/^(odata|is|has)?(next|more|truncated)(page|results?|items|records|entries)?(url|uri|link|token|cursor|offset|key)?$/;
const ALL_PAGES = /^((total|num)pages?|lastpage|pages|pagecount)$/;
const ALL_ENTRIES = /total|found|odata/;

/** Messages, and the only words with which they say nothing of what is missing, in whatever language. */
const MESSAGE = /^(message|detail|details|description|title|info)$/;
const FINE = /^(ok|okay|success(ful(ly)?)?|200)[.!]?$/i;
const PLAIN_WORD =
	/^(ok(ay)?|success(ful(ly)?)?|done|here|is|are|was|were|has|have|been|your|the|this|of|for|today|list(ed)?|suppress(ed|ions?)|blocked|opt(ed)?|outs?|phone|sms|numbers?|recipients?|contacts?|entries|records?|items?|data|results?|request|query|operation|processed|completed?|retrieved|fetched|found|returned|loaded|read|die|liste|erfolg(reich)?|geladen|abgerufen)?$/i;

/** Addresses of the list, of its first and its last page. */
const LINK = /^(self|url|uri|path|(first|last)(page)?)?(url|uri|link|href)?$/;

/** What stands beside a list, with the letters of its name and its value as text. */
type Said = Leaf & { name: string; isKnownPlace: boolean; text: string };

/** Whether it says nothing of entries that are not on the list of so many. */
function isHarmless(said: Said, count: number, isToldWhole: boolean): boolean {
	const { path, value, name, isKnownPlace, text } = said;
	if (path.some((name) => /\d{7}/.test(name))) return false;
	if (/^(|null|\{\})$/.test(text)) return true;
	const number = numberIn(text);
	if (number === 0) {
		return !IF_YES.test(name) && (!count || PAGE.test(name) || !TOTAL.test(name));
	}
	if (/^(false|no?)$/i.test(text)) return IF_NO.test(name);
	if (!isKnownPlace) return false;
	if (/^(true|y(es)?)$/i.test(text)) {
		const isEmpty = name === 'empty' && (!count || path.includes('sort'));
		return isEmpty || IF_YES.test(name) || isStatusField(name);
	}
	if (ABOUT_ANSWER.test(name)) return !hasPlus(value) && !mayBeNumber(path.at(-1) ?? '', value);
	if (isStatusField(name)) return FINE.test(text);
	if (MESSAGE.test(name)) return count ? isPlainText(text) : FINE.test(text);
	if (PAGE.test(name) && number !== undefined) return number === 1;
	if (SIZE.test(name)) return (number ?? 0) > count || isToldWhole;
	if (TOTAL.test(name)) return number === count;
	if (/cursor$/.test(name)) return isToldWhole;
	return LINK.test(name) && isLinkToAll(text);
}

function isPlainText(text: string): boolean {
	return text.split(/[^\p{L}\d]+/u).every((word) => PLAIN_WORD.test(word));
}

/** Whether an address leads to no other place in the list than its begin. */
function isLinkToAll(text: string): boolean {
	const [address, ...parameters] = text.split(/[?&#{]/);
	if (!/^(https?:\/)?\//.test(address) || /\/pages?\/(?!1\b)/i.test(address)) return false;
	return parameters.every((parameter) => {
		const [given, value = ''] = parameter.split('=');
		const { name } = nameOf([given.replace(/%../g, '')], []);
		const isPlace = PAGE.test(name) || /cursor|token|after|before|offset|skip|^p$/.test(name);
		return /^[01]?$/.test(value) || !(isPlace || (/^\d/.test(value) && !SIZE.test(name)));
	});
}

/** Whether a field says that nothing comes after this, so that a cursor or a limit does not matter. */
function tellsWhole({ name, text }: Said, count: number): boolean {
	if (NO_MORE.test(name)) return /^(|0|false|no?|null)$/i.test(text);
	if (/last/.test(name)) return /^(true|y(es)?)$/i.test(text);
	if (ALL_PAGES.test(name)) return numberIn(text) === 1;
	return ALL_ENTRIES.test(name) && TOTAL.test(name) && numberIn(text) === count;
}

/** The letters of a field's name, or of its parent's if it only says of what kind its value is. */
function nameOf(path: string[], holders: string[]): { name: string; isKnownPlace: boolean } {
	const own = path.findIndex((name, level) => name !== holders[level]);
	const names = path.map((name) => name.toLowerCase().replace(/^x-(wp-)?|[^a-z]/g, ''));
	const isKind = /^(href|url|value|exact)$/.test(names.at(-1) ?? '');
	if (isKind && names.length > 1 && !ENVELOPE.test(names.at(-2) ?? '')) names.pop();
	const name = names.pop() ?? '';
	return { name, isKnownPlace: names.slice(own).every((one) => ENVELOPE.test(one)) };
}

function textOf(value: unknown): string {
	return asText(value).trim();
}

/** A number, also as text with separators. */
function numberIn(text: string): number | undefined {
	return /^[\d,_\s]+$/.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
}
