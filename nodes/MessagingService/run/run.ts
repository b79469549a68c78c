import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { asProblem } from '../errors/asProblem';
import { ItemErrors } from '../errors/itemErrors';
import type { Problem } from '../errors/problem';
import { limitedTo } from '../service/deadline';
import type { ServiceRequest } from '../service/request';
import { sendRequest } from '../service/request';
import { AcceptedItems } from './earlierTries';
import { Gate, repeatWhereSafe } from './gate';
import { Item } from './item';
import { withAnswer, withEarlierTry, withOtherItems } from './otherItems';
import type { Effect } from './settings';
import { readRequestOptions, readRunOptions } from './settings';

/** Does something about items of a run, before they are sent or after. */
export type Step = (run: Run, items: Item[]) => Promise<void>;

/** Keeps messages from going out twice. */
export type OnceGuard = {
	/** The key of an item. @throws Problem if it can't be one */
	readKey: (item: Item) => string | undefined;
	/** Claims the keys of items right before they go out, marks those to skip, and returns the others. */
	claim: (items: Item[]) => Promise<Item[]>;
	/** Gives the keys back if the items were certainly not sent. @returns the problem that they met */
	release: (items: Item[], problem: Problem) => Promise<Problem>;
	/** A note to be shown after the run. */
	hint: (items: Item[]) => NodeExecutionHint | undefined;
};

/** One try of the node. The first failure ends it unless the user continues. */
export class Run {
	readonly gate: Gate;
	readonly options: ReturnType<typeof readRunOptions> & ReturnType<typeof readRequestOptions>;
	readonly items: Item[];
	private readonly errors: ItemErrors;
	private readonly earlier: AcceptedItems;
	private readonly ends: Array<() => void> = [];

	/**
	 * @param options those of the first item
	 * @param kind requests for many items go out one by one
	 * @param readRequest reads what the user wants of an item
	 * @throws Problem if an option is wrong
	 */
	constructor(
		readonly context: IExecuteFunctions,
		readonly credentials: ICredentialDataDecryptedObject,
		options: IDataObject,
		{ effect, inBatches }: { effect?: Effect; inBatches?: boolean },
		readRequest: (item: Item) => ServiceRequest,
	) {
		this.isRead = effect === 'read';
		this.isRepeatable = this.isRead || effect === 'set';
		this.errors = new ItemErrors(context, String(credentials.apiKey ?? ''));
		const requestOptions = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
		this.options = {
			...readRunOptions(options, effect),
			...readRequestOptions(requestOptions, credentials),
		};
		const width = inBatches ? 1 : this.options.concurrency;
		this.gate = new Gate(width, context.getExecutionCancelSignal());
		this.items = context.getInputData().map((_, index) => new Item(index, readRequest));
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.earlier = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		this.earlier.recall(this.items);
	}

	/** Whether the requests change nothing at the service. */
	readonly isRead: boolean;

	/** Whether a request may be made again, because that changes nothing more. */
	readonly isRepeatable: boolean;

	/** The items of which nothing is decided yet: no earlier try has sent them. */
	get open(): Item[] {
		return this.items.filter(({ atService }) => !atService);
	}

	/**
	 * Makes a request, again where that helps. The gate is the caller's business.
	 *
	 * @param until when the last repeat has to begin, in ms of `steadyNow`
	 * @throws Problem
	 */
	async request(request: ServiceRequest, isRepeatable: boolean, until?: number): Promise<unknown> {
		const { context, credentials, gate } = this;
		const { each, maxWaitMs } = this.options;
		return await repeatWhereSafe(
			async () => await sendRequest.call(context, credentials, request, limitedTo(until, each)),
			{ isRepeatable, until, gate, maxWaitMs },
		);
	}

	/** The service has accepted an item, and `to` is whom its message was sent to. */
	accept(item: Item, items: INodeExecutionData[], to?: string): void {
		item.atService = { items, to };
	}

	/** Marks an item as not sent on purpose; for a window, `opens` says when that opens. */
	skip(item: Item, json: IDataObject & { skipped: string }, opens?: string): void {
		const items = [{ json, pairedItem: { item: item.index } }];
		item.atService = { items, isSkipped: true, opens };
	}

	/**
	 * Nothing more is sent then, unless the user continues on fail.
	 *
	 * @returns the problem
	 */
	fail(items: Item[], error: unknown): Problem {
		const problem = asProblem(error);
		for (const item of items) {
			// What may have gone out in an earlier try stays in doubt, whatever became of this one.
			item.atService = { problem: item.isSentAgain ? withEarlierTry(problem) : problem };
			item.hasFailed = true;
		}
		if (!this.errors.continues) this.gate.shut();
		return problem;
	}

	/** Does a step before sending, for the items that are still open. If it fails, all of them do. */
	async beforeSending(step: Step): Promise<void> {
		const { open } = this;
		if (this.gate.isShut || !open.length) return;
		await step(this, open).catch((error: unknown) => this.fail(this.open, error));
	}

	/** Does something for an item that was sent. If it fails, the item gets the error but still counts as sent. */
	async afterSending(item: Item, task: () => Promise<void>): Promise<void> {
		await task().catch((error: unknown) => {
			const accepted = item.accepted!.map(({ json }) => json);
			const data = { answer: accepted.length > 1 ? accepted : accepted[0] } as IDataObject;
			item.shown = { problem: asProblem(error).with({ data }) };
			item.hasFailed = true;
		});
	}

	/** Does something when the try is over, whatever became of it. */
	atEnd(task: () => void): void {
		this.ends.push(task);
	}

	/**
	 * To be called before the first request, and after the last. What an earlier try could not tell the outcome
	 * of is no reason to stop: the rest is sent.
	 *
	 * @throws NodeApiError or NodeOperationError if an item failed in this try, unless the user continues
	 */
	stopIfFailed(): void {
		if (this.items.some(({ hasFailed }) => hasFailed)) this.throwFirst();
	}

	/** For the first item that failed in this try, else in an earlier one, unless the user continues. */
	private throwFirst(): void {
		if (this.errors.continues) return;
		const { items, isRead } = this;
		const failed = items.filter(({ problem }) => problem);
		const first = failed.find(({ hasFailed }) => hasFailed) ?? failed[0];
		if (!first?.problem) return;
		this.earlier.keep(items);
		const run = { isRead, isSentAgain: this.options.resendUnknown };
		throw this.errors.errorOf(withOtherItems(first.problem, items, run), first.index);
	}

	/**
	 * All items' output, in the order of the input.
	 *
	 * @throws NodeApiError or NodeOperationError if an item has failed, unless the user continues
	 */
	finish(): INodeExecutionData[] {
		this.throwFirst();
		const { items, errors } = this;
		if (this.gate.isShut) this.earlier.keep(items);
		else this.earlier.finish(items);
		return items.flatMap(({ problem, output, index }) =>
			problem ? errors.itemOf(withAnswer(problem, this.options.resendUnknown), index) : output,
		);
	}

	/** To be called when the try is over, whatever became of it. */
	close(): void {
		this.gate.close();
		for (const end of this.ends) end();
	}
}
