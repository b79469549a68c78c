import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Outcomes } from './acceptedItems';
import { AcceptedItems } from './acceptedItems';
import type { Batch } from './batchAnswers';
import { answerItems } from './batchAnswers';
import { Gate } from './gate';
import { asNodeError, asProblem, errorItem } from './nodeErrors';
import { withOtherItems, withOutcome } from './otherItems';
import type { Problem } from './problems';
import { repeatWhereSafe } from './repeat';
import { batchingOf, requestOptionsOf } from './requestOptions';
import type { ServiceRequest } from './requests';
import { sendRequest } from './requests';
import { readRunOptions } from './runOptions';
import { UnknownCalls } from './toolCalls';

/**
 * One try of a node that makes its requests itself: a batch is to it what an item is to `transport`. It
 * is accepted or refused as a whole, and the first failure ends the run unless the user continues.
 */
export class BatchRun {
	private readonly outcomes: Outcomes = new Map();

	private readonly accepted: AcceptedItems;

	private readonly unknownCalls: UnknownCalls;

	private readonly gate: Gate;

	private readonly maxWaitMs: number;

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
		const options = readRunOptions(context.getNodeParameter('options', 0, {}) as IDataObject);
		const runIndex = String(context.evaluateExpression('{{ $runIndex }}', 0));
		this.context = context;
		this.credentials = credentials;
		this.requestOptions = requestOptionsOf(context);
		this.batching = batchingOf(context.getNodeParameter('requestOptions', 0, {}) as IDataObject);
		this.itemCount = context.getInputData().length;
		this.maxWaitMs = options.maxWaitMs;
		this.gate = new Gate(inTurn ? 1 : options.concurrency, context.getExecutionCancelSignal());
		this.accepted = new AcceptedItems(context, runIndex, options.resendUnknown);
		this.unknownCalls = new UnknownCalls(context, options.resendUnknown);
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
		const { context, credentials, gate, maxWaitMs, requestOptions } = this;
		if (!(await gate.enter())) return;
		const call = { ...request, url: request.path };
		try {
			this.unknownCalls.refuse(call);
			const answer = await repeatWhereSafe(
				async () => await sendRequest.call(context, credentials, request, requestOptions),
				{ gate, maxWaitMs, isRead: false },
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

	/** Nothing more is sent then, unless the user continues on fail. */
	fail(itemIndexes: number[], error: unknown): void {
		const problem = asProblem(error);
		for (const itemIndex of itemIndexes) this.outcomes.set(String(itemIndex), { problem });
		if (!this.context.continueOnFail()) this.gate.shut();
	}

	/**
	 * To be called before the first request and after the last.
	 *
	 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the user continues
	 */
	throwIfFailed(): void {
		if (this.context.continueOnFail()) return;
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const outcome = this.outcomes.get(String(itemIndex));
			if (!outcome || 'items' in outcome) continue;
			this.accepted.keep(this.outcomes);
			const { itemCount, outcomes } = this;
			throw this.nodeError(withOtherItems(outcome.problem, outcomes, itemCount, false), itemIndex);
		}
	}

	/** All items' output, in the order of the input. */
	finish(): INodeExecutionData[] {
		if (this.gate.isShut) this.accepted.keep(this.outcomes);
		else this.accepted.finish(this.outcomes);
		const output: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const outcome = this.outcomes.get(String(itemIndex));
			if (!outcome) continue;
			if ('items' in outcome) for (const item of outcome.items) output.push(item);
			else output.push(this.errorItem(outcome.problem, itemIndex));
		}
		return output;
	}

	private errorItem(problem: Problem, itemIndex: number): INodeExecutionData {
		return errorItem(this.nodeError(withOutcome(problem), itemIndex), itemIndex);
	}

	private nodeError(problem: Problem, itemIndex: number) {
		const position = { itemIndex, itemCount: this.itemCount };
		const apiKey = String(this.credentials.apiKey ?? '');
		return asNodeError(this.context.getNode(), problem, position, apiKey);
	}
}
