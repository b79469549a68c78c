import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import { keyOf, readReport } from '../answers/report';
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
	/** Entries that tell nothing of these messages, the first one of each report. */
	others: unknown[];
	/** The first message that the service or the time left no room to ask for. */
	resumeAt?: string;
};

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
	const read: ReadReports = { reports: new Map(), failures: [], others: [] };
	const readOne = async (request: ServiceRequest, gate: Gate, messageId?: string) => {
		// n8n drops a poll that takes too long, with all that it has read.
		const attempt = async () => {
			const timeout = Math.max(1, Math.min(LONGEST_MS, end - steadyNow()));
			return await service.ask(request, { timeout, wholeMs: timeout });
		};
		const terms = { until, gate, maxWaitMs: LONGEST_MS, isRepeatable: true };
		const { entries, others } = readReport(await repeatWhereSafe(attempt, terms), messageId);
		read.others.push(...others.slice(0, 1));
		if (messageId !== undefined) read.reports.set(messageId, entries);
		else read.reports = groupedBy(entries, (entry) => keyOf(entry.messageId));
	};
	const { campaign, messageIds = [] } = settings;
	if (campaign) {
		const request = { method: 'GET', path: campaign.path, idField: "'Campaign ID'" } as const;
		await readOne(request, new Gate(1)).catch((problem: Problem) => {
			// An unknown campaign is for the user to correct, so n8n waits longer before it polls again.
			const isUnknown = problem.details.httpCode === '404';
			const told = isUnknown
				? problem.with({ failure: { cause: 'configuration-invalid' } })
				: problem;
			read.failures.push({ about: `campaign ${campaign.id}`, problem: told });
		});
		return read;
	}

	const open = messageIds.filter((messageId) => !isDone(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	const asked = [...open.slice(start), ...open.slice(0, start)];
	const gate = new Gate(AT_ONCE);
	let firstLeft = asked.length;
	const readInTurn = async (messageId: string, index: number) => {
		const idField = "'Message IDs'";
		const request = {
			method: 'POST',
			path: '/v1/sms/report',
			idField,
			body: { messageId },
		} as const;
		await readOne(request, gate, messageId).catch((problem: Problem) => {
			read.failures.push({ about: `message ${messageId}`, problem });
			const { failure } = problem.details;
			if (!failure) return;
			// The others would meet a refused key or a busy service too.
			gate.shut();
			// A refusal may concern this message alone. A busy service serves those first that it has not turned away.
			if (failure.cause !== 'credential-invalid') firstLeft = Math.min(firstLeft, index + 1);
		});
		gate.leave();
	};
	const running: Array<Promise<void>> = [];
	for (const [index, messageId] of asked.entries()) {
		if (!(await gate.enter()) || steadyNow() >= until) {
			firstLeft = Math.min(firstLeft, index);
			break;
		}
		running.push(readInTurn(messageId, index));
	}
	await Promise.all(running);
	return { ...read, resumeAt: asked[firstLeft] };
}
