import { Problem } from '../errors/problem';
import { asText } from '../values/parsing';
import { isObject, onlyList } from './answer';
import type { AboutList } from './listedNumbers';
import { saysNo, wordsOfNo } from './saysNo';

/** Texts that say something beside a list; if that is empty, they may say why. */
const SAYING = /^(message|detail|details|description|title|reason|warning|notice|info)$/i;

/** What says how many entries there are in all, and that there are more. */
const TOTAL = /^(count|total(_?(count|items|records|results|elements|size))?)$/i;
const MORE = /^has_?(more|next)/i;
const NEXT = /^next/i;
const PAGES = /^(total_?)?pages$/i;

/**
 * The entries of a list of which none may be missing.
 *
 * @throws Problem if the answer is no list, or says that it could not give one, or not all of it
 */
export function wholeList(answer: unknown, { name, advice }: AboutList): unknown[] {
	if (Array.isArray(answer)) return answer;
	if (saysNo(answer)) {
		throw new Problem(`The ${name} couldn't be read: ${wordsOfNo(answer)}`, advice);
	}
	const found = onlyList(answer);
	if (!found) throw new Problem(`The ${name} isn't a list`, advice);
	const { list, beside } = found;
	const isNo = ([field, value]: [string, unknown]) =>
		(SAYING.test(field) && !list.length && asText(value ?? '').trim() !== '') ||
		(TOTAL.test(field) && Number(asText(value)) > list.length) ||
		(PAGES.test(field) && Number(asText(value)) > 1) ||
		(MORE.test(field) && (value === true || value === 'true')) ||
		(NEXT.test(field) && !['', 'false', '0'].includes(asText(value ?? '').trim()));
	const said = [beside, ...Object.values(beside).filter(isObject)]
		.flatMap(Object.entries)
		.find(isNo);
	if (!said) return list;
	const entries = list.length === 1 ? '1 entry' : `${list.length} entries`;
	const has = list.length ? `has ${entries}` : 'is empty';
	throw new Problem(`The ${name} ${has}, and says ${said[0]}: ${asText(said[1])}`, advice);
}
