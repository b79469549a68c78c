import type { IDataObject } from 'n8n-workflow';

import { optionalText } from '../../values/readers';

/** What the user filled in: the node's parameters by their names, and its options. */
export type Given = {
	read: (name: string, fallback?: object | string) => unknown;
	options: IDataObject;
};

/** Why an answer is not taken, so that the page asks again. */
export type Refusal = {
	/** What the page says above the answer. */
	problem: string;
	/** What was sent, which the page keeps. */
	sent: IDataObject;
	/** What the page says at single fields of a form, by their place. */
	atFields?: Array<string | undefined>;
};

/** What became of an answer: what comes out of the node, or why it is not taken. */
export type Taken = { answer: IDataObject } | Refusal;

/**
 * A text, or the usual one if it is blank.
 *
 * @throws Problem if it is a list or an object
 */
export function textOr(value: unknown, name: string, usual: string): string {
	return (optionalText(value, name, '', {}) as string | undefined) ?? usual;
}

/** The entries of a list that the user can lengthen: `{ values: [...] }`, or the list itself. */
export function entriesOf(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	const { values } = (given ?? {}) as { values?: unknown };
	return Array.isArray(values) ? values : [];
}
