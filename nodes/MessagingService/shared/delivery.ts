import type { IDataObject } from 'n8n-workflow';

import type { DeliverySettings } from './deliveryOptions';
import type { Gate } from './gate';
import { asProblem } from './nodeErrors';
import { Problem } from './problems';
import { hasEnded } from './deliveryStates';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** What became of a message, as its report says. */
export type Delivery<Entry> = {
	/** The report entries that were read last, one for each part. */
	parts: Entry[];
	delivery: 'complete' | 'timedOut';
	/** Why the report could not be read, if it could not be read in the end. */
	problem?: Problem;
};

/** How a report is read again and again. */
type Following<Entry> = {
	gate: Gate;
	settings: DeliverySettings;
	/** One read, repeated already where that helps, until the time that is given. */
	read: (until: number) => Promise<Entry[]>;
	reportOf: (entry: Entry) => IDataObject;
	/** How many parts the message has at least. */
	partCount?: number;
	/** What was read already. */
	known?: Entry[];
};

/**
 * Reads a report again and again, after 1, 1.5, 2.3, … 15 s, until every part has reached its end or
 * the time is over. Each read passes the gate by itself, so that others get their turn in between.
 *
 * @returns undefined if the execution was stopped
 */
export async function followDelivery<Entry>({
	gate,
	settings: { timeoutMs, finalStates },
	read,
	reportOf,
	partCount = 1,
	known,
}: Following<Entry>): Promise<Delivery<Entry> | undefined> {
	const until = Date.now() + timeoutMs;
	let parts = known ?? [];
	let problem: Problem | undefined;
	const readOnce = async (): Promise<boolean> => {
		if (!(await gate.enter())) return false;
		try {
			parts = await read(until);
			problem = undefined;
		} catch (error) {
			// The message is out, whatever becomes of its report: it may be readable the next time.
			problem = asProblem(error);
		} finally {
			gate.leave();
		}
		return true;
	};

	if (!known && !(await readOnce())) return undefined;
	for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
		const isWhole = !problem && parts.length >= partCount;
		if (isWhole && parts.every((part) => hasEnded(reportOf(part), finalStates))) {
			return { parts, delivery: 'complete' };
		}
		const leftMs = until - Date.now();
		if (leftMs <= 0) return { parts, delivery: 'timedOut', problem };
		await gate.pause(Math.min(pauseMs, leftMs));
		if (!(await readOnce())) return undefined;
	}
}

/**
 * A message that was not delivered in time, for those who want that to be an error.
 *
 * @param advice how to look again
 */
export function timeoutProblem(
	messageId: string,
	{ timeoutMs }: DeliverySettings,
	cause: Problem | undefined,
	advice: string,
): Problem {
	const seconds = timeoutMs / 1000;
	const why = cause ? ` Its report could not be read: ${cause.message}.` : '';
	return new Problem(
		`Message ${messageId} was not delivered within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
		`It may still arrive: do not send it again without looking.${why} ${advice}`,
		{ origin: 'service', outcome: 'refused' },
	);
}
