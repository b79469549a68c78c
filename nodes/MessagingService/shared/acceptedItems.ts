import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { PerRun } from './perRun';
import { Problem } from './problems';

/** What became of an item: what it gave, sent or skipped as the options ask, or what went wrong. */
export type Outcome = { items: INodeExecutionData[]; isSkipped?: boolean } | { problem: Problem };

/** Outcomes by the item's index; by the request's content if an AI agent calls the node as a tool. */
export type Outcomes = Map<string, Outcome>;

/** What is kept of an item that must not be sent again: what it gave, or that it may have been sent. */
type Kept =
	| { items: INodeExecutionData[]; isSkipped?: boolean }
	| { unknown: { message: string; description: string; httpCode?: string } };

const tries = new PerRun<number>();

/**
 * What the tries of a run have sent already, so that the next one (Retry On Fail, or Retry in n8n's
 * list of executions) sends the rest only. n8n keeps it with the execution. It is empty again as soon
 * as the run has succeeded.
 */
export class AcceptedItems {
	private readonly memory: IDataObject;

	private readonly run: string;

	private readonly node: INode;

	/** Which of Retry On Fail's tries this is, from 1. */
	private readonly tryNumber: number;

	private readonly resendsUnknown: boolean;

	/** @param run tells the runs of a node in a loop apart */
	constructor(
		context: IExecuteFunctions | IExecuteSingleFunctions,
		run: string,
		resendsUnknown: boolean,
	) {
		this.tryNumber = (tries.get(context) ?? 0) + 1;
		tries.set(context, this.tryNumber);
		this.memory = context.getContext('node');
		this.run = `accepted:${run}`;
		this.node = context.getNode();
		this.resendsUnknown = resendsUnknown;
	}

	/** What an earlier try did with an item that must not be sent again. */
	recall(item: string): Outcome | undefined {
		const kept = this.kept[item];
		if (!kept || 'items' in kept) return kept;
		if (this.resendsUnknown) return undefined;
		const { message, description, httpCode } = kept.unknown;
		return {
			problem: new Problem(message, description, {
				origin: 'service',
				outcome: 'unknown',
				httpCode,
			}),
		};
	}

	/** Whether an earlier try may have sent an item, and the user wants it to be sent again. */
	isSentAgain(item: string): boolean {
		const kept = this.kept[item];
		return this.resendsUnknown && !!kept && 'unknown' in kept;
	}

	/** To be called when the run fails: keeps what was accepted, and what may have been. */
	keep(outcomes: Outcomes): void {
		const kept = { ...this.kept };
		for (const [item, outcome] of outcomes) {
			if ('items' in outcome) {
				kept[item] = outcome;
			} else if (outcome.problem.details.outcome === 'unknown') {
				const { message, description, details } = outcome.problem;
				kept[item] = { unknown: { message, description, httpCode: details.httpCode } };
			} else {
				delete kept[item];
			}
		}
		this.kept = kept;
	}

	/**
	 * To be called when the run ends without an error: forgets it, unless n8n will try it again.
	 *
	 * @param shown what n8n gets, if that is not what was sent
	 */
	finish(outcomes: Outcomes, shown: Outcomes = outcomes): void {
		if (this.isTriedAgain(shown)) return this.keep(outcomes);
		const kept = { ...this.kept };
		// Other calls of a tool may still need theirs.
		for (const item of outcomes.keys()) delete kept[item];
		this.kept = kept;
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
	private isTriedAgain(outcomes: Outcomes): boolean {
		const mostTries = Math.min(5, Math.max(2, this.node.maxTries || 3));
		if (this.node.retryOnFail !== true || this.tryNumber >= mostTries) return false;
		// An expression of the first item failed: what n8n puts in its place holds no error of this kind.
		if (!outcomes.has('0')) return false;
		const first = [...outcomes]
			.filter(([, outcome]) => 'problem' in outcome || outcome.items.length > 0)
			.sort(([a], [b]) => Number(a) - Number(b))[0]?.[1];
		return !!first && ('problem' in first || first.items[0].json.error !== undefined);
	}
}
