import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { connectionTrouble } from './advice';
import { Problem } from './problems';
import { isTool, toldToModel } from './toolCalls';
import { withoutKey } from './withoutKey';

/** What an error is about: an input item, by its index and how many there are, or something else by name. */
export type Subject = { itemIndex: number; itemCount: number } | string;

/** What n8n's HTTP helper threw, as a Problem: failed connections are named, other errors kept. */
export function asProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;

	const chain = causes(error);
	for (const { code, httpCode } of chain) {
		const known = code ?? httpCode;
		const trouble = typeof known === 'string' ? connectionTrouble(known) : undefined;
		if (trouble) {
			const { message, advice, outcome, repeat } = trouble;
			return new Problem(message, advice, { origin: 'service', outcome, repeat });
		}
	}
	const problem = chain.find((cause) => cause instanceof Problem);
	if (problem instanceof Problem) return problem;

	const { message, description } = chain[chain.length - 1] ?? {};
	const isHttp = chain.some(isHttpError);
	// What failed without the HTTP client was never sent.
	const advice = isHttp ? 'Check the address in the credential.' : 'No request was made for it.';
	return new Problem(
		String(message || 'The request failed'),
		typeof description === 'string' ? description : advice,
		{ origin: 'service', outcome: isHttp ? 'unknown' : 'refused' },
	);
}

/** n8n 1.x and 2.0 put a NodeApiError in the place of what their HTTP client threw, and keep its code only. */
function isHttpError(cause: Cause): boolean {
	const isWrapped = cause instanceof NodeApiError && cause.cause === undefined;
	return isWrapped || cause.name === 'AxiosError' || cause.isAxiosError === true;
}

type Cause = Error & {
	code?: unknown;
	httpCode?: unknown;
	description?: unknown;
	isAxiosError?: unknown;
};

function causes(error: unknown): Cause[] {
	const chain: Cause[] = [];
	for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) {
		chain.push(next);
	}
	return chain;
}

/**
 * n8n's error for a problem: the item's number in it, the API key not in it. The error that n8n's
 * helper threw is left out on purpose: it holds the whole request, key included, and n8n stores it.
 */
export function asNodeError(
	node: INode,
	error: unknown,
	subject: Subject,
	apiKey = '',
): NodeApiError | NodeOperationError {
	const problem = asProblem(error);
	const itemIndex = typeof subject === 'string' ? undefined : subject.itemIndex;
	const { origin, httpCode, failure } = problem.details;
	const isInput = origin === 'input';
	const { message, description } = textsOf(node, problem, subject, apiKey);

	const nodeError = isInput
		? new NodeOperationError(node, message, { description, itemIndex })
		: new NodeApiError(node, { message } as JsonObject, {
				message,
				description,
				httpCode,
				itemIndex,
				...(failure ? { failure } : {}),
			});
	// n8n replaces a message in which it finds e.g. ECONNREFUSED by a text of its own.
	nodeError.message = message;
	nodeError.description = description;
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
		typeof subject === 'string' ? subject : `item ${subject.itemIndex + 1} of ${subject.itemCount}`;
	if (origin === 'input') {
		return {
			message: `${said} (${about})`,
			description: withoutKey(problem.description, apiKey),
		};
	}
	const status = httpCode ? `HTTP status ${httpCode}. ` : '';
	const description = `${status}This was ${about}. ${problem.description}`;
	return { message: said, description: withoutKey(description, apiKey) };
}

const LONGEST = 300;

/** A message as one line that is not too long to read. */
function cut(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
