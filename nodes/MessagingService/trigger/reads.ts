import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import { Gate } from '../run/gate';
import { repeatWhereSafe } from '../run/repeat';
import { reportEntries } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { sendRequest } from '../service/request';
import { steadyNow } from '../values/clock';
import { asText } from '../values/parsing';
import { pathWith } from '../values/path';
import type { Reports } from './emit';

const AT_ONCE = 20;
const TIMEOUT_MS = 60_000;
/** How long one request may wait for a busy service, all its waits together. */
const MAX_WAIT_MS = 60_000;

/** What one poll could read, and what it could not. */
export type Reads = {
	reports: Reports;
	failures: Array<{ about: string; error: unknown }>;
	/** The first message that could not be asked for, because the service or the time forbade it. */
	resumeAt?: string;
};

/** What the requests of a poll have in common. */
type Terms = {
	credentials: ICredentialDataDecryptedObject;
	/** When the last one has to begin. */
	until: number;
	/** When all have to have ended. */
	end: number;
};

/**
 * The reports of the messages, up to 20 requests at a time. A message that fails does not hold up the
 * others; a refused key or a service that stays busy ends the asking, since it would meet the others too.
 */
export async function readMessages(
	this: IPollFunctions,
	messageIds: string[],
	terms: Terms,
): Promise<Reads> {
	const reads: Reads = { reports: new Map(), failures: [] };
	const gate = new Gate(AT_ONCE);
	let firstLeft = messageIds.length;

	const readOne = async (messageId: string, index: number) => {
		const mayGo = await gate.enter();
		if (steadyNow() >= terms.until) gate.shut();
		if (gate.isShut) {
			firstLeft = Math.min(firstLeft, index);
		} else {
			const request = { method: 'POST', path: '/v1/sms/report', body: { messageId } } as const;
			try {
				const answer = await answerTo.call(this, request, { ...terms, gate });
				reads.reports.set(messageId, reportEntries(answer));
			} catch (error) {
				reads.failures.push({ about: `message ${messageId}`, error });
				const { failure } = asProblem(error).details;
				// A refusal may concern this message alone. Who was turned away by a busy service has the next turn.
				if (failure && failure.cause !== 'credential-invalid') {
					firstLeft = Math.min(firstLeft, index + 1);
				}
				if (failure) gate.shut();
			}
		}
		if (mayGo) gate.leave();
	};
	await Promise.all(messageIds.map(readOne));

	reads.resumeAt = messageIds[firstLeft];
	return reads;
}

/** The reports of a campaign, by the message that each entry belongs to. */
export async function readCampaign(
	this: IPollFunctions,
	campaignId: string,
	terms: Terms,
): Promise<Reads> {
	const reports: Reports = new Map();
	const gate = new Gate(1);
	try {
		const path = pathWith('/campaigns/{campaignId}/reports', 'campaignId', campaignId);
		const request = { method: 'GET', path } as const;
		const answer = await answerTo.call(this, request, { ...terms, gate });
		for (const entry of reportEntries(answer)) {
			const messageId = asText((entry as { messageId?: unknown } | null)?.messageId ?? '');
			const entries = reports.get(messageId);
			if (entries) entries.push(entry);
			else reports.set(messageId, [entry]);
		}
		return { reports, failures: [] };
	} catch (error) {
		return { reports, failures: [{ about: `campaign ${campaignId}`, error: asMissing(error) }] };
	}
}

/** Only the user can help where a campaign is unknown, so n8n waits longer before it polls again. */
function asMissing(error: unknown): Problem {
	const { message, description, details } = asProblem(error);
	const unknown = details.httpCode === '404' && ({ cause: 'configuration-invalid' } as const);
	return new Problem(message, description, { ...details, ...(unknown && { failure: unknown }) });
}

async function answerTo(
	this: IPollFunctions,
	request: ServiceRequest,
	{ credentials, end, ...terms }: Terms & { gate: Gate },
): Promise<unknown> {
	// n8n gives up a poll that takes too long, and all that it has read.
	const attempt = async () => {
		const timeout = Math.max(1, Math.min(TIMEOUT_MS, end - steadyNow()));
		return await sendRequest.call(this, credentials, request, { timeout, wholeMs: timeout });
	};
	return await repeatWhereSafe(attempt, { ...terms, maxWaitMs: MAX_WAIT_MS, isRead: true });
}
