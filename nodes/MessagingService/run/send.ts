import type { IDataObject } from 'n8n-workflow';

import { asProblemOfAnswer } from '../errors/asProblem';
import { isTool } from '../errors/forModel';
import type { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import type { AnswerKind } from './answers';
import { answerOutcomes } from './answers';
import { UnknownCalls } from './earlierTries';
import type { Item } from './item';
import type { OnceGuard, Run } from './run';

/**
 * Sends batches of items, as many at a time as the options allow, until one fails.
 *
 * @param rounds batches that go out one round after the other
 * @param guard claims a key right before its message goes out
 */
export async function sendBatches(
	run: Run,
	rounds: Item[][][],
	kind: AnswerKind,
	guard?: OnceGuard,
): Promise<void> {
	const { resendUnknown, batching } = run.options;
	const isAgents = isTool(run.context.getNode());
	const memory = run.context.getContext('node');
	const unknownCalls = isAgents && !resendUnknown ? new UnknownCalls(memory) : undefined;
	const sendBatch = async (batch: Item[]) => {
		if (!(await run.gate.enter())) return;
		let isAnswered = false;
		let items = batch;
		let request = requestFor(items, kind);
		const fail = (failed: Item[], error: unknown) => {
			const problem = run.fail(failed, error);
			unknownCalls?.keep(request, problem);
		};
		try {
			unknownCalls?.refuse(request);
			if (guard) {
				items = await guard.claim(batch);
				if (!items.length) return;
				request = requestFor(items, kind);
			}
			const answer = await run
				.request(request, run.isRepeatable)
				.catch(async (problem: Problem) => {
					throw (await guard?.release(items, problem)) ?? problem;
				});
			isAnswered = true;
			for (const [position, outcome] of answerOutcomes(answer, items, request, kind).entries()) {
				// Somebody may have kept the number from the model.
				const to = isAgents ? undefined : outcome.to;
				if (outcome.problem) fail([items[position]], outcome.problem);
				else run.accept(items[position], outcome.items, to);
			}
		} catch (error) {
			fail(items, isAnswered ? asProblemOfAnswer(error) : error);
		} finally {
			run.gate.leave();
		}
	};
	let count = 0;
	for (const batches of rounds) {
		const running: Array<Promise<void>> = [];
		for (const batch of batches) {
			const isPause = count > 0 && batching.intervalMs > 0 && count % batching.size === 0;
			if (isPause) await run.gate.pause(batching.intervalMs);
			count++;
			running.push(sendBatch(batch));
		}
		await Promise.all(running);
	}
}

/** The request of a batch: a list of the items' bodies, or the one that all of them have. */
function requestFor(items: Item[], { isWhole }: AnswerKind): ServiceRequest {
	const [{ request }] = items;
	if (isWhole) return request;
	return { ...request, body: items.map((item) => item.request.body as IDataObject) };
}
