import type { IDataObject } from 'n8n-workflow';

import { asProblemOfAnswer } from '../errors/asProblem';
import { isTool } from '../errors/forModel';
import type { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import type { AnswerKind } from './answers';
import { answerOutcomes } from './answers';
import { UnknownCalls } from './earlierTries';
import { Turns } from './gate';
import type { Item } from './item';
import type { Claims, Run } from './run';

/** How the items of a run go out. */
type Sending = {
	run: Run;
	kind: AnswerKind;
	/** A key is claimed right before its message goes out. */
	claims?: Claims;
	/** For a tool, unless the user wants to send again what may have been carried out. */
	unknownCalls?: UnknownCalls;
};

/** Sends batches of items, as many at a time as the options allow, until one fails. */
export async function sendBatches(
	run: Run,
	batches: Item[][],
	kind: AnswerKind,
	claims?: Claims,
): Promise<void> {
	const { resendUnknown, batching } = run.options;
	const isAgents = isTool(run.context.getNode()) && !resendUnknown;
	const unknownCalls = isAgents ? new UnknownCalls(run.context) : undefined;
	const sending = { run, kind, claims, unknownCalls };
	// By key: what became of one message decides about the next.
	const turns = new Turns();
	const running: Array<Promise<void>> = [];
	for (const [index, items] of batches.entries()) {
		const isPause = index > 0 && batching.intervalMs > 0 && index % batching.size === 0;
		if (isPause) await run.gate.pause(batching.intervalMs);
		const key = kind.isWhole ? items[0].key : undefined;
		const task = async () => await sendInTurn(items, sending);
		running.push(key === undefined ? task() : turns.take(key, task));
	}
	await Promise.all(running);
}

async function sendInTurn(batch: Item[], sending: Sending): Promise<void> {
	const { run, kind, claims, unknownCalls } = sending;
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
		if (claims) {
			items = await claims.claim(batch);
			if (!items.length) return;
			request = requestFor(items, kind);
		}
		const answer = await run.request(request, run.isRepeatable).catch(async (problem: Problem) => {
			throw (await claims?.release(items, problem)) ?? problem;
		});
		isAnswered = true;
		for (const [position, outcome] of answerOutcomes(answer, items, request, kind).entries()) {
			if ('items' in outcome) run.accept(items[position], outcome.items);
			else fail([items[position]], outcome.problem);
		}
	} catch (error) {
		fail(items, isAnswered ? asProblemOfAnswer(error) : error);
	} finally {
		run.gate.leave();
	}
}

/** The request of a batch: a list of the items' bodies, or the one that all of them have. */
function requestFor(items: Item[], { isWhole }: AnswerKind): ServiceRequest {
	const [{ request }] = items;
	if (isWhole) return request;
	return { ...request, body: items.map((item) => item.request.body as IDataObject) };
}
