import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { Gate, repeatWhereSafe } from '../run/gate';
import { reportEntries } from '../service/reports';
import type { ServiceRequest } from '../service/request';
import { sendRequest } from '../service/request';
import { steadyNow } from '../values/clock';
import { asText } from '../values/parsing';
import { pathWith } from '../values/path';
import type { Reports } from './emit';
import type { Memory } from './pollMemory';
import { isDone } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

const AT_ONCE = 20;
const TIMEOUT_MS = 60_000;
/** How long one request may wait for a busy service, all its waits together. */
const MAX_WAIT_MS = 60_000;

/** n8n before 2.36 gives a poll no budget. */
const BUDGET_MS = 5 * 60_000;

/** The reports that one poll could read, and why it could not read the others. */
export type ReadReports = {
	reports: Reports;
	failures: Array<{ about: string; problem: Problem }>;
	/** The first message that the service or the time left no room to ask for. */
	resumeAt?: string;
};

/** Asks the service for a report, through a gate. */
type Ask = (request: ServiceRequest, gate: Gate) => Promise<unknown[]>;

/**
 * Reads the reports of the campaign, or of the messages that still change.
 *
 * @throws Problem if somebody fetches a test event without message IDs
 */
export async function readReports(
	this: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	settings: TriggerSettings,
	memory: Memory,
): Promise<ReadReports> {
	const { campaignId, messageIds = [] } = settings;
	const budget = this.getPollBudgetMs?.() ?? BUDGET_MS;
	const end = steadyNow() + budget;
	// The last requests still have to end within the budget.
	const until = end - budget / 2;
	const ask: Ask = async (request, gate) => {
		// n8n drops a poll that takes too long, with all that it has read.
		const attempt = async () => {
			const timeout = Math.max(1, Math.min(TIMEOUT_MS, end - steadyNow()));
			return await sendRequest.call(this, credentials, request, { timeout, wholeMs: timeout });
		};
		const terms = { until, gate, maxWaitMs: MAX_WAIT_MS, isRepeatable: true };
		return reportEntries(await repeatWhereSafe(attempt, terms));
	};
	if (campaignId !== undefined) return await readCampaign(campaignId, ask);

	if (!messageIds.length && this.getMode() === 'manual') {
		throw new Problem('There are no message IDs to watch', "Fill in 'Message IDs'.");
	}
	const open = messageIds.filter((messageId) => !isDone(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	return await readMessages([...open.slice(start), ...open.slice(0, start)], ask, until);
}

/**
 * The reports of the messages, up to 20 requests at a time. A message that fails doesn't hold up the others. A refused
 * key or a service that stays busy ends the asking, because the others would meet it too.
 */
async function readMessages(messageIds: string[], ask: Ask, until: number): Promise<ReadReports> {
	const read: ReadReports = { reports: new Map(), failures: [] };
	const gate = new Gate(AT_ONCE);
	let firstLeft = messageIds.length;

	const readOne = async (messageId: string, index: number) => {
		const mayGo = await gate.enter();
		if (steadyNow() >= until) gate.shut();
		if (gate.isShut) {
			firstLeft = Math.min(firstLeft, index);
		} else {
			const request = { method: 'POST', path: '/v1/sms/report', body: { messageId } } as const;
			try {
				read.reports.set(messageId, await ask(request, gate));
			} catch (error) {
				const problem = error as Problem;
				read.failures.push({ about: `message ${messageId}`, problem });
				const { failure } = problem.details;
				// A refusal may concern this message alone. A busy service serves those first that it has not turned away.
				if (failure && failure.cause !== 'credential-invalid') {
					firstLeft = Math.min(firstLeft, index + 1);
				}
				if (failure) gate.shut();
			}
		}
		if (mayGo) gate.leave();
	};
	await Promise.all(messageIds.map(readOne));

	read.resumeAt = messageIds[firstLeft];
	return read;
}

/** The reports of a campaign, by the message that each entry belongs to. */
async function readCampaign(campaignId: string, ask: Ask): Promise<ReadReports> {
	const reports: Reports = new Map();
	try {
		const path = pathWith('/campaigns/{campaignId}/reports', 'campaignId', campaignId);
		for (const entry of await ask({ method: 'GET', path }, new Gate(1))) {
			const messageId = asText((entry as { messageId?: unknown } | null)?.messageId ?? '');
			const entries = reports.get(messageId);
			if (entries) entries.push(entry);
			else reports.set(messageId, [entry]);
		}
		return { reports, failures: [] };
	} catch (error) {
		const problem = asMissing(error as Problem);
		return { reports, failures: [{ about: `campaign ${campaignId}`, problem }] };
	}
}

/** An unknown campaign is for the user to correct, so n8n waits longer before it polls again. */
function asMissing(problem: Problem): Problem {
	const isUnknown = problem.details.httpCode === '404';
	return isUnknown ? problem.with({ failure: { cause: 'configuration-invalid' } }) : problem;
}
