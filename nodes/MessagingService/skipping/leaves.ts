import { Problem } from '../errors/problem';
import { isObject } from '../service/answer';
import { asText } from '../values/parsing';

/** A value of an answer, and the names that lead to it. */
export type Leaf = { path: string[]; value: unknown };

/** An honest list has few; each name on the way to a value costs time. */
const DEEPEST = 20;

/**
 * All values of an object, and of the objects in it; a list is one value, unless it is one of links.
 *
 * @throws Problem if it is nested deeper than any honest list
 */
export function leavesOf(value: unknown, path: string[] = []): Leaf[] {
	if (typeof value === 'object' && value !== null && path.length > DEEPEST) {
		throw new Problem(
			'The suppression list has too many levels to be read',
			'Nothing was sent. Look at the list with Suppression → Get Many, and leave out its numbers before this node.',
		);
	}
	if (Array.isArray(value) && /^_?links$/i.test(path.at(-1) ?? '') && value.every(isLink)) {
		return value.map((link) => ({
			path: [...path, asText(link.rel ?? link.label)],
			value: link.href ?? link.url,
		}));
	}
	if (!isObject(value)) return [{ path, value }];
	return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** All values of a list within an entry, and of the lists and objects in it; a value in a list has no name of its own. */
export function leavesWithin({ path, value }: Leaf): Leaf[] {
	if (!Array.isArray(value)) return [{ path, value }];
	return value.flatMap((inner) => leavesOf(inner, [...path, '']).flatMap(leavesWithin));
}

function isLink(link: unknown): boolean {
	return isObject(link) && ('rel' in link || 'label' in link) && ('href' in link || 'url' in link);
}
