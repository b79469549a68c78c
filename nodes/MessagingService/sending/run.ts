import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asProblem } from '../errors/asProblem';
import { ItemErrors } from '../errors/itemErrors';
import type { Problem } from '../errors/problem';
import { AcceptedItems } from '../memory/acceptedItems';
import { ItemOutcomes } from '../memory/outcome';
import { SentSoFar } from '../memory/sentSoFar';
import { withAnswer, withEarlierTry, withOtherItems } from '../telling/otherItems';
import { Gate } from './gate';
import type { RunOptions } from './settings';
import { readRunOptions } from './settings';

/** One try of the node. The first failure ends it unless the user continues. */
export class Run {
	readonly gate: Gate;
	readonly options: RunOptions;
	readonly outcomes: ItemOutcomes;
	readonly errors: ItemErrors;
	/** What earlier tries have sent. */
	readonly accepted: AcceptedItems;
	/** How much this execution has sent with the node. */
	readonly soFar: SentSoFar;

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
		isSend = false,
		isInTurn = false,
	) {
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.errors = new ItemErrors(context, apiKey);
		this.options = readRunOptions(options, isSend);
		const width = isInTurn ? 1 : this.options.concurrency;
		this.gate = new Gate(width, context.getExecutionCancelSignal());
		this.accepted = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		const items = Array.from({ length: this.errors.itemCount }, (_, itemIndex) => itemIndex);
		this.outcomes = new ItemOutcomes(items, this.accepted.recall());
		this.soFar = new SentSoFar(context);
	}

	/** Has what goes wrong in a task come out for an item: it was sent, whatever becomes of the task. */
	async showing(itemIndex: number, task: () => Promise<void>): Promise<void> {
		await task().catch((error: unknown) => {
			this.outcomes.show(itemIndex, { problem: asProblem(error) });
		});
	}

	/**
	 * Nothing more is sent then, unless the user continues on fail.
	 *
	 * @returns the problem
	 */
	fail(itemIndexes: number[], error: unknown): Problem {
		const problem = asProblem(error);
		for (const itemIndex of itemIndexes) {
			// What may have gone out in an earlier try stays in doubt, whatever became of this one.
			const isInDoubt = this.accepted.isSentAgain(itemIndex);
			this.outcomes.fail(itemIndex, isInDoubt ? withEarlierTry(problem) : problem);
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
		if (this.outcomes.hasFailed) this.throwFirst();
	}

	/** For the first item that failed in this try, else in an earlier one, unless the user continues. */
	private throwFirst(): void {
		const first = this.outcomes.firstProblem;
		if (this.errors.continues || !first) return;
		const { atService, open } = this.outcomes;
		this.accepted.keep(atService);
		const { errors, isRead } = this;
		const inDoubt = open.filter((item) => this.accepted.isSentAgain(item));
		const run = { isRead, inDoubt, isSentAgain: this.options.resendUnknown };
		const problem = withOtherItems(first.problem, atService, errors.itemCount, run);
		throw errors.errorOf(problem, first.itemIndex);
	}

	/**
	 * All items' output, in the order of the input.
	 *
	 * @throws NodeApiError or NodeOperationError if an item has failed, unless the user continues
	 */
	finish(): INodeExecutionData[] {
		this.throwFirst();
		const { outcomes } = this;
		if (this.gate.isShut) this.accepted.keep(outcomes.atService);
		else this.accepted.finish(outcomes.atService, (item) => outcomes.of(item));
		return outcomes.items.flatMap((itemIndex) => {
			const outcome = outcomes.of(itemIndex);
			if (!outcome) return [];
			if ('items' in outcome) return outcome.items;
			return [
				this.errors.itemOf(withAnswer(outcome.problem, this.options.resendUnknown), itemIndex),
			];
		});
	}

	/** To be called when the try is over, whatever became of it. */
	close(): void {
		this.gate.close();
		this.soFar.settle((itemIndex) => this.outcomes.mayBeSent(itemIndex));
	}
}
