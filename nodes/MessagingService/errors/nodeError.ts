import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asProblem } from './asProblem';
import { isTool, toldToModel } from './forModel';
import type { Problem } from './problem';
import { withoutKey } from './withoutKey';

/** What an error is about: an input item, by its index and how many there are, or something else by name, if it has one. */
export type Subject = { itemIndex: number; itemCount: number } | string | undefined;

/**
 * n8n's error for a problem: the item's number in it, the API key not in it. The error that n8n's
 * helper threw is left out on purpose: it holds the whole request, key included, and n8n stores it.
 *
 * The item is counted from 1, in the words and in `context.data.item`. n8n's own `itemIndex` is left out: all that the
 * editor makes of it is an `[item 1]` behind the message, which is the second item.
 */
export function asNodeError(
	node: INode,
	error: unknown,
	subject: Subject,
	apiKey = '',
): NodeApiError | NodeOperationError {
	const problem = asProblem(error);
	const { origin, httpCode, failure } = problem.details;
	const isInput = origin === 'input';
	const { message, description } = textsOf(node, problem, subject, apiKey);

	const nodeError = isInput
		? new NodeOperationError(node, message, { description })
		: new NodeApiError(node, { message } as JsonObject, {
				message,
				description,
				httpCode,
				...(failure ? { failure } : {}),
			});
	// n8n replaces a message in which it finds e.g. ECONNREFUSED by a text of its own.
	nodeError.message = message;
	nodeError.description = description;
	const isOneOfMany = typeof subject === 'object' && subject.itemCount > 1;
	const data = {
		...(isOneOfMany ? { item: subject.itemIndex + 1 } : {}),
		...problem.details.data,
	};
	if (Object.keys(data).length) nodeError.context.data = data;
	return nodeError;
}

/** What happened and what to do, without the key. */
function textsOf(
	node: INode,
	problem: Problem,
	subject: Subject,
	apiKey: string,
): { message: string; description: string } {
	// Cut only when the key is out of it, lest half of the key stays.
	const said = cut(withoutKey(problem.message, apiKey));
	if (isTool(node)) {
		return { message: withoutKey(toldToModel(said, problem), apiKey), description: '' };
	}
	const { origin, httpCode } = problem.details;
	const about =
		typeof subject === 'object' ? `item ${subject.itemIndex + 1} of ${subject.itemCount}` : subject;
	if (origin === 'input') {
		return {
			message: about ? `${said} (${withoutKey(about, apiKey)})` : said,
			description: withoutKey(problem.description, apiKey),
		};
	}
	const status = httpCode ? `HTTP status ${httpCode}. ` : '';
	const description = `${status}${about ? `This was ${about}. ` : ''}${problem.description}`;
	return { message: said, description: withoutKey(description, apiKey) };
}

const LONGEST = 300;

/** A message as one line that is not too long to read. */
function cut(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
