import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ItemErrors } from '../errors/itemErrors';
import type { Problem } from '../errors/problem';
import { AcceptedItems } from '../memory/acceptedItems';
import type { Outcome, Outcomes } from '../memory/outcome';
import { SentSoFar } from '../memory/sentSoFar';
import { withEarlierTry, withOtherItems, withOutcome } from '../telling/otherItems';
import { Gate } from './gate';
import type { RunOptions } from './settings';
import { readRunOptions } from './settings';

/**
 * What becomes of the items in one try of the node. The first failure ends it unless the user continues.
 * All that can happen to an item stands here together: this is why the file is long.
 */
export class Run {
	readonly gate: Gate;

	readonly options: RunOptions;

	/** What became of the items at the service. */
	readonly outcomes: Outcomes;

	/** What comes out for an item instead, e.g. with its delivery. */
	private readonly shown: Outcomes = new Map();

	readonly errors: ItemErrors;

	/** What earlier tries have sent. */
	readonly accepted: AcceptedItems;

	/** How much this execution has sent with the node. */
	readonly soFar: SentSoFar;

	private readonly items: number[];

	/** What failed in this try. */
	private readonly failed = new Set<number>();

	/**
	 * @param apiKey to keep it out of errors
	 * @param options those of the first item
	 * @throws Problem if an option is wrong
	 */
	constructor(
		context: IExecuteFunctions,
		apiKey: string,
		options: IDataObject,
		/** Whether the requests change nothing at the service. */
		readonly isRead: boolean,
		isInTurn = false,
	) {
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.errors = new ItemErrors(context, apiKey);
		this.items = Array.from({ length: this.errors.itemCount }, (_, itemIndex) => itemIndex);
		this.options = readRunOptions(options);
		const width = isInTurn ? 1 : this.options.concurrency;
		this.gate = new Gate(width, context.getExecutionCancelSignal());
		this.accepted = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		this.outcomes = this.accepted.recall();
		this.soFar = new SentSoFar(context);
	}

	/** The items of which nothing is decided yet: no earlier try has sent them. */
	get open(): number[] {
		return this.items.filter((itemIndex) => !this.outcomes.has(itemIndex));
	}

	/** The items that this try or an earlier one has sent, by their indexes. */
	get sent(): Array<[itemIndex: number, items: INodeExecutionData[]]> {
		return [...this.outcomes].flatMap(([item, outcome]) =>
			'items' in outcome && !outcome.isSkipped ? [[item, outcome.items]] : [],
		);
	}

	/** The service has accepted an item. */
	accept(itemIndex: number, items: INodeExecutionData[]): void {
		this.outcomes.set(itemIndex, { items });
	}

	/** Has an item come out marked, without being sent. */
	skip(itemIndex: number, json: IDataObject & { skipped: string }): void {
		const items = [{ json, pairedItem: { item: itemIndex } }];
		this.outcomes.set(itemIndex, { items, isSkipped: true });
	}

	/** Has something else come out for an item than what the service answered when it was sent. */
	show(itemIndex: number, outcome: Outcome): void {
		this.shown.set(itemIndex, outcome);
		if ('problem' in outcome) this.failed.add(itemIndex);
	}

	/** Has what goes wrong in a task come out for an item: it was sent, whatever becomes of the task. */
	async showing(itemIndex: number, task: () => Promise<void>): Promise<void> {
		await task().catch((error: unknown) => {
			this.show(itemIndex, { problem: this.errors.cleaned(error) });
		});
	}

	/**
	 * Nothing more is sent then, unless the user continues on fail.
	 *
	 * @returns the problem, the API key not in it
	 */
	fail(itemIndexes: number[], error: unknown): Problem {
		const problem = this.errors.cleaned(error);
		for (const itemIndex of itemIndexes) {
			// What may have gone out in an earlier try stays in doubt, whatever became of this one.
			const isInDoubt = this.accepted.isSentAgain(itemIndex);
			this.outcomes.set(itemIndex, { problem: isInDoubt ? withEarlierTry(problem) : problem });
			this.failed.add(itemIndex);
		}
		if (!this.errors.continues) this.gate.shut();
		return problem;
	}

	/**
	 * To be called before the first request, and after the last. What an earlier try could not tell the outcome
	 * of is no reason to stop: the rest is sent.
	 *
	 * @throws NodeApiError or NodeOperationError if an item failed in this try, unless the user continues
	 */
	stopIfFailed(): void {
		if (this.failed.size) this.throwFirst();
	}

	/** For the first item that failed in this try, else in an earlier one, unless the user continues. */
	private throwFirst(): void {
		if (this.errors.continues) return;
		const inThisTry = [...this.failed].sort((a, b) => a - b);
		for (const itemIndex of [...inThisTry, ...this.items]) {
			const outcome = this.outcomeOf(itemIndex);
			if (!outcome || 'items' in outcome) continue;
			this.accepted.keep(this.outcomes);
			const { errors, outcomes, isRead } = this;
			const inDoubt = this.open.filter((item) => this.accepted.isSentAgain(item));
			const run = { isRead, inDoubt, isSentAgain: this.options.resendUnknown };
			const problem = withOtherItems(outcome.problem, outcomes, errors.itemCount, run);
			throw errors.errorOf(problem, itemIndex);
		}
	}

	/**
	 * All items' output, in the order of the input.
	 *
	 * @throws NodeApiError or NodeOperationError if an item has failed, unless the user continues
	 */
	finish(): INodeExecutionData[] {
		this.throwFirst();
		if (this.gate.isShut) this.accepted.keep(this.outcomes);
		else this.accepted.finish(this.outcomes, (item) => this.outcomeOf(item));
		return this.items.flatMap((itemIndex) => {
			const outcome = this.outcomeOf(itemIndex);
			if (!outcome) return [];
			if ('items' in outcome) return outcome.items;
			return [
				this.errors.itemOf(withOutcome(outcome.problem, this.options.resendUnknown), itemIndex),
			];
		});
	}

	/** To be called when the try is over, whatever became of it. */
	close(): void {
		this.gate.close();
		this.soFar.settle((itemIndex) => {
			const outcome = this.outcomes.get(itemIndex);
			if (!outcome) return false;
			if ('items' in outcome) return !outcome.isSkipped;
			return outcome.problem.details.outcome === 'unknown';
		});
	}

	private outcomeOf(itemIndex: number): Outcome | undefined {
		return this.shown.get(itemIndex) ?? this.outcomes.get(itemIndex);
	}
}
