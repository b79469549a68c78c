import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { asText, parseJson } from '../values/parsing';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';

/** The status and headers of an answer. */
export type ResponseHead = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>;

/** Headers that may say something about a list; others may have a count or a rest of anything. */
const ABOUT_LIST =
	/^(x-)?(count|list|has-?more)|^link$|content-range|(^|-)(is-?|has-?)?(total|pag(e|es|ination|ing)($|-|s)|next|prev|more|cursor|truncat|partial|incomplete|continuation|items?|records?|results?|entries|last-?page|marker)/i;
const ABOUT_RATE = /rate|quota|concurren|shard|cache/i;

/** That there are more, or not all: whatever it says but nothing. */
const MORE =
	/more(?!info|detail)|truncat|incomplete|partial|capped|clipped|overflow|cutoff|^cut$|limit(ed|reached|exceeded)/;
const NEXT = /next(?!js|up|sync|refresh|run|check|poll|retry|reset|attempt)|prev(?!iew)/;
const REMAINING = /remaining|left$/;

/** What leads to more, unless something says that this is all. */
const CURSOR =
	/cursor|continu|marker|bookmark|scroll|lastevaluated|startafter|^after$|older|following|^forward|resume|checkpoint|iterator|^seek|pag(e|ing)state|(^|page|sync|start|scan)(token|key)$|paginated/;

/** That this is all, unless it says no. */
const LAST =
	/^(is|has|was|on|at)?(the)?(first|last|final|end|eof|complete|done|finished|exhausted|whole|all|full)(d|ed|page|list|results?|batch|chunk|slice|returned|reached|of\w+)?$/;
const ALL = /\b(all|full|complete|entire|whole|exhaustive|last|final|end)\b/;

/** Numbers: of entries in one answer, of pages, of entries in all, of entries before the first one. */
const SIZE = /limit|perpage|pagesize|pagelen|maxresults|^(take|top|size|max)$/;
const PAGE = /page|^(parts?|batch|batches|chunks?|slices?|segments?|last|of)$/;
const TOTAL =
	/total|(?<!ac|dis)counts?$|^count(?!r)|found|match|hits|available|overall|records|entries|items|results|elements|numbers|rows$|suppress/;
const OFFSET = /^(offset|skip|skipped|start(at|index)?)$/;

/** Numbers of something else. */
const OTHER =
	/\b(rate|ratelimit|quota|time|timestamp|timing|duration|took|ms|seconds|ttl|age|cost|price|credits?|balance|bytes|requests?|retry|retries|cache|version|status|code|id|ids)\b/;

/** `1-50 of 900`, `page 1 of 3`, `items 0-24/319`, `2/9`. */
const PART_OF = /\d(?:\s?[-–]\s?\d+\s?\/\s?|\s(?:out\s)?of\s)([\d,]+|\*)|^\d+\s?\/\s?(\d+)$/;

/** Messages that may say so in other words. */
export const SAYING = /^(message|detail|details|description|title|reason|warning|notice|info)$/i;
const SAYS_PART = /\bfirst\b|\bonly\b|truncat|incomplete|partial|\bcut\b|\blimited\b/i;

/** What says that a list of so many entries is not the whole list: a field beside it, the status, or a header. */
export function whatSaysMore(
	beside: Leaf[],
	count: number,
	{ statusCode, headers }: ResponseHead = { statusCode: 200, headers: {} },
): string | undefined {
	if (statusCode === 206) return 'status: 206';
	const inHeaders = Object.entries(headers)
		.filter(([name]) => ABOUT_LIST.test(name) && !ABOUT_RATE.test(name))
		.flatMap(leavesOfHeader);
	const all = [...beside, ...inHeaders];
	const isSaidWhole = all.some((leaf) => saysWhole(leaf, count));
	const said =
		all.find((leaf) => saysMore(leaf, count, isSaidWhole)) ??
		beside.find((leaf) => !isSaidWhole && isUnexplained(leaf, count));
	return said && shownLeaf(said);
}

/** `page.total: 9` */
export function shownLeaf({ path, value }: Leaf): string {
	return `${path.join('.')}: ${textOf(value).slice(0, 100)}`;
}

/** A header as a field of its own, and each value of one that is JSON. */
function leavesOfHeader([name, value]: [string, unknown]): Leaf[] {
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

function saysMore({ path, value }: Leaf, count: number, isSaidWhole: boolean): boolean {
	const names = path.map(lettersOf);
	const [last, parent = ''] = [...names].reverse();
	const isAny = (pattern: RegExp) => names.some((name) => pattern.test(name));
	const isOther = OTHER.test(path.slice(-2).map(wordsOf).join(' '));
	if (isAny(MORE) || isAny(NEXT) || (isAny(REMAINING) && !isOther)) return !isNothing(value);
	const isAll = LAST.test(last) || ALL.test(wordsOf(path.at(-1) ?? ''));
	if (isAll && /^(false|no?)$/i.test(textOf(value))) return true;
	if (isAny(CURSOR)) return !isSaidWhole && !isNothing(value);
	const text = textOf(value);
	if (SAYING.test(last) && SAYS_PART.test(text)) return true;
	const [, whole, ofAll] = PART_OF.exec(text) ?? [];
	const isPage = PAGE.test(last) && !SIZE.test(last);
	if (whole === '*' || numberOf(whole ?? ofAll) > (isPage || ofAll ? 1 : count)) return true;
	if (isOther) return false;
	const number = numberOf(value);
	if (SIZE.test(last)) {
		return /limit|per|page|results/.test(last) && !isSaidWhole && number > 0 && count >= number;
	}
	if (OFFSET.test(last)) return number > (last === 'startindex' || last === 'start' ? 1 : 0);
	if (isPage) return pageIn(value) > 1;
	if (!isTotal(last, parent)) return false;
	// One that is less counts something else: pages, perhaps.
	return largestIn(text) > count || /^>|\+$/.test(text) || (/^total/.test(last) && number < count);
}

/** Whether a number may be that of all entries, although its name does not say so; a larger one is a time. */
function isUnexplained({ path, value }: Leaf, count: number): boolean {
	const [last] = path.map(lettersOf).reverse();
	const isKnown = SIZE.test(last) || OTHER.test(path.slice(-2).map(wordsOf).join(' '));
	return typeof value === 'number' && value > count && value < 1e9 && !isKnown;
}

/** Whether a field says that nothing comes after this, so that a cursor or a limit does not matter. */
function saysWhole({ path, value }: Leaf, count: number): boolean {
	const [last, parent] = path.map(lettersOf).reverse();
	if (/next|more|truncat/.test(last)) return isNothing(value);
	if (LAST.test(last) && !last.includes('first')) return /^(true|y(es)?)$/i.test(textOf(value));
	return isTotal(last, parent) && numberOf(value) === count;
}

function isTotal(last: string, parent = ''): boolean {
	const isBare = /^(value|all|exact|number)$/.test(last);
	return [last, isBare ? parent : ''].some(
		(name) => TOTAL.test(name) && !SIZE.test(name) && !PAGE.test(name),
	);
}

/** `X-Total_Count` is `totalcount`. */
function lettersOf(name: string): string {
	return name.toLowerCase().replace(/^x-|[^a-z]/g, '');
}

/** `requestCount` is `request count`. */
function wordsOf(name: string): string {
	return name.replace(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]/g, ' ').toLowerCase();
}

function textOf(value: unknown): string {
	return asText(value ?? '').trim();
}

function isNothing(value: unknown): boolean {
	return /^(|0|false|no?|none|null|undefined|\{\}|\[\])$/i.test(textOf(value));
}

/** A number, also as text with separators; NaN for anything else. */
function numberOf(value: unknown): number {
	return Number(textOf(value).replace(/[,_\s]/g, '') || NaN);
}

/** The largest number of a page that a value names: in an address only that of the page. */
function pageIn(value: unknown): number {
	const text = textOf(value);
	const isAddress = /:\/\/|[?=]|^\//.test(text);
	const pages = isAddress
		? [...text.matchAll(/page(?:\[number\]|%5Bnumber%5D|number|no)?=(\d+)/gi)].map(
				([, page]) => page,
			)
		: [largestIn(text)];
	return Math.max(0, ...pages.map(Number));
}

function largestIn(text: string): number {
	const numbers = text.replace(/(\d)[,_\s](?=\d{3})/g, '$1').match(/\d+/g) ?? [];
	return Math.max(0, ...numbers.map(Number));
}
