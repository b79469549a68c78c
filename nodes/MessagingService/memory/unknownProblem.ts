import { Problem } from '../errors/problem';

/** What n8n keeps of something that may have been carried out, although it failed. */
export type UnknownProblem = { message: string; description: string; httpCode?: string };

/** To be kept with the execution; `undefined` if it certainly was not carried out. */
export function unknownOf({ message, description, details }: Problem): UnknownProblem | undefined {
	return details.outcome === 'unknown'
		? { message, description, httpCode: details.httpCode }
		: undefined;
}

/** The problem that was kept. */
export function problemOf({ message, description, httpCode }: UnknownProblem): Problem {
	return new Problem(message, description, { origin: 'service', outcome: 'unknown', httpCode });
}
