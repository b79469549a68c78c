import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../errors/forModel';
import type { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import type { UnknownProblem } from './unknownProblem';
import { problemOf, unknownOf } from './unknownProblem';

/** What went wrong with a call, by the content of its request. */
type Calls = Record<string, UnknownProblem>;

/**
 * What a tool was called for and may have done, although it failed. A model that hears of a failure
 * likes to try again; the same call is then not made, unless On Unknown Outcome is Send Again. n8n keeps
 * it with the execution.
 */
export class UnknownCalls {
	private readonly memory?: ReturnType<IExecuteFunctions['getContext']>;

	constructor(context: IExecuteFunctions, resendsUnknown = false) {
		if (isTool(context.getNode()) && !resendsUnknown) this.memory = context.getContext('node');
	}

	/** @throws Problem that the same call met before, if it may have been carried out */
	refuse(call: ServiceRequest): void {
		if (!this.memory) return;
		const known = this.calls[hashOf(call)];
		if (known) throw problemOf(known);
	}

	/** Keeps a call that failed, if it may have been carried out. */
	keep(call: ServiceRequest, problem: Problem): void {
		const unknown = unknownOf(problem);
		if (this.memory && unknown) {
			this.memory.unknown = { ...this.calls, [hashOf(call)]: unknown };
		}
	}

	private get calls(): Calls {
		return (this.memory?.unknown ?? {}) as Calls;
	}
}

/** A request by its content: calls of a tool have no item number of their own. */
function hashOf({ method, path, qs, body }: ServiceRequest): string {
	const content = JSON.stringify([method, path, qs, body]);
	return createHash('sha256').update(content).digest('base64');
}
