import { Problem } from '../errors/problem';
import { isObject, onlyList } from '../service/answer';
import { saysNo, wordsOfNo } from '../service/saysNo';
import { asText } from '../values/parsing';

export const ADVICE =
	'Look at the list with Suppression → Get Many, and name the field under Options → Skip Suppressed.';

/** Texts that say something beside a list; if that is empty, they may say why. */
const SAYING = /^(message|detail|details|description|title|reason|warning|notice|info)$/i;

/** What says how many entries there are in all, and that there are more. */
const TOTAL = /^(count|total(_?(count|items|records|results|elements|size))?)$/i;
const MORE = /^has_?(more|next)/i;
const NEXT = /^next/i;
const PAGES = /^(total_?)?pages$/i;

/**
 * The entries of the suppression list.
 *
 * @throws Problem if the answer is no list, or says that it could not give one, or not all of it
 */
export function suppressionList(answer: unknown): unknown[] {
	if (Array.isArray(answer)) return answer;
	if (saysNo(answer)) {
		throw new Problem(`The suppression list could not be read: ${wordsOfNo(answer)}`, ADVICE);
	}
	const found = onlyList(answer);
	if (!found) throw new Problem('The suppression list is not a list', ADVICE);
	const { list, beside } = found;
	const isNo = ([name, value]: [string, unknown]) =>
		(SAYING.test(name) && !list.length && asText(value ?? '').trim() !== '') ||
		(TOTAL.test(name) && Number(asText(value)) > list.length) ||
		(PAGES.test(name) && Number(asText(value)) > 1) ||
		(MORE.test(name) && (value === true || value === 'true')) ||
		(NEXT.test(name) && !['', 'false', '0'].includes(asText(value ?? '').trim()));
	const said = [beside, ...Object.values(beside).filter(isObject)]
		.flatMap(Object.entries)
		.find(isNo);
	if (!said) return list;
	const entries = list.length === 1 ? '1 entry' : `${list.length} entries`;
	const has = list.length ? `has ${entries}` : 'is empty';
	throw new Problem(`The suppression list ${has}, and says ${said[0]}: ${asText(said[1])}`, ADVICE);
}
