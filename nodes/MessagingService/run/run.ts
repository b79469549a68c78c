import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { type Effect, EFFECTS } from '../answers/effects';
import { asProblem } from '../errors/asProblem';
import { type Hide, isTool, itemErrors } from '../errors/nodeError';
import type { FormField, Problem } from '../errors/problem';
import { limitedTo } from '../service/deadline';
import { withHidden } from '../parameters/hidden';
import { type ServiceRequest, Service } from '../service/request';
import { EarlierCalls, EarlierTries } from './earlierTries';
import { Gate } from './gate';
import { repeatWhereSafe } from './repeat';
import { Item } from './item';
import { withAnswer, withOtherItems } from './otherItems';
import { readRequestOptions, readRunOptions } from './settings';

/** A step of a run, for items before they are sent or after. */
export type Step = (run: Run, items: Item[]) => Promise<void>;

export type OnceGuard = {
	/** The key of an item. @throws Problem if it can't be one */
	readKey: (item: Item) => string | undefined;
	/** Marks the items whose keys were used before as skipped, until that is enough. Claims no key. Across workers it can't look. */
	skipUsed: (items: Item[], isEnough: () => boolean) => Promise<void>;
	/** Claims the keys of items right before they go out, marks those to skip, and returns the others. */
	claim: (items: Item[]) => Promise<Item[]>;
	/** Gives the keys back if the items were certainly not sent. @returns the problem of the items */
	release: (items: Item[], problem: Problem) => Promise<Problem>;
	hints: (items: Item[]) => NodeExecutionHint[];
};

type RunSettings = { options: IDataObject; effect: Effect; isBulk: boolean; form: FormField[] };

/** One try of the node. The first failure ends it unless the user continues. */
export class Run {
	readonly gate: Gate;
	readonly options: ReturnType<typeof readRunOptions> & ReturnType<typeof readRequestOptions>;
	readonly items: Item[];
	/** For an operation and options that keep messages from going out twice. */
	once?: OnceGuard;
	/** The earlier calls of a tool, if the same request once more may send something. */
	readonly calls?: EarlierCalls;
	private readonly errors: ReturnType<typeof itemErrors>;
	private readonly earlier: EarlierTries;
	private readonly service: Service;
	private readonly ends: Array<() => void | Promise<void>> = [];
	readonly facts: (typeof EFFECTS)[Effect];

	/** Starts a try with the first item's options; bulk requests go out one by one. @throws Problem if one is wrong */
	constructor(
		readonly context: IExecuteFunctions,
		readonly credentials: ICredentialDataDecryptedObject,
		{ options, effect, isBulk, form }: RunSettings,
		readRequest: (item: Item) => ServiceRequest,
		private readonly hide?: Hide,
	) {
		this.facts = EFFECTS[effect];
		this.service = new Service(context, credentials, form);
		this.errors = itemErrors(context, credentials.apiKey, hide);
		const requestOptions = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
		this.options = {
			...readRunOptions(options),
			...readRequestOptions(requestOptions, credentials, context.getNode()),
		};
		const width = isBulk ? 1 : this.options.concurrency;
		this.gate = new Gate(width, context.getExecutionCancelSignal());
		this.items = context.getInputData().map((_, index) => new Item(index, readRequest));
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.earlier = new EarlierTries(context, runIndex);
		this.earlier.recall(this.items);
		if (isTool(context.getNode()) && !this.facts.isRepeatable) {
			this.calls = new EarlierCalls(context.getContext('node'));
		}
	}

	/** The items without an outcome yet: no earlier try has sent them. */
	get open(): Item[] {
		return this.items.filter(({ atService }) => !atService);
	}

	/** Makes a request that has passed the gate, and repeats it where that helps, until a time of `steadyNow`. */
	async request(request: ServiceRequest, isRepeatable: boolean, until?: number): Promise<unknown> {
		const { service, gate } = this;
		const { each, maxWaitMs } = this.options;
		const attempt = async () => await service.ask(request, limitedTo(until, each));
		return await repeatWhereSafe(attempt, { isRepeatable, until, gate, maxWaitMs });
	}

	/** Marks an item as accepted by the service. `to` is the recipient of its message. */
	accept(item: Item, items: INodeExecutionData[], to?: string): void {
		item.atService = { items, to };
	}

	skip(item: Item, json: IDataObject & { skipped: string }): void {
		item.atService = { items: [{ json, pairedItem: { item: item.index } }], isSkipped: true };
	}

	/** Marks items as failed, and stops the run unless the user continues. @returns the problem */
	fail(items: Item[], error: unknown, about?: number[]): Problem {
		const problem = asProblem(error).with({ items: about });
		// n8n keeps a batch's answer with one of its items.
		const bare = problem.with({ data: undefined });
		items.forEach((item, place) => {
			item.atService = { problem: place ? bare : problem };
			item.hasFailed = true;
		});
		if (!this.errors.continues) this.gate.shut();
		return problem;
	}

	/** Does a step before sending, for the items that are still open. If it fails, all of them do. */
	async beforeSending(step: Step): Promise<void> {
		const { open } = this;
		if (this.gate.isShut || !open.length) return;
		await step(this, open).catch((error: unknown) =>
			this.fail(this.open, asProblem(error).with({ isOfRun: true }), []),
		);
	}

	/** Does a task for an item that was sent. If it fails, the item gets the error but still counts as sent. */
	async afterSending(item: Item, task: () => Promise<void>): Promise<void> {
		await task().catch((error: unknown) => {
			const accepted = item.accepted!.map(({ json }) => json);
			const data = { answer: accepted.length > 1 ? accepted : accepted[0] } as IDataObject;
			item.shown = { problem: asProblem(error).with({ data }) };
			item.hasFailed = true;
		});
	}

	/** Adds a task for the end of the try, whether it fails or not. */
	atEnd(task: () => void | Promise<void>): void {
		this.ends.push(task);
	}

	/** @throws NodeApiError or NodeOperationError if an item failed in this try, unless the user continues */
	stopIfFailed(): void {
		if (this.items.some(({ hasFailed }) => hasFailed)) this.throwFirst();
	}

	/** Throws for the first item that failed in this try, else in an earlier one, unless the user continues. */
	private throwFirst(): void {
		if (this.errors.continues) return;
		const { items, facts } = this;
		const failed = items.filter(({ problem }) => problem);
		const first = failed.find(({ hasFailed }) => hasFailed) ?? failed[0];
		if (!first?.problem) return;
		this.earlier.keep(items);
		throw this.errors.errorOf(withOtherItems(first.problem, items, facts.isRead), first.index);
	}

	/** All items' output, in the order of the input. @throws n8n's error if an item failed, unless the user continues */
	finish(): INodeExecutionData[] {
		this.throwFirst();
		const { items, errors } = this;
		if (this.gate.isShut) this.earlier.keep(items);
		else this.earlier.finish(items);
		const output = items.flatMap((item) =>
			item.problem ? errors.itemOf(withAnswer(item.problem), item.index) : item.output,
		);
		const { hide } = this;
		return hide ? output.map((one) => ({ ...one, json: withHidden(one.json, hide) })) : output;
	}

	/** To be called at the end of the try, whether it failed or not. */
	async close(): Promise<void> {
		this.gate.close();
		this.service.close();
		for (const end of this.ends) await end();
	}
}
