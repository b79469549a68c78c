import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { asItems } from '../shared/lists';
import { Problem } from '../shared/problems';
import { asNodeError } from '../shared/nodeErrors';
import type { Memory } from './memory';
import { emptyMemory, isFinal, isWanted, whatIsNew, wholeMessage } from './memory';
import type { Reads } from './reads';
import { readCampaign, readMessages } from './reads';
import type { TriggerSettings } from './settings';
import { readSettings } from './settings';

/** n8n before 2.36 gives a poll no budget. */
const BUDGET_MS = 5 * 60_000;

/** The triggers that are being polled, by workflow and node. */
const underway = new Set<string>();

/**
 * One poll: the report entries that are new, or null. n8n may begin a poll before the last one has
 * ended: both would find the same entries new, so the later one leaves them to the other.
 *
 * @throws NodeApiError if nothing could be read
 */
export async function pollReports(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await poll.call(this);
	const trigger = `${this.getWorkflow().id} ${this.getNode().id}`;
	if (underway.has(trigger)) return null;
	underway.add(trigger);
	try {
		return await poll.call(this);
	} finally {
		underway.delete(trigger);
	}
}

/**
 * Reads, and tells what is new. Memory moves only after the reads that it
 * depends on, so whatever fails is asked for again.
 */
async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = this.getMode() === 'manual';
	const staticData = this.getWorkflowStaticData('node');
	const credentials = await this.getCredentials('messagingServiceApi');
	const apiKey = String(credentials.apiKey ?? '');

	let settings: TriggerSettings;
	let memory: Memory;
	let reads: Reads;
	try {
		settings = readSettings.call(this);
		memory = isManual ? emptyMemory('') : memoryOf(staticData, settings);
		reads = await read.call(this, credentials, settings, memory);
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the trigger', apiKey);
	}

	const failures = reads.failures.map(({ about, error }) =>
		asNodeError(this.getNode(), error, about, apiKey),
	);
	if (failures.length && !reads.reports.size) throw failures[0];
	for (const { message, description } of failures) {
		this.logger.warn(`Messaging Service Trigger: ${message}. ${description}`);
	}
	if (isManual) return output(currentEntries(reads, settings));

	const watched = settings.messageIds && new Set(settings.messageIds);
	const news = whatIsNew(memory, reads.reports, settings, (id) => watched?.has(id) ?? true);
	const next = { ...news.memory, ...(reads.resumeAt ? { resumeAt: reads.resumeAt } : {}) };
	if (JSON.stringify(next) !== JSON.stringify(memory)) staticData.memory = next;
	return output(news.items);
}

function memoryOf(staticData: IDataObject, { campaignId }: TriggerSettings): Memory {
	const source = campaignId === undefined ? 'messageIds' : `campaign ${campaignId}`;
	const memory = staticData.memory as Memory | undefined;
	return memory?.source === source ? memory : emptyMemory(source);
}

async function read(
	this: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	settings: TriggerSettings,
	memory: Memory,
): Promise<Reads> {
	const { campaignId, messageIds = [], maxWaitMs } = settings;
	const budget = this.getPollBudgetMs?.() ?? BUDGET_MS;
	const now = Date.now();
	// The last requests that were begun still have to end within the budget.
	const terms = { credentials, until: now + budget / 2, end: now + budget, maxWaitMs };
	if (campaignId !== undefined) return await readCampaign.call(this, campaignId, terms);

	if (!messageIds.length && this.getMode() === 'manual') {
		throw new Problem('There are no message IDs to watch', 'Fill in Message IDs.');
	}
	const open = messageIds.filter((messageId) => !isFinal(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	const inTurn = [...open.slice(start), ...open.slice(0, start)];
	return await readMessages.call(this, inTurn, terms);
}

/** What stands in the reports now; messages in one item also if they are not at their end. */
function currentEntries({ reports }: Reads, settings: TriggerSettings): IDataObject[] {
	const messages = [...reports]
		.map(([id, report]) => ({ id, entries: asItems(report).map(({ json }) => json) }))
		.filter(({ entries }) => entries.some((entry) => isWanted(entry, settings)));
	if (settings.groupBy === 'message') {
		return messages.map(({ id, entries }) => wholeMessage(id, entries));
	}
	return messages.flatMap(({ entries }) => entries.filter((entry) => isWanted(entry, settings)));
}

function output(entries: IDataObject[]): INodeExecutionData[][] | null {
	return entries.length ? [entries.map((json) => ({ json }))] : null;
}
