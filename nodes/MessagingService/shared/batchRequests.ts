import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { Batch } from './batchAnswers';
import { answerItems } from './batchAnswers';
import type { BatchRun } from './batchRun';
import { asProblem } from './nodeErrors';
import { readOnceKeySettings } from './onceKeyOptions';
import { OnceKeys } from './onceKeys';
import type { Problem } from './problems';
import { repeatWhereSafe } from './repeat';
import { batchingOf, requestOptionsOf } from './requestOptions';
import type { ServiceRequest } from './requests';
import { sendRequest, timeoutBefore } from './requests';
import { UnknownCalls } from './toolCalls';
import { Turns } from './turns';

/**
 * The requests of one try of a node that makes them itself: a batch is to it what an item is to
 * `transport`. It is accepted or refused as a whole.
 */
export class BatchRequests {
	private readonly unknownCalls: UnknownCalls;

	private readonly onceKeys: OnceKeys;

	/** By Once Key: what became of one message decides about the next. */
	private readonly turns = new Turns();

	private readonly requestOptions: Partial<IHttpRequestOptions>;

	private readonly batching: { size: number; intervalMs: number };

	private readonly context: IExecuteFunctions;

	private readonly credentials: ICredentialDataDecryptedObject;

	private readonly run: BatchRun;

	/**
	 * @param options those of the first item
	 * @param run learns what becomes of the items
	 * @throws Problem if an option is wrong
	 */
	constructor(
		context: IExecuteFunctions,
		credentials: ICredentialDataDecryptedObject,
		options: IDataObject,
		run: BatchRun,
	) {
		this.context = context;
		this.credentials = credentials;
		this.run = run;
		this.requestOptions = requestOptionsOf(context);
		this.batching = batchingOf(context.getNodeParameter('requestOptions', 0, {}) as IDataObject);
		this.onceKeys = new OnceKeys(context, readOnceKeySettings(options));
		this.unknownCalls = new UnknownCalls(context, run.options.resendUnknown);
	}

	/**
	 * Makes a request that only reads, again where that helps. The gate is the caller's business.
	 *
	 * @param until when the last repeat has to begin, in ms since 1970
	 */
	async read(request: ServiceRequest, until?: number): Promise<unknown> {
		return await this.request(request, { isRead: true, until });
	}

	/** Sends the batches, as many at a time as the options allow, until one fails. */
	async send(path: string, batches: Batch[]): Promise<void> {
		const { size, intervalMs } = this.batching;
		const running: Array<Promise<void>> = [];
		for (const [index, batch] of batches.entries()) {
			if (index > 0 && intervalMs > 0 && index % size === 0) await this.run.gate.pause(intervalMs);
			const { body, onceKey } = batch;
			const sending = async () => await this.sendBatch(batch, { method: 'POST', path, body });
			running.push(onceKey === undefined ? sending() : this.turns.take(onceKey, sending));
		}
		await Promise.all(running);
	}

	private async sendBatch(batch: Batch, request: ServiceRequest): Promise<void> {
		const { gate } = this.run;
		if (!(await gate.enter())) return;
		const call = { ...request, url: request.path };
		try {
			this.unknownCalls.refuse(call);
			if (!(await this.claim(batch))) return;
			const answer = await this.request(request, { isRead: false }).catch(
				async (error: unknown) => await this.release(batch, asProblem(error)),
			);
			for (const [itemIndex, items] of answerItems(answer, batch))
				this.run.accept(itemIndex, items);
		} catch (error) {
			this.unknownCalls.keep(call, this.run.fail(batch.itemIndexes, error));
		} finally {
			gate.leave();
		}
	}

	/** Whether nobody has sent the batch's key before; if somebody has, its item comes out marked. */
	private async claim({ onceKey, itemIndexes, body }: Batch): Promise<boolean> {
		const [itemIndex] = itemIndexes;
		if (onceKey === undefined || this.run.isSentAgain(itemIndex)) return true;
		if (!(await this.onceKeys.claim(onceKey))) {
			this.run.skip(itemIndex, { skipped: 'alreadySent', to: (body as IDataObject).to, onceKey });
			return false;
		}
		if (!this.run.gate.isShut) return true;
		// Meanwhile another item has failed, or the execution was stopped.
		await this.onceKeys.release(onceKey);
		return false;
	}

	/** @throws the problem, when the batch's key is free again if it was certainly not sent */
	private async release({ onceKey }: Batch, problem: Problem): Promise<never> {
		throw onceKey === undefined ? problem : await this.onceKeys.releaseRefused(onceKey, problem);
	}

	private async request(
		request: ServiceRequest,
		settings: { isRead: boolean; until?: number },
	): Promise<unknown> {
		const { context, credentials, requestOptions } = this;
		const { gate, options } = this.run;
		const { until } = settings;
		const timeout = () =>
			until === undefined ? {} : { timeout: timeoutBefore(until, requestOptions.timeout) };
		const limits = () => ({ ...requestOptions, ...timeout() });
		return await repeatWhereSafe(
			async () => await sendRequest.call(context, credentials, request, limits()),
			{ ...settings, gate, maxWaitMs: options.maxWaitMs },
		);
	}
}
