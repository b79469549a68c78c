import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { type Report, keyOf, readReport } from '../answers/report';
import type { Problem } from '../errors/problem';
import { Gate } from '../run/gate';
import { repeatWhereSafe } from '../run/repeat';
import { type ServiceRequest, Service } from '../service/request';
import { steadyNow } from '../service/deadline';
import { groupedBy } from '../values/given';
import { type Memory, isDone } from './pollMemory';
import type { TriggerSettings } from './triggerSettings';

const AT_ONCE = 20;

/** How long a request may take, and how long all its waits for a busy service. */
const LONGEST_MS = 60_000;

/** n8n before 2.36 gives a poll no budget. */
const BUDGET_MS = 5 * 60_000;

/** The campaign, or a message, in its turn: its report, or why it couldn't be read; neither if it wasn't asked for. */
type Turn = {
	about: string;
	request: ServiceRequest;
	messageId?: string;
	report?: Report;
	problem?: Problem;
};

/** Reads the reports of the campaign, or of the messages that still change, up to 20 at a time, and says which it couldn't. */
export async function readReports(
	context: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	settings: TriggerSettings,
	memory: Memory,
) {
	const budget = context.getPollBudgetMs?.() ?? BUDGET_MS;
	const end = steadyNow() + budget;
	// The last requests still have to end within the budget.
	const until = end - budget / 2;
	const service = new Service(context, credentials);
	const gate = new Gate(AT_ONCE);
	const terms = { until, gate, maxWaitMs: LONGEST_MS, isRepeatable: true };
	const ask = async (turn: Turn): Promise<Turn> => {
		// n8n drops a poll that takes too long, with all that it has read.
		const attempt = async () => {
			const timeout = Math.max(1, Math.min(LONGEST_MS, end - steadyNow()));
			return await service.ask(turn.request, { timeout, wholeMs: timeout });
		};
		try {
			if (!(await gate.enter()) || steadyNow() >= until) return turn;
			const answer = await repeatWhereSafe(attempt, terms);
			return { ...turn, report: readReport(answer, turn.messageId) };
		} catch (error) {
			const problem = error as Problem;
			const { failure, httpCode } = problem.details;
			// The others would meet a refused key or a busy service too.
			if (failure) gate.shut();
			// An unknown campaign is for the user to correct, so n8n waits longer before it polls again.
			const isWrongId = settings.campaign && httpCode === '404';
			const isUnknown = { failure: { cause: 'configuration-invalid' } } as const;
			return { ...turn, problem: isWrongId ? problem.with(isUnknown) : problem };
		} finally {
			gate.leave();
		}
	};
	const turns = await Promise.all(turnsOf(settings, memory).map(ask));
	const read = turns.flatMap(({ report, messageId = '' }) =>
		report ? [{ ...report, messageId }] : [],
	);
	const all = read.flatMap(({ entries }) => entries);
	return {
		reports: settings.campaign
			? groupedBy(all, (entry) => keyOf(entry.messageId))
			: new Map(read.map(({ messageId, entries }) => [messageId, entries])),
		failures: turns.flatMap(({ about, problem }) => (problem ? [{ about, problem }] : [])),
		/** The first entry that tells nothing of these messages, if there is one. */
		stray: read.flatMap(({ others }) => others)[0],
		/** The first message that the service or the time left no room to ask for. */
		resumeAt: turns.find(isLeft)?.messageId,
	};
}

/** The campaign, or the messages to ask for in their order: those come first that the last poll left. */
function turnsOf(settings: TriggerSettings, memory: Memory): Turn[] {
	const { campaign, messageIds = [] } = settings;
	if (campaign) {
		const request = { method: 'GET', path: campaign.path, idField: "'Campaign ID'" } as const;
		return [{ about: `campaign ${campaign.id}`, request }];
	}
	const open = messageIds.filter((messageId) => !isDone(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	const toReport = { method: 'POST', path: '/v1/sms/report', idField: "'Message IDs'" } as const;
	return [...open.slice(start), ...open.slice(0, start)].map((messageId) => {
		const request = { ...toReport, body: { messageId } };
		return { about: `message ${messageId}`, request, messageId };
	});
}

/** Whether the next poll starts with it: it wasn't asked for, or stands behind one that a busy service turned away. */
function isLeft({ report, problem }: Turn, place: number, turns: Turn[]): boolean {
	// A refused key is the same for all.
	const cause = turns[place - 1]?.problem?.details.failure?.cause;
	return (!report && !problem) || (cause !== undefined && cause !== 'credential-invalid');
}
