import { createHash } from 'crypto';
import type { IDataObject, IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import type { Given, Item } from './item';

/** What n8n keeps with the execution of something that may have been carried out, although it failed. */
type UnknownProblem = Pick<Problem, 'message' | 'description' | 'details'>;

/** Undefined if it certainly was not carried out. */
function unknownOf({ message, description, details }: Problem): UnknownProblem | undefined {
	return details.outcome === 'unknown' ? { message, description, details } : undefined;
}

function problemOf({ message, description, details }: UnknownProblem): Problem {
	return new Problem(message, description, details);
}

/** What is kept of an item that must not be sent again: what it gave, or that it may have been sent. */
type Kept = Given | { unknown: UnknownProblem };

/**
 * How many tries of a run there were: n8n hands out the same execute data for all of them. Tools of an AI agent may
 * share the agent's, but then n8n counts each try as a run.
 */
const triesOf = new WeakMap<IExecuteData, number>();

/**
 * What the tries of a run have sent already, so that the next one (Retry On Fail, or Retry in n8n's
 * list of executions) sends the rest only. n8n keeps it with the execution. It is empty again as soon
 * as the run has succeeded.
 */
export class AcceptedItems {
	private readonly memory: IDataObject;

	private readonly run: string;

	/** Which of Retry On Fail's tries this is, from 1. */
	private readonly tryNumber: number;

	/** @param run tells the runs of a node in a loop apart */
	constructor(
		private readonly context: IExecuteFunctions,
		run: string,
		private readonly resendsUnknown = false,
	) {
		const executeData = context.getExecuteData();
		this.tryNumber = (triesOf.get(executeData) ?? 0) + 1;
		triesOf.set(executeData, this.tryNumber);
		this.memory = context.getContext('node');
		this.run = `accepted:${run}`;
	}

	/** Tells the items what earlier tries did with them. */
	recall(items: Item[]): void {
		for (const [index, kept] of Object.entries(this.kept)) {
			const item = items[Number(index)];
			if ('items' in kept) item.atService = kept;
			else if (this.resendsUnknown) item.isSentAgain = true;
			else item.atService = { problem: problemOf(kept.unknown) };
		}
	}

	/** To be called when the run fails: keeps what was accepted, and what may have been. */
	keep(items: Item[]): void {
		const kept = { ...this.kept };
		for (const { index, atService } of items) {
			if (!atService) continue;
			const unknown = atService.problem && unknownOf(atService.problem);
			if (atService.items) kept[index] = atService;
			else if (unknown) kept[index] = { unknown };
		}
		this.kept = kept;
	}

	/** To be called when the run ends without an error: forgets it, unless n8n will try it again. */
	finish(items: Item[]): void {
		if (this.isTriedAgain(items[0])) this.keep(items);
		else this.kept = {};
	}

	private get kept(): Record<string, Kept> {
		return (this.memory[this.run] ?? {}) as Record<string, Kept>;
	}

	private set kept(kept: Record<string, Kept>) {
		if (Object.keys(kept).length) this.memory[this.run] = kept as IDataObject;
		else delete this.memory[this.run];
	}

	/**
	 * n8n repeats a run also if its first item holds an `error`, as a failed one with "Continue" does, and
	 * as a service may have it in what it accepted: in n8n 2.0 and before even `"error": null` will do.
	 */
	private isTriedAgain(item: Item | undefined): boolean {
		const { maxTries, retryOnFail } = this.context.getNode();
		const mostTries = Math.min(5, Math.max(2, maxTries || 3));
		if (retryOnFail !== true || this.tryNumber >= mostTries) return false;
		// Only a read may give nothing for its first item, and it may be made again.
		const first = item?.outcome;
		return !!first?.problem || first?.items?.[0]?.json.error !== undefined;
	}
}

/**
 * What a tool was called for and may have done, although it failed, by the content of the request. A model that hears
 * of a failure likes to try again; the same call is then not made. n8n keeps it with the execution.
 */
export class UnknownCalls {
	constructor(private readonly memory: IDataObject) {}

	/** @throws Problem that the same call met before, if it may have been carried out */
	refuse(call: ServiceRequest): void {
		const known = this.calls[hashOf(call)];
		if (known) throw problemOf(known);
	}

	/** Keeps a call that failed, if it may have been carried out. */
	keep(call: ServiceRequest, problem: Problem): void {
		const unknown = unknownOf(problem);
		if (unknown) this.memory.unknown = { ...this.calls, [hashOf(call)]: unknown };
	}

	private get calls(): Record<string, UnknownProblem> {
		return (this.memory.unknown ?? {}) as Record<string, UnknownProblem>;
	}
}

/** A request by its content: calls of a tool have no item number of their own. */
function hashOf({ method, path, qs, body }: ServiceRequest): string {
	const content = JSON.stringify([method, path, qs, body]);
	return createHash('sha256').update(content).digest('base64');
}
