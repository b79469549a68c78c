import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { blamesValues } from './advice';
import { asProblem } from './asProblem';
import type { Problem } from './problem';
import { withoutKey } from './withoutKey';

/** Whether n8n runs the node as a tool of an AI agent. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Hides from a model the recipients that it didn't give. */
export type Hide = (text: string) => string;

/** An error's node, what it is about (one of the input items, or something else by its name), and what to hide in it. */
type Where = { node: INode; about?: Subject; apiKey?: unknown; hide?: Hide };

type Subject = { itemIndex: number; itemCount: number } | string | undefined;

/**
 * n8n's error for a problem, without the API key. The error of n8n's helper is left out, since it holds the request
 * with the key. Items are counted from 1: of n8n's own `itemIndex` the editor makes `[item 1]` for the second one.
 */
export function asNodeError({ node, about: subject, apiKey: key, hide }: Where, error: unknown) {
	const problem = asProblem(error).worded(hide ?? String);
	const apiKey = String(key ?? '');
	const { origin, httpCode, failure } = problem.details;
	const [message, description] = wordsOf(node, problem, subject, apiKey).map((words) =>
		withoutKey(words, apiKey),
	);
	const options = { message, description, httpCode, ...(failure ? { failure } : {}) };
	const nodeError =
		origin === 'input'
			? new NodeOperationError(node, message, { description })
			: new NodeApiError(node, { message }, options);
	// n8n replaces a message in which it finds e.g. ECONNREFUSED by a text of its own.
	nodeError.message = message;
	nodeError.description = description;
	const numbers = itemsOf(problem, subject).map((index) => index + 1);
	const areMany = typeof subject === 'object' && subject.itemCount > 1;
	const which =
		numbers.length > 1 ? { items: numbers } : areMany && numbers[0] && { item: numbers[0] };
	const data = { ...which, ...problem.details.data };
	if (Object.keys(data).length) nodeError.context.data = data;
	return nodeError;
}

/** The message and the description of an error; the rest of both may still hold the key. */
function wordsOf(
	node: INode,
	problem: Problem,
	subject: Subject,
	apiKey: string,
): [message: string, description: string] {
	// Cut only when the key is out of it, lest half of the key stays.
	const said = cut(withoutKey(problem.message, apiKey));
	if (isTool(node)) return [toldToModel(said, problem), ''];
	const { origin, httpCode, outcome } = problem.details;
	const items = itemsOf(problem, subject);
	const named = items.length ? itemsInWords(items, MOST_RANGES) : undefined;
	const about = typeof subject === 'object' ? named && `${named} of ${subject.itemCount}` : subject;
	if (origin === 'input') return [about ? `${said} (${about})` : said, problem.advice];
	const areMany = items.length > 1;
	const which =
		areMany && outcome === 'refused' && blamesValues(Number(httpCode))
			? `The service refused ${named} together; any of them may be the cause. To find it, set 'Batch Size' to 1 (Options → Requests). The others go through then, so leave them out of the next run.`
			: about && `${areMany ? 'These were' : 'This was'} ${about}.`;
	const status = httpCode && `HTTP status ${httpCode}.`;
	return [said, [status, which, problem.advice].filter(Boolean).join(' ')];
}

/** The items that a problem is about, by index. */
function itemsOf({ details }: Problem, subject: Subject): number[] {
	return typeof subject === 'object' ? (details.items ?? [subject.itemIndex]) : [];
}

/** Input items by their numbers, from 1, e.g. `items 1 to 4 and 7`; of more than `most` ranges the first and last. */
export function itemsInWords(indexes: number[], most = Infinity): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range?.[1] === index) range[1]++;
		else ranges.push([index + 1, index + 1]);
	}
	const { length } = indexes;
	if (ranges.length > most) return `${length} items from ${ranges[0][0]} to ${ranges.at(-1)![1]}`;
	const shown = ranges.flatMap(([first, last]) =>
		last - first > 1 ? [`${first} to ${last}`] : [...new Set([first, last])].map(String),
	);
	return `${length === 1 ? 'item' : 'items'} ${shown.join(', ').replace(/, ([^,]*)$/, ' and $1')}`;
}

const TELL_THE_USER =
	'Do not call the tool again for this. Tell the user that it may have been carried out, and to look it up.';

/** The words for a model: n8n gives it the message of an error only, not its description. */
function toldToModel(said: string, { advice, details }: Problem): string {
	const status = details.httpCode ? `HTTP status ${details.httpCode}.` : '';
	const order = details.outcome === 'unknown' ? TELL_THE_USER : '';
	const sentence = /[.!?…]$/.test(said) ? said : `${said}.`;
	return [sentence, status, advice, order].filter(Boolean).join(' ');
}

const MOST_RANGES = 10;
const LONGEST = 300;

/** A message as one line that is not too long to read. */
function cut(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

type NodeError = ReturnType<typeof asNodeError>;

/** n8n's errors for the items of a run that failed: with their numbers, and without the API key. */
export function itemErrors(context: IExecuteFunctions, apiKey?: unknown, hide?: Hide) {
	/** Whether the user wants failed items to come out, and the others to go on. */
	const continues = context.continueOnFail();
	const { length: itemCount } = context.getInputData();
	const node = context.getNode();
	const errorOf = (problem: unknown, itemIndex: number) =>
		asNodeError({ node, about: { itemIndex, itemCount }, apiKey, hide }, problem);
	const itemOf = (problem: unknown, itemIndex: number) =>
		errorItem(errorOf(problem, itemIndex), itemIndex);
	/** @throws n8n's error, unless the user continues: then what comes out for the item */
	const throwOrItem = (problem: unknown, itemIndex: number): INodeExecutionData => {
		if (continues) return itemOf(problem, itemIndex);
		throw errorOf(problem, itemIndex);
	};
	return { continues, errorOf, itemOf, throwOrItem };
}

/** Does a task. @throws n8n's error in place of a problem, with the name of its subject */
export function orNodeError<T>(where: Where, task: () => T): T {
	try {
		return task();
	} catch (error) {
		throw asNodeError(where, error);
	}
}

/** An error for each item: n8n would hand on the input, as if all were sent. @throws it unless the user continues */
export function failAll(context: IExecuteFunctions, error: Error): INodeExecutionData[] {
	if (!context.continueOnFail()) throw error;
	// n8n's own error for a missing credential has no advice.
	const { description: advice } = error as { description?: string | null };
	const description = advice || 'Nothing was sent in this try. Select the credential again.';
	const nodeError = new NodeOperationError(context.getNode(), error.message, { description });
	return context.getInputData().map((_, itemIndex) => errorItem(nodeError, itemIndex));
}

/** A failed item for "Continue", with the words of its error and the input item that it came from. */
export function errorItem(error: NodeError, itemIndex: number): INodeExecutionData {
	// n8n sends an item to the error output if its json holds nothing but error, message and details.
	const item: INodeExecutionData = {
		json: { error: error.message, details: error.description ?? '' },
		pairedItem: { item: itemIndex },
	};
	// n8n 2.0 and before look for an `error` of the item, but would put its message in the place of the json. One that
	// is not enumerable is gone when n8n adds the fields of the input.
	if (error.node.onError === 'continueErrorOutput') {
		Object.defineProperty(item, 'error', { value: error });
	}
	return item;
}
