import type { IDataObject } from 'n8n-workflow';

import { optionalText } from '../values/readers';

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
