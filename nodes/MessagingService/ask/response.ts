import type { IDataObject } from 'n8n-workflow';

/** The user's settings, from which a response type takes its own. */
export type ResponseSettings = {
	/** Reads a parameter of the node by its name. */
	read: (name: string, fallback?: object | string) => unknown;
	options: IDataObject;
	/**
	 * A text as the page shows it, or the default if it is blank.
	 *
	 * @throws Problem if it is a list or an object
	 */
	shown: (value: unknown, name: string, fallback: string) => string;
};

/** Why the page does not accept an answer and asks again. */
export type Rejection = {
	/** What the page says above the answer. */
	problem: string;
	/** What the person sent; the page keeps it. */
	sent: IDataObject;
};

/** The answer that leaves the node, or why the page does not accept it. */
export type AnswerResult = { answer: IDataObject } | Rejection;
