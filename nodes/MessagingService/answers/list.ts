import { asText, isObject } from '../values/given';
import { contract } from './contract';
import { plainName } from './serviceWords';

/** A value of an answer outside its lists, by the name of its field and by the names that lead to it. */
export type Leaf = { name: string; path: string; value: unknown };

/** The lists of an answer, and everything that stands beside them; a list is one value. */
export function leavesOf(value: unknown, name = '', path = '', leaves: Leaf[] = []): Leaf[] {
	const entries = isObject(value) ? Object.entries(value) : [];
	if (!entries.length) leaves.push({ name, path, value });
	for (const [inner, one] of entries) {
		leavesOf(one, inner, path ? `${path}.${inner}` : inner, leaves);
	}
	return leaves;
}

const TOTAL: readonly string[] = contract['list-paging'].total;

/** Whether a value beside a list is empty, or says that the list has all entries. */
function isBeside({ name, value }: Leaf, count: number): boolean {
	if (typeof value === 'object' && value !== null) return !Object.keys(value).length;
	const text = asText(value).trim();
	return !text || (TOTAL.includes(name) && Number(text) === count);
}

/** A list of errors is no list of entries. */
const OF_ERRORS = new Set<string>(
	[...contract['refusal-in-200'].errors, ...contract['error-words'].lists].map(plainName),
);

/** The lists among leaves, and whatever makes it doubtful that the first one is whole. */
export function listsAmong(leaves: Leaf[]) {
	const lists = leaves.filter(
		({ name, value }) => Array.isArray(value) && !OF_ERRORS.has(plainName(name)),
	);
	if (lists.length !== 1) return { lists, doubtful: lists };
	const [list] = lists;
	const { length } = list.value as unknown[];
	return { lists, doubtful: leaves.filter((leaf) => leaf !== list && !isBeside(leaf, length)) };
}

/** The entries of a list, or of an object that fits the row of a list; undefined for any other answer. */
export function listIn(answer: unknown): unknown[] | undefined {
	if (Array.isArray(answer)) return answer;
	const { lists, doubtful } = listsAmong(leavesOf(answer));
	const list = lists[0]?.value as unknown[] | undefined;
	return !doubtful.length && list?.every(isObject) ? list : undefined;
}
