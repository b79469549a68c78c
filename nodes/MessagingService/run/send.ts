import type { IDataObject } from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import type { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import { type AnswerKind, answerOutcomes } from './answers';
import type { Item } from './item';
import type { OnceGuard, Run } from './run';

/** Sends rounds of batches, each with as many at a time as the options allow, until one fails. */
export async function sendBatches(
	run: Run,
	rounds: Item[][][],
	kind: AnswerKind,
	guard?: OnceGuard,
): Promise<void> {
	const { batching } = run.options;
	const isAgents = isTool(run.context.getNode());
	const ask = async (request: ServiceRequest, items: Item[]) => {
		try {
			return await run.request(request, run.facts.isRepeatable);
		} catch (problem) {
			throw (await guard?.release(items, problem as Problem)) ?? problem;
		}
	};
	const sendBatch = async (batch: Item[]) => {
		let items = batch;
		let request = requestFor(items, kind);
		const fail = (failed: Item[], error: unknown) => {
			// Items with the same JSON of the user are alike.
			const indexes = kind.isWhole ? [] : failed.map(({ index }) => index);
			run.fail(failed, error, failed.length > 1 ? indexes : undefined);
		};
		try {
			if (guard) {
				items = await guard.claim(batch);
				if (!items.length) return;
				request = requestFor(items, kind);
			}
			const outcomes = answerOutcomes(await ask(request, items), items, request, kind);
			outcomes.forEach(({ problem, items: given, to }, position) => {
				const item = items[position];
				if (problem) fail([item], problem);
				// Somebody may have kept the number from the model.
				else run.accept(item, given, isAgents ? undefined : to);
			});
		} catch (error) {
			fail(items, error);
		} finally {
			run.calls?.keep(request, items[0]);
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
			if (!(await run.gate.enter())) break;
			running.push(sendBatch(batch));
		}
		await Promise.all(running);
	}
}

/** Answers what the same call of a tool has met before in this execution, and sends nothing for it. */
export async function recallCalls(run: Run, kind: AnswerKind): Promise<void> {
	for (const item of run.calls ? run.open : []) {
		const kept = await run.calls?.recall(requestFor([item], kind), run);
		if (kept?.problem) run.fail([item], kept.problem);
		else item.atService = kept;
	}
}

/** The request of a batch: a list of the items' bodies, or the one that all of them have. */
function requestFor(items: Item[], { isWhole }: AnswerKind): ServiceRequest {
	const request = items[0].readRequest();
	if (isWhole) return request;
	return { ...request, body: items.map((item) => item.readRequest().body as IDataObject) };
}
