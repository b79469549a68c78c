import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asProblem, asProblemOfAnswer } from '../errors/asProblem';
import { Turns } from './turns';
import { UnknownCalls } from './unknownCalls';
import { limitedTo } from '../service/deadline';
import type { ServiceRequest } from '../service/request';
import { sendRequest } from '../service/request';
import { answerOutcomes } from './answers';
import type { Entry } from './entry';
import { OnceOnly } from './onceOnly';
import { repeatWhereSafe } from './repeat';
import type { Run } from './run';
import { readRequestOptions } from './settings';

/** The requests of one try of the node. */
export class Requests {
	private readonly unknownCalls: UnknownCalls;

	private readonly onceOnly: OnceOnly;

	/** By Once Key: what became of one message decides about the next. */
	private readonly turns = new Turns();

	private readonly requestOptions: ReturnType<typeof readRequestOptions>;

	/** @throws Problem if one of the options, those of the first item, is wrong */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentials: ICredentialDataDecryptedObject,
		options: IDataObject,
		private readonly run: Run,
	) {
		this.requestOptions = readRequestOptions(
			context.getNodeParameter('requestOptions', 0, {}) as IDataObject,
			credentials,
		);
		this.onceOnly = new OnceOnly(context, options, run);
		this.unknownCalls = new UnknownCalls(context, run.options.resendUnknown);
	}

	/**
	 * Makes a request that only reads, again where that helps. The gate is the caller's business.
	 *
	 * @param until when the last repeat has to begin, in ms of `steadyNow`
	 */
	async read(request: ServiceRequest, until?: number): Promise<unknown> {
		return await this.request(request, { isRead: true, until });
	}

	/** Sends the entries, as many at a time as the options allow, until one fails. */
	async send(entries: Entry[]): Promise<void> {
		const { size, intervalMs } = this.requestOptions.batching;
		const running: Array<Promise<void>> = [];
		for (const [index, entry] of entries.entries()) {
			if (index > 0 && intervalMs > 0 && index % size === 0) await this.run.gate.pause(intervalMs);
			const { onceKey } = entry;
			const sending = async () => await this.sendInTurn(entry);
			running.push(onceKey === undefined ? sending() : this.turns.take(onceKey, sending));
		}
		await Promise.all(running);
	}

	private async sendInTurn(whole: Entry): Promise<void> {
		const { gate, isRead } = this.run;
		if (!(await gate.enter())) return;
		let isAnswered = false;
		let entry = whole;
		try {
			this.unknownCalls.refuse(whole.request);
			const open = await this.onceOnly.claim(whole);
			if (!open) return;
			entry = open;
			const answer = await this.request(entry.request, { isRead }).catch(
				async (error: unknown) => await this.onceOnly.release(open, asProblem(error)),
			);
			isAnswered = true;
			for (const [itemIndex, outcome] of answerOutcomes(answer, entry)) {
				if ('items' in outcome) this.run.outcomes.accept(itemIndex, outcome.items);
				else this.unknownCalls.keep(entry.request, this.run.fail([itemIndex], outcome.problem));
			}
		} catch (error) {
			const problem = isAnswered ? asProblemOfAnswer(error) : error;
			this.unknownCalls.keep(entry.request, this.run.fail(entry.itemIndexes, problem));
		} finally {
			gate.leave();
		}
	}

	private async request(
		request: ServiceRequest,
		settings: { isRead: boolean; until?: number },
	): Promise<unknown> {
		const { context, credentials, run } = this;
		const limits = () => limitedTo(settings.until, this.requestOptions.each);
		return await repeatWhereSafe(
			async () => await sendRequest.call(context, credentials, request, limits()),
			{ ...settings, gate: run.gate, maxWaitMs: run.options.maxWaitMs },
		);
	}
}
