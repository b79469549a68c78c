import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Outcome, Outcomes } from './acceptedItems';
import { AcceptedItems } from './acceptedItems';
import type { Batch } from './batchAnswers';
import { answerItems } from './batchAnswers';
import { Gate } from './gate';
import { asNodeError, asProblem, errorItem, withoutKey } from './nodeErrors';
import { readOnceKeySettings } from './onceKeyOptions';
import { OnceKeys } from './onceKeys';
import { withOtherItems, withOutcome } from './otherItems';
import type { Problem } from './problems';
import { repeatWhereSafe } from './repeat';
import { batchingOf, requestOptionsOf } from './requestOptions';
import type { ServiceRequest } from './requests';
import { sendRequest } from './requests';
import type { RunOptions } from './runOptions';
import { readRunOptions } from './runOptions';
import { UnknownCalls } from './toolCalls';

/**
 * One try of a node that makes its requests itself: a batch is to it what an item is to `transport`. It
 * is accepted or refused as a whole, and the first failure ends the run unless the user continues.
 */
export class BatchRun {
	readonly gate: Gate;

	readonly options: RunOptions;

	/** What became of the items at the service. */
	private readonly outcomes: Outcomes = new Map();

	/** What comes out for an item instead, e.g. with its delivery. */
	private readonly shown: Outcomes = new Map();

	private readonly accepted: AcceptedItems;

	private readonly unknownCalls: UnknownCalls;

	private readonly onceKeys: OnceKeys;

	private readonly itemCount: number;

	private readonly context: IExecuteFunctions;

	private readonly credentials: ICredentialDataDecryptedObject;

	private readonly requestOptions: Partial<IHttpRequestOptions>;

	private readonly batching: { size: number; intervalMs: number };

	/**
	 * @param inTurn whether one request has to wait for the one before
	 * @throws Problem if an option is wrong
	 */
	constructor(
		context: IExecuteFunctions,
		credentials: ICredentialDataDecryptedObject,
		inTurn: boolean,
	) {
		const given = context.getNodeParameter('options', 0, {}) as IDataObject;
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.context = context;
		this.credentials = credentials;
		this.requestOptions = requestOptionsOf(context);
		this.batching = batchingOf(context.getNodeParameter('requestOptions', 0, {}) as IDataObject);
		this.itemCount = context.getInputData().length;
		this.options = readRunOptions(given);
		this.onceKeys = new OnceKeys(context, readOnceKeySettings(given));
		this.gate = new Gate(inTurn ? 1 : this.options.concurrency, context.getExecutionCancelSignal());
		this.accepted = new AcceptedItems(context, runIndex, this.options.resendUnknown);
		this.unknownCalls = new UnknownCalls(context, this.options.resendUnknown);
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
	 * Makes a request that only reads, again where that helps. The gate is the caller's business.
	 *
	 * @param until when the last repeat has to begin, in ms since 1970
	 */
	async read(request: ServiceRequest, until?: number): Promise<unknown> {
		const settings = { gate: this.gate, maxWaitMs: this.options.maxWaitMs, isRead: true, until };
		return await repeatWhereSafe(async () => await this.request(request), settings);
	}

	/** Sends the batches, as many at a time as the options allow, until one fails. */
	async send(path: string, batches: Batch[]): Promise<void> {
		const { size, intervalMs } = this.batching;
		const running: Array<Promise<void>> = [];
		for (const [index, batch] of batches.entries()) {
			if (index > 0 && intervalMs > 0 && index % size === 0) await this.gate.pause(intervalMs);
			running.push(this.sendBatch(batch, { method: 'POST', path, body: batch.body }));
		}
		await Promise.all(running);
	}

	private async sendBatch(batch: Batch, request: ServiceRequest): Promise<void> {
		const { gate } = this;
		if (!(await gate.enter())) return;
		const call = { ...request, url: request.path };
		try {
			this.unknownCalls.refuse(call);
			if (!(await this.claim(batch))) return;
			const settings = { gate, maxWaitMs: this.options.maxWaitMs, isRead: false };
			const answer = await repeatWhereSafe(async () => await this.request(request), settings).catch(
				async (error: unknown) => {
					const problem = asProblem(error);
					throw batch.onceKey === undefined
						? problem
						: await this.onceKeys.releaseRefused(batch.onceKey, problem);
				},
			);
			for (const [itemIndex, items] of answerItems(answer, batch)) {
				this.outcomes.set(String(itemIndex), { items });
			}
		} catch (error) {
			this.unknownCalls.keep(call, asProblem(error));
			this.fail(batch.itemIndexes, error);
		} finally {
			gate.leave();
		}
	}

	/** Whether nobody has sent the batch's key before; if somebody has, its item comes out marked. */
	private async claim({ onceKey, itemIndexes, body }: Batch): Promise<boolean> {
		const [itemIndex] = itemIndexes;
		if (onceKey === undefined || this.accepted.isSentAgain(String(itemIndex))) return true;
		if (await this.onceKeys.claim(onceKey)) return true;
		this.skip(itemIndex, { skipped: 'alreadySent', to: (body as IDataObject).to, onceKey });
		return false;
	}

	private async request(request: ServiceRequest): Promise<unknown> {
		return await sendRequest.call(this.context, this.credentials, request, this.requestOptions);
	}

	/** A text without the API key in it. */
	clean(text: string): string {
		return withoutKey(text, this.apiKey);
	}

	/** The key, to keep it out of errors. */
	get apiKey(): string {
		return String(this.credentials.apiKey ?? '');
	}

	/** Nothing more is sent then, unless the user continues on fail. */
	fail(itemIndexes: number[], error: unknown): void {
		const problem = asProblem(error);
		for (const itemIndex of itemIndexes) this.outcomes.set(String(itemIndex), { problem });
		if (!this.context.continueOnFail()) this.gate.shut();
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
			else output.push(this.errorItem(outcome.problem, itemIndex));
		}
		return output;
	}

	private outcomeOf(itemIndex: number): Outcome | undefined {
		return this.shown.get(String(itemIndex)) ?? this.outcomes.get(String(itemIndex));
	}

	private errorItem(problem: Problem, itemIndex: number): INodeExecutionData {
		return errorItem(this.nodeError(withOutcome(problem), itemIndex), itemIndex);
	}

	private nodeError(problem: Problem, itemIndex: number) {
		const position = { itemIndex, itemCount: this.itemCount };
		return asNodeError(this.context.getNode(), problem, position, this.apiKey);
	}
}
