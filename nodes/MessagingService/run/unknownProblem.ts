import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';

/** What n8n keeps of something that may have been carried out, although it failed. */
export type UnknownProblem = {
	message: string;
	description: string;
	httpCode?: string;
	/** With the service's answer, which may name messages. */
	data?: IDataObject;
};

/** To be kept with the execution; `undefined` if it certainly was not carried out. */
export function unknownOf({ message, description, details }: Problem): UnknownProblem | undefined {
	const { outcome, httpCode, data } = details;
	return outcome === 'unknown' ? { message, description, httpCode, data } : undefined;
}

/** The problem that was kept. */
export function problemOf({ message, description, ...kept }: UnknownProblem): Problem {
	return new Problem(message, description, { origin: 'service', outcome: 'unknown', ...kept });
}
