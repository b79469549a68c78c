import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { connectionProblem } from './advice';
import { Problem } from './problem';

/** An error of n8n's HTTP helper as a Problem: failed connections are named, other errors kept. */
export function asProblem(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const chain = causes(error);
	const problem = troubleIn(chain) ?? chain.find((cause) => cause instanceof Problem);
	if (problem) return problem;
	const { message, description } = chain[chain.length - 1] ?? {};
	const isHttp = chain.some(isHttpError);
	// A request that failed without the HTTP client was never sent.
	const advice = isHttp ? 'Check the address in the credential.' : 'No request was made for it.';
	return new Problem(
		String(message || "The request couldn't be completed"),
		typeof description === 'string' ? description : advice,
		{ origin: 'service', outcome: isHttp ? 'unknown' : 'refused' },
	);
}

/** The problem of an answer that does not come to its end. */
export const timedOut = (): Problem => connectionProblem('ETIMEDOUT')!;

function troubleIn(chain: Cause[]): Problem | undefined {
	const troubles = chain.map(({ code, httpCode }) => connectionProblem(code ?? httpCode));
	const trouble = troubles.find((one) => one !== undefined);
	// A certificate belongs to whom was reached.
	if (trouble?.details.outcome !== 'refused' || trouble.details.repeat === 'none') return trouble;
	const last = chain[chain.length - 1];
	const { hostname, address, port } = Object(last.cause ?? last) as IDataObject;
	return trouble.with({ peer: { hostname, address, port } });
}

/** An error in reading an answer as a Problem: the request was made in any case. */
export function asProblemOfAnswer(error: unknown): Problem {
	if (error instanceof Problem) return error;
	const trouble = troubleIn(causes(error));
	if (trouble?.details.outcome === 'unknown') return trouble;
	const why = error instanceof Error ? error.message : 'unknown';
	return strangeAnswer(`The service's answer couldn't be read: ${why}`);
}

/** The problem of an answer that the service would hardly give. */
export function strangeAnswer(message: string, statusCode?: number): Problem {
	return new Problem(
		message,
		'Something other than the service may have answered. Check the address in the credential.',
		{ origin: 'service', outcome: 'unknown', httpCode: statusCode?.toString() },
	);
}

/** n8n 1.x and 2.0 put a NodeApiError in the place of what their HTTP client threw, and keep its code only. */
function isHttpError(cause: Cause): boolean {
	const isWrapped = cause instanceof NodeApiError && cause.cause === undefined;
	return isWrapped || cause.name === 'AxiosError' || cause.isAxiosError === true;
}

type Cause = Error & { [field in 'code' | 'httpCode' | 'description' | 'isAxiosError']?: unknown };

function causes(error: unknown): Cause[] {
	const chain: Cause[] = [];
	for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) {
		chain.push(next);
	}
	return chain;
}
