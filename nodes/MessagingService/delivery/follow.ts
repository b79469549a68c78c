import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Run } from '../run/run';
import { asObject } from '../service/answer';
import { reportEntries } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { steadyNow } from '../values/clock';
import type { DeliverySettings } from './options';
import { hasEnded } from './states';
import { newestEntries } from './summary';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** What became of a message, as its report says. */
export type Delivery = {
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
export async function followDelivery(
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
export function withOurs(said: IDataObject, ours: IDataObject): IDataObject {
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
