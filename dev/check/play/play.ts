import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nClient } from '../../n8n/client.ts';
import { answer, link } from './answering.ts';
import { type Execution, isAtWork, read } from './execution.ts';
import { followCalled } from './called.ts';
import { DAY_MS } from '../worlds/world.ts';
import { digitsOf, emailsIn } from '../worlds/rows.ts';
import { isSend, plannedFor, recipientsOf, type Message } from './control.ts';
import { passagesIn, rowsShown, sendersIn, type Round, type Stage } from './round.ts';
import { sends } from '../copy/nodeKinds.ts';

const pollMs = 40;
/** How much of the sandbox's time passes with each report that is asked for, and each wait: however fast the machine is. */
const passMs = 60_000;
/** For what has no end, not for what is slow: a node that runs so often after so long, or that waits. */
const patienceMs = 60_000;
/** How long nobody looks at what runs. */
const unwatchedMs = 20_000;
const manyRuns = 20;
/** So often nothing runs that has an end. */
const mostRuns = 600;
/** For what is slow. */
const slowMs = 600_000;

/** What was ended took its time: what had run until then, n8n says only if it has saved its progress. */
export class UnwatchedPlay extends Error {}
const farMs = 10 * 365 * DAY_MS;

/** Each to whom a message went: an email can have several. */
const recipientsIn = ({ channel, to }: Message): string[] =>
	channel === 'email' ? emailsIn(to) : [digitsOf(to)];

/** Ends an execution, unless it has ended by itself meanwhile. */
async function end(client: N8nClient, id: string): Promise<void> {
	await client.call('POST', `/executions/${id}/stop`).catch(() => undefined);
}

/** Runs it once, to its end. @throws UnwatchedPlay if nobody can know whether it has an end */
export async function playOnce(stage: Stage): Promise<Round> {
	const { client, controls, workflow, signal } = stage;
	const { nodes } = workflow;
	const known = new Set((await controls.messages()).map(({ messageId }) => messageId));
	const requestsBefore = (await controls.requests()).length;
	await controls.passWithReports(passMs);
	const called = stage.called.length > 0 ? await followCalled(stage) : undefined;
	const id = await client.startWorkflow(stage.saved.id, stage.trigger, stage.saved);

	const waitsForEver: string[] = [];
	const shown: string[] = [];
	let unanswered: Set<string> | undefined;
	let answered = '';
	let since = Date.now();
	let isEndless = false;
	let wasAtWork = false;
	/** Before an answer: what went out so far, nobody has answered for. */
	const onQuestion = async () => {
		await controls.pass(passMs);
		const there = (await controls.messages()).map(({ messageId }) => messageId);
		unanswered ??= new Set(there);
		since = Date.now();
		return there;
	};
	let isInterrupted = stage.meanwhile === undefined;
	let execution: Execution;
	for (let polls = 0; ; polls += 1) {
		// Nothing has an end at once, and n8n takes longer with each look.
		await sleep(Math.min(pollMs * (1 + polls / 10), 300));
		if (signal.aborted)
			for (const one of [id, ...(called?.idsAtWork() ?? [])]) await end(client, one);
		signal.throwIfAborted();
		if (!isInterrupted && (await stage.meanwhile!())) {
			isInterrupted = true;
			since = Date.now();
		}
		execution = await read(stage, id);
		await stage.passWaits?.(execution.runData);
		const { status, last, runData } = execution;
		const run = runData[last ?? '']?.at(-1);
		const waiting = `${last} ${runData[last ?? '']?.length}`;
		const node = nodes.find(({ name }) => name === last);
		const isCalledAtWork = (await called?.goOn(onQuestion)) === true;
		if (status === 'waiting' && run && node && !node.calls && waiting !== answered) {
			const there = await onQuestion();
			// A page may wait for a visitor who is gone, unless something was sent to them.
			const isPage =
				node.type.endsWith('.form') &&
				(node.parameters.operation === 'completion' || there.every((one) => known.has(one)));
			if (!isPage && Date.parse(execution.waitTill ?? '') > Date.now() + farMs)
				waitsForEver.push(node.name);
			const page = await answer(stage, node, run, id);
			if (page !== undefined) shown.push(page);
			else since = Date.now();
			answered = waiting;
		} else if (!isAtWork(execution) && (isEndless || !isCalledAtWork)) break;
		const runs = Math.max(0, ...Object.values(runData).map(({ length }) => length));
		const isWaiting = status === 'waiting';
		const isSlow = stage.isWatched && !isWaiting && runs < manyRuns;
		const mostMs = isSlow ? slowMs : stage.isWatched || isWaiting ? patienceMs : unwatchedMs;
		if ((runs > mostRuns || Date.now() > since + mostMs) && !isEndless) {
			isEndless = true;
			wasAtWork = !isWaiting;
			since = Infinity;
			for (const one of [id, ...(called?.idsAtWork() ?? [])]) await end(client, one);
		}
	}

	if (wasAtWork && !stage.isWatched) throw new UnwatchedPlay();

	// Campaigns send on the sandbox's clock, some much later.
	const requests = (await controls.requests()).slice(requestsBefore);
	const { now } = await controls.pass(0);
	const planned = requests.flatMap(plannedFor).map((at) => at - Date.parse(now));
	await controls.pass(600_000 + Math.min(Math.max(0, ...planned), farMs / 3));
	const runs = passagesIn(execution.runData);
	shown.push(...rowsShown(nodes, runs), ...(called?.shown() ?? []));
	const messages = (await controls.messages()).filter(({ messageId }) => !known.has(messageId));
	const senders = sendersIn(workflow, runs);
	const ran = nodes.filter((node) => sends(node) && runs[node.name]);
	return {
		status: execution.status,
		error: execution.error,
		last: execution.last,
		runs,
		isEndless,
		waitsForEver,
		shown,
		messages: messages.flatMap((message) =>
			recipientsIn(message).map((to) => ({
				...message,
				to,
				by: senders.get(message.messageId) ?? (ran.length === 1 ? ran[0].name : undefined),
				isWanted:
					link.test(message.text) || (unanswered ? !unanswered.has(message.messageId) : false),
			})),
		),
		attempts: requests.filter(isSend).flatMap((one) => recipientsOf(one).map((to) => ({ to }))),
		requests,
	};
}
