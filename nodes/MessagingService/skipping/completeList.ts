import { Problem } from '../errors/problem';
import { isObject } from '../service/answer';
import { saysNo, wordsOfNo } from '../service/saysNo';
import { isCalledPhone } from '../values/fieldNames';
import { asText } from '../values/parsing';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';
import { hasPlus, mayBeNumber } from './readableNumber';
import type { ResponseHead } from './signsOfMore';
import { SAYING, shownLeaf, whatSaysMore } from './signsOfMore';

export const ADVICE =
	"Use Suppression → Get Many to see the list. If it shows the phone numbers in a field, enter that field as 'List Field' under Options → Skip Messages.";

const PARTIAL =
	"Nothing was sent, because somebody who isn't in this answer may be suppressed. Get the whole list with Suppression → Get Many and its Query Parameters, and leave out its numbers before this node.";

/** Lists that say something beside the list that was asked for; an empty one says nothing. */
const ASIDE = /^_?(errors?|warnings?|messages?|notices?|infos?|links|sort)$/i;

/** What says no more than that an answer is one. */
const FINE = /^(ok|okay|success(ful(ly)?)?)[.!]?$/i;

/**
 * The entries of the suppression list, of which none may be missing.
 *
 * @throws Problem if the answer is no list, or says that it could not give one, or not all of it
 */
export function completeListOrThrow(answer: unknown, head?: ResponseHead): unknown[] {
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
	const beside = leaves.filter((leaf) => leaf !== found && !Array.isArray(leaf.value));
	const said =
		beside.map((leaf) => besideList(leaf, list.length)).find(Boolean) ??
		whatSaysMore(beside, list.length, head);
	if (!said) return list;
	const entries = list.length === 1 ? '1 entry' : `${list.length} entries`;
	const has = list.length ? `has ${entries}` : 'is empty';
	throw new Problem(`The suppression list ${has}, and says ${said}`, PARTIAL);
}

function isNo({ path, value }: Leaf): boolean {
	return saysNo({ [path.at(-1) ?? '']: value });
}

/** What says why a list is empty, or holds a phone number that is not on the list. */
function besideList(leaf: Leaf, count: number): string | undefined {
	const { path, value } = leaf;
	const name = path.at(-1) ?? '';
	const text = asText(value ?? '').trim();
	const isWhy = !count && SAYING.test(name) && text !== '' && !FINE.test(text);
	const isNumber =
		(isCalledPhone(path) && text !== '') ||
		hasPlus(value) ||
		(!count && mayBeNumber(name, value)) ||
		path.some((one) => /^\+?\d{7,15}$/.test(one));
	return isWhy || isNumber ? shownLeaf(leaf) : undefined;
}
