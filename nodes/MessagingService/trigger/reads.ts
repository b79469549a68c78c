import type { IPollFunctions } from 'n8n-workflow';

import { listIn } from '../shared/lists';
import { pathWith } from '../shared/paths';
import { asProblem } from '../shared/nodeErrors';
import type { ServiceRequest } from '../shared/transport';
import { sendRequest } from '../shared/transport';
import type { Reports } from './memory';

const AT_ONCE = 20;
const TIMEOUT_MS = 60_000;

/** What one poll could read, and what it could not. */
export type Reads = {
	reports: Reports;
	failures: Array<{ about: string; error: unknown }>;
	/** The first message that could not be asked for, because the service or the time forbade it. */
	resumeAt?: string;
};

/**
 * The reports of the messages, up to 20 requests at a time. A message that fails does not hold up the
 * others; a refused key or a rate limit ends the asking, since it would meet the others too.
 *
 * @param budgetMs time in ms after which no further request is begun
 */
export async function readMessages(
	this: IPollFunctions,
	messageIds: string[],
	budgetMs: number,
): Promise<Reads> {
	const reads: Reads = { reports: new Map(), failures: [] };
	const end = Date.now() + budgetMs;
	let next = 0;
	let stoppedAt = messageIds.length;

	const readOn = async () => {
		while (next < messageIds.length && stoppedAt === messageIds.length && Date.now() < end) {
			const at = next++;
			const messageId = messageIds[at];
			const request = { method: 'POST', path: '/v1/sms/report', body: { messageId } } as const;
			try {
				reads.reports.set(messageId, await entriesOf.call(this, request));
			} catch (error) {
				reads.failures.push({ about: `message ${messageId}`, error });
				if (asProblem(error).failure) stoppedAt = Math.min(stoppedAt, at);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, readOn));

	reads.resumeAt = messageIds[Math.min(stoppedAt, next)];
	return reads;
}

/** The reports of a campaign, by the message that each entry belongs to. */
export async function readCampaign(this: IPollFunctions, campaignId: string): Promise<Reads> {
	const reports: Reports = new Map();
	try {
		const path = pathWith('/campaigns/{campaignId}/reports', 'campaignId', campaignId);
		for (const entry of await entriesOf.call(this, { method: 'GET', path })) {
			const messageId = String((entry as { messageId?: unknown } | null)?.messageId ?? '');
			const entries = reports.get(messageId);
			if (entries) entries.push(entry);
			else reports.set(messageId, [entry]);
		}
		return { reports, failures: [] };
	} catch (error) {
		return { reports, failures: [{ about: `campaign ${campaignId}`, error }] };
	}
}

async function entriesOf(this: IPollFunctions, request: ServiceRequest): Promise<unknown[]> {
	const answer = await sendRequest.call(this, request, { timeout: TIMEOUT_MS });
	return answer === undefined ? [] : (listIn(answer) ?? [answer]);
}
