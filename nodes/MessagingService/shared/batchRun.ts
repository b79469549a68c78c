import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Outcome, Outcomes } from './acceptedItems';
import { AcceptedItems } from './acceptedItems';
import { errorItem } from './errorItem';
import { Gate } from './gate';
import { asNodeError, asProblem } from './nodeErrors';
import { withOtherItems, withOutcome } from './otherItems';
import type { Problem } from './problems';
import type { RunOptions } from './runOptions';
import { readRunOptions } from './runOptions';
import { problemWithoutKey, withoutKey } from './withoutKey';

/**
 * What becomes of the items in one try of a node that makes its requests itself (`BatchRequests`). The
 * first failure ends the run unless the user continues.
 */
export class BatchRun {
	readonly gate: Gate;

	readonly options: RunOptions;

	/** What became of the items at the service. */
	private readonly outcomes: Outcomes = new Map();

	/** What comes out for an item instead, e.g. with its delivery. */
	private readonly shown: Outcomes = new Map();

	private readonly accepted: AcceptedItems;

	private readonly itemCount: number;

	private readonly context: IExecuteFunctions;

	private readonly apiKey: string;

	/**
	 * @param apiKey to keep it out of errors
	 * @param options those of the first item
	 * @param isInTurn whether one request has to wait for the one before
	 * @throws Problem if an option is wrong
	 */
	constructor(context: IExecuteFunctions, apiKey: string, options: IDataObject, isInTurn: boolean) {
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.context = context;
		this.apiKey = apiKey;
		this.itemCount = context.getInputData().length;
		this.options = readRunOptions(options);
		const width = isInTurn ? 1 : this.options.concurrency;
		this.gate = new Gate(width, context.getExecutionCancelSignal());
		this.accepted = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const recalled = this.accepted.recall(String(itemIndex));
			if (recalled) this.outcomes.set(String(itemIndex), recalled);
		}
	}

	/** The items that no earlier try has sent. */
	get open(): number[] {
		const all = Array.from({ length: this.itemCount }, (_, itemIndex) => itemIndex);
		return all.filter((itemIndex) => !this.outcomes.has(String(itemIndex)));
	}

	/** The items that this try or an earlier one has sent, by their indexes. */
	get sent(): Array<[itemIndex: number, items: INodeExecutionData[]]> {
		return [...this.outcomes].flatMap(([item, outcome]) =>
			'items' in outcome && !outcome.isSkipped ? [[Number(item), outcome.items]] : [],
		);
	}

	/** Whether an earlier try may have sent an item, and the user wants it to be sent again. */
	isSentAgain(itemIndex: number): boolean {
		return this.accepted.isSentAgain(String(itemIndex));
	}

	/** The service has accepted an item. */
	accept(itemIndex: number, items: INodeExecutionData[]): void {
		this.outcomes.set(String(itemIndex), { items });
	}

	/** Has an item come out marked, without being sent. */
	skip(itemIndex: number, json: IDataObject & { skipped: string }): void {
		const items = [{ json, pairedItem: { item: itemIndex } }];
		this.outcomes.set(String(itemIndex), { items, isSkipped: true });
	}

	/** Has something else come out for an item than what the service answered when it was sent. */
	show(itemIndex: number, outcome: Outcome): void {
		this.shown.set(String(itemIndex), outcome);
	}

	/**
	 * Nothing more is sent then, unless the user continues on fail.
	 *
	 * @returns the problem, the API key not in it
	 */
	fail(itemIndexes: number[], error: unknown): Problem {
		const problem = problemWithoutKey(asProblem(error), this.apiKey);
		for (const itemIndex of itemIndexes) this.outcomes.set(String(itemIndex), { problem });
		if (!this.context.continueOnFail()) this.gate.shut();
		return problem;
	}

	/**
	 * To be called before the first request, after the last, and when something else is shown.
	 *
	 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the user continues
	 */
	throwIfFailed(): void {
		if (this.context.continueOnFail()) return;
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const outcome = this.outcomeOf(itemIndex);
			if (!outcome || 'items' in outcome) continue;
			this.accepted.keep(this.outcomes);
			const { itemCount, outcomes } = this;
			throw this.nodeError(withOtherItems(outcome.problem, outcomes, itemCount, false), itemIndex);
		}
	}

	/** All items' output, in the order of the input. */
	finish(): INodeExecutionData[] {
		if (this.gate.isShut) this.accepted.keep(this.outcomes);
		else this.accepted.finish(this.outcomes, new Map([...this.outcomes, ...this.shown]));
		const output: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const outcome = this.outcomeOf(itemIndex);
			if (!outcome) continue;
			if ('items' in outcome) for (const item of outcome.items) output.push(item);
			else
				output.push(errorItem(this.nodeError(withOutcome(outcome.problem), itemIndex), itemIndex));
		}
		return output;
	}

	/** A text without the API key in it. */
	clean(text: string): string {
		return withoutKey(text, this.apiKey);
	}

	private outcomeOf(itemIndex: number): Outcome | undefined {
		return this.shown.get(String(itemIndex)) ?? this.outcomes.get(String(itemIndex));
	}

	private nodeError(problem: Problem, itemIndex: number) {
		const position = { itemIndex, itemCount: this.itemCount };
		return asNodeError(this.context.getNode(), problem, position, this.apiKey);
	}
}
