import type {
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Outcome, Outcomes } from './outcome';
import type { UnknownProblem } from './unknownProblem';
import { problemOf, unknownOf } from './unknownProblem';

/** What is kept of an item that must not be sent again: what it gave, or that it may have been sent. */
type Kept = { items: INodeExecutionData[]; isSkipped?: boolean } | { unknown: UnknownProblem };

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

	private readonly node: INode;

	/** Which of Retry On Fail's tries this is, from 1. */
	private readonly tryNumber: number;

	/** @param run tells the runs of a node in a loop apart */
	constructor(
		context: IExecuteFunctions,
		run: string,
		private readonly resendsUnknown = false,
	) {
		this.node = context.getNode();
		const executeData = context.getExecuteData();
		this.tryNumber = (triesOf.get(executeData) ?? 0) + 1;
		triesOf.set(executeData, this.tryNumber);
		this.memory = context.getContext('node');
		this.run = `accepted:${run}`;
	}

	/** What earlier tries did with the items that must not be sent again. */
	recall(): Outcomes {
		const outcomes: Outcomes = new Map();
		for (const [item, kept] of Object.entries(this.kept)) {
			if ('items' in kept) outcomes.set(Number(item), kept);
			else if (!this.resendsUnknown) {
				outcomes.set(Number(item), { problem: problemOf(kept.unknown) });
			}
		}
		return outcomes;
	}

	/** Whether an earlier try may have sent an item, and the user wants it to be sent again. */
	isSentAgain(item: number): boolean {
		const kept = this.kept[item];
		return this.resendsUnknown && !!kept && 'unknown' in kept;
	}

	/** To be called when the run fails: keeps what was accepted, and what may have been. */
	keep(outcomes: Outcomes): void {
		const kept = { ...this.kept };
		for (const [item, outcome] of outcomes) {
			const unknown = 'problem' in outcome ? unknownOf(outcome.problem) : undefined;
			if ('items' in outcome) kept[item] = outcome;
			else if (unknown) kept[item] = { unknown };
		}
		this.kept = kept;
	}

	/**
	 * To be called when the run ends without an error: forgets it, unless n8n will try it again.
	 *
	 * @param shown what n8n gets for an item
	 */
	finish(outcomes: Outcomes, shown: (item: number) => Outcome | undefined): void {
		if (this.isTriedAgain(shown)) this.keep(outcomes);
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
	private isTriedAgain(shown: (item: number) => Outcome | undefined): boolean {
		const mostTries = Math.min(5, Math.max(2, this.node.maxTries || 3));
		if (this.node.retryOnFail !== true || this.tryNumber >= mostTries) return false;
		// Only a read may give nothing for its first item, and it may be made again.
		const first = shown(0);
		if (!first) return false;
		return 'problem' in first || first.items[0]?.json.error !== undefined;
	}
}
