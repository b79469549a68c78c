import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { type Report, keyOf, readReport } from '../answers/report';
import type { Problem } from '../errors/problem';
import { Gate } from '../run/gate';
import { repeatWhereSafe } from '../run/repeat';
import { type ServiceRequest, Service } from '../service/request';
import { steadyNow } from '../service/deadline';
import { groupedBy } from '../values/groups';
import type { Reports } from './entries';
import { type Memory, isDone } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

const AT_ONCE = 20;

/** How long a request may take, and how long all its waits for a busy service. */
const LONGEST_MS = 60_000;

/** n8n before 2.36 gives a poll no budget. */
const BUDGET_MS = 5 * 60_000;

/** The reports that one poll could read, and why it could not read the others. */
export type ReadReports = {
	reports: Reports;
	failures: Array<{ about: string; problem: Problem }>;
	/** The first entry that tells nothing of these messages, if there is one. */
	stray?: unknown;
	/** The first message that the service or the time left no room to ask for. */
	resumeAt?: string;
};

/** A message in its turn: its report, or why it couldn't be read; neither if it wasn't asked for. */
type Turn = { messageId: string; report?: Report; problem?: Problem };

/** Reads the reports of the campaign, or of the messages that still change, up to 20 at a time. */
export async function readReports(
	context: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	settings: TriggerSettings,
	memory: Memory,
): Promise<ReadReports> {
	const budget = context.getPollBudgetMs?.() ?? BUDGET_MS;
	const end = steadyNow() + budget;
	// The last requests still have to end within the budget.
	const until = end - budget / 2;
	const service = new Service(context, credentials);
	const gate = new Gate(AT_ONCE);
	/** @throws Problem if there is no report in the answer */
	const ask = async (request: ServiceRequest, messageId?: string): Promise<Report> => {
		// n8n drops a poll that takes too long, with all that it has read.
		const attempt = async () => {
			const timeout = Math.max(1, Math.min(LONGEST_MS, end - steadyNow()));
			return await service.ask(request, { timeout, wholeMs: timeout });
		};
		const terms = { until, gate, maxWaitMs: LONGEST_MS, isRepeatable: true };
		return readReport(await repeatWhereSafe(attempt, terms), messageId);
	};
	if (settings.campaign) return await readCampaign(settings.campaign, ask);

	const inTurn = async (messageId: string): Promise<Turn> => {
		try {
			if (!(await gate.enter()) || steadyNow() >= until) return { messageId };
			return { messageId, report: await ask(requestFor(messageId), messageId) };
		} catch (error) {
			const problem = error as Problem;
			// The others would meet a refused key or a busy service too.
			if (problem.details.failure) gate.shut();
			return { messageId, problem };
		} finally {
			gate.leave();
		}
	};
	const turns = await Promise.all(turnsOf(settings, memory).map(inTurn));
	const read = turns.flatMap(({ messageId, report }) => (report ? [{ messageId, report }] : []));
	return {
		reports: new Map(read.map(({ messageId, report }) => [messageId, report.entries])),
		failures: turns.flatMap(({ messageId, problem }) =>
			problem ? [{ about: `message ${messageId}`, problem }] : [],
		),
		stray: read.flatMap(({ report }) => report.others.slice(0, 1))[0],
		resumeAt: turns.find(isLeft)?.messageId,
	};
}

async function readCampaign(
	{ id, path }: { id: string; path: string },
	ask: (request: ServiceRequest) => Promise<Report>,
): Promise<ReadReports> {
	try {
		const { entries, others } = await ask({ method: 'GET', path, idField: "'Campaign ID'" });
		const reports = groupedBy(entries, (entry) => keyOf(entry.messageId));
		return { reports, failures: [], stray: others[0] };
	} catch (error) {
		const problem = error as Problem;
		// An unknown campaign is for the user to correct, so n8n waits longer before it polls again.
		const isUnknown = problem.details.httpCode === '404';
		const failure = isUnknown ? { failure: { cause: 'configuration-invalid' } as const } : {};
		const failures = [{ about: `campaign ${id}`, problem: problem.with(failure) }];
		return { reports: new Map(), failures };
	}
}

/** The messages to ask for, in the order of their turns: those come first that the last poll left. */
function turnsOf(settings: TriggerSettings, memory: Memory): string[] {
	const { messageIds = [] } = settings;
	const open = messageIds.filter((messageId) => !isDone(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	return [...open.slice(start), ...open.slice(0, start)];
}

function requestFor(messageId: string): ServiceRequest {
	return { method: 'POST', path: '/v1/sms/report', idField: "'Message IDs'", body: { messageId } };
}

/** Whether the next poll starts with it: it wasn't asked for, or stands behind one that a busy service turned away. */
function isLeft({ report, problem }: Turn, place: number, turns: Turn[]): boolean {
	return (!report && !problem) || isTurnedAway(turns[place - 1]);
}

/** Whether the service turned it away in a way that ends the poll, other than by a refused key. */
function isTurnedAway(turn?: Turn): boolean {
	const failure = turn?.problem?.details.failure;
	return failure !== undefined && failure.cause !== 'credential-invalid';
}
