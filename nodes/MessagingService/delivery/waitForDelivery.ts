import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { asObject } from '../service/answer';
import { isGiven, isReportEntry, reportEntries } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { steadyNow } from '../values/clock';
import type { DeliverySettings } from './options';
import { readDeliverySettings } from './options';
import { hasEnded } from './states';
import { keyOf, newestEntries, summarize } from './summary';

/**
 * Waits for the delivery of all messages that were sent. Each comes out as the service answered, with
 * `parts` (its report entries), `delivery`: `complete`, `timedOut` or `unknown`, and `isDelivered`. Nothing is ever
 * sent here.
 */
export const followSent = waiting(followMessage);

/**
 * Reads the delivery reports again until their messages are delivered. Each part comes out as the service
 * gave it, with `delivery`: `complete` or `timedOut`; a message without parts comes out as its messageId.
 */
export const followReports = waiting(followReport);

type Follow = (run: Run, item: Item, settings: DeliverySettings) => Promise<void>;

function waiting(follow: Follow): Prepare<Step> {
	return forOption('waitForDelivery', (options, _entered, { states }) => {
		const settings = readDeliverySettings(options, states);
		if (!settings) return undefined;
		return async (run, items) => {
			const followOne = async (item: Item) =>
				await run.afterSending(item, async () => await follow(run, item, settings));
			await Promise.all(items.map(followOne));
		};
	});
}

async function followMessage(run: Run, item: Item, settings: DeliverySettings): Promise<void> {
	const [{ json, pairedItem }, ...others] = item.accepted!;
	const { messageId, partIds } = json;
	// A message has a part also when the service has not cut it yet.
	const partCount = Math.max(1, Array.isArray(partIds) ? partIds.length : 1);
	const isNamed = isGiven(messageId) && typeof messageId !== 'object';
	const followed = isNamed
		? await followDelivery(run, settings, {
				messageId: String(messageId),
				request: { method: 'POST', path: '/v1/sms/report', body: { messageId: String(messageId) } },
				isOwn: (entry) => !isGiven(entry.messageId) || keyOf(entry.messageId) === keyOf(messageId),
				partCount,
			})
		: unknownDelivery(settings);
	if (!followed) return;
	const { parts, delivery, problem } = followed;
	const ours = {
		parts,
		delivery,
		isDelivered: summarize({ messageId: '', partCount, entries: parts }, settings.states)
			.isDelivered,
		...(problem ? { reportError: problem.message } : {}),
	};
	item.shown = { items: [{ json: withOurs(json, ours), pairedItem }, ...others] };
}

/** @throws Problem if the user wants an error for a message that was not delivered in time */
function unknownDelivery({ failsOnTimeout }: DeliverySettings): Delivery {
	const problem = new Problem(
		'The service accepted the message, but gave it no messageId',
		"Its delivery can't be followed. Remove 'Wait for Delivery' from Options.",
		{ origin: 'service' },
	);
	if (failsOnTimeout) throw problem;
	return { parts: [], delivery: 'unknown', problem };
}

async function followReport(run: Run, item: Item, settings: DeliverySettings): Promise<void> {
	const { request, accepted = [] } = item;
	const { messageId } = { ...request.qs, ...(request.body as IDataObject) };
	const known = accepted.map(({ json }) => json).filter(isReportEntry);
	const about = { messageId: String(messageId), request, known };
	const followed = await followDelivery(run, settings, about);
	if (!followed) return;
	const { parts, delivery } = followed;
	const shown = parts.length ? parts : [{ messageId } as IDataObject];
	const items = shown.map(
		(part): INodeExecutionData => ({
			json: withOurs(part, { delivery }),
			pairedItem: { item: item.index },
		}),
	);
	item.shown = { items };
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** What became of a message, as its report says. */
type Delivery = {
	/** The report entries that were read last, one for each part. */
	parts: IDataObject[];
	/** `unknown`: nobody can ask for the report. */
	delivery: 'complete' | 'timedOut' | 'unknown';
	/** Why the report could not be read, if it could not be read in the end. */
	problem?: Problem;
};

/** The report that is read again and again. */
type Followed = {
	messageId: string;
	/** Asks for the report. */
	request: ServiceRequest;
	/** Whether an entry is about the message; others count for nothing. */
	isOwn?: (entry: IDataObject) => boolean;
	/** How many parts the message has at least. */
	partCount?: number;
	/** What was read already. */
	known?: IDataObject[];
};

/**
 * Reads a report again and again, after 1, 1.5, 2.3, … 15 s, until every part has reached its end or
 * the time is over. Each read passes the gate by itself, so that others get their turn in between.
 *
 * @returns undefined if the execution was stopped
 * @throws Problem if it was not delivered in time, for those who want that to be an error
 */
async function followDelivery(
	run: Run,
	{ timeoutMs, states, failsOnTimeout }: DeliverySettings,
	{ messageId, request, isOwn = () => true, partCount = 1, known }: Followed,
): Promise<Delivery | undefined> {
	const { gate } = run;
	const until = steadyNow() + timeoutMs;
	let parts = known ?? [];
	let problem: Problem | undefined;
	const readOnce = async (): Promise<boolean> => {
		if (!(await gate.enter())) return false;
		try {
			parts = reportEntries(await run.request(request, true, until))
				.map(asObject)
				.filter(isOwn);
			problem = undefined;
		} catch (error) {
			// The message is out, whatever becomes of its report: it may be readable the next time.
			problem = error as Problem;
		} finally {
			gate.leave();
		}
		return true;
	};

	if (!known && !(await readOnce())) return undefined;
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
		// Of several entries of a part the last counts, as in a summary.
		const newest = newestEntries(parts);
		if (newest.length >= partCount && newest.every((part) => hasEnded(part, states))) {
			return { parts, delivery: 'complete' };
		}
		const leftMs = until - steadyNow();
		if (leftMs <= 0) {
			if (failsOnTimeout) throw timeoutProblem(messageId, timeoutMs / 1000, problem);
			return { parts, delivery: 'timedOut', problem };
		}
		await gate.pause(Math.min(pauseMs, leftMs));
		if (!(await readOnce())) return undefined;
	}
}

/** What the service said, and what we add; if it has fields of these names itself, it stands whole under `answer`. */
function withOurs(said: IDataObject, ours: IDataObject): IDataObject {
	const isTaken = Object.keys(ours).some((name) => Object.hasOwn(said, name));
	return { ...said, ...(isTaken ? { answer: said } : {}), ...ours };
}

function timeoutProblem(messageId: string, seconds: number, cause?: Problem): Problem {
	const why = cause ? ` Its report couldn't be read: ${cause.message}.` : '';
	return new Problem(
		`Message ${messageId} wasn't delivered within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
		`It may still arrive, so check its report before you send it again.${why} To wait longer, raise 'Timeout' under Options → Wait for Delivery. Retry On Fail waits again, and sends nothing.`,
		{ origin: 'service' },
	);
}
