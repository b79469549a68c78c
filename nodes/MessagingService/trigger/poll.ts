import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';

import { asNodeError } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { apiKeyOf, readCredential } from '../service/request';
import { readAccountDefaults } from '../values/accountDefaults';
import { steadyNow } from '../values/clock';
import { currentEntries } from './emit';
import type { Memory } from './memory';
import { isDone, newMemory } from './memory';
import { memoryOf } from './readMemory';
import type { Reads } from './reads';
import { readCampaign, readMessages } from './reads';
import type { TriggerSettings } from './settings';
import { readSettings } from './settings';
import { whatIsNew } from './whatIsNew';

/** n8n before 2.36 gives a poll no budget. */
const BUDGET_MS = 5 * 60_000;

/** What n8n's log says once of reports that are not as the specification has them. */
const COMPARES_WHOLE =
	'The reports have entries without a partId, a state, or a messageId. A change of any field of such an entry counts as news.';

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
	const credentials = await readCredential(this);
	const apiKey = String(credentials.apiKey ?? '');

	let settings: TriggerSettings;
	let memory: Memory;
	let reads: Reads;
	try {
		apiKeyOf(credentials);
		settings = readSettings.call(this, readAccountDefaults(credentials).states);
		memory = isManual ? newMemory('') : memoryOf.call(this, staticData.memory, settings);
		reads = await read.call(this, credentials, settings, memory);
	} catch (error) {
		throw asNodeError(this.getNode(), error, undefined, apiKey);
	}

	const failures = reads.failures.map(({ about, error }) =>
		asNodeError(this.getNode(), error, about, apiKey),
	);
	// A test event is fetched to find a wrong ID, too.
	if (failures.length && (isManual || !reads.reports.size)) {
		// Those that were not asked for have their turn first: the next poll may read them.
		if (!isManual && reads.resumeAt) staticData.memory = { ...memory, resumeAt: reads.resumeAt };
		throw failures[0];
	}
	for (const { message, description } of failures) {
		this.logger.warn(`Messaging Service Trigger: ${message}. ${description}`);
	}
	if (isManual) return output(currentEntries(reads.reports, settings));

	const watched = settings.messageIds && new Set(settings.messageIds);
	const news = whatIsNew(memory, reads.reports, settings, watched);
	if (news.memory.comparesWhole && !memory.comparesWhole) {
		this.logger.warn(`Messaging Service Trigger: ${COMPARES_WHOLE}`);
	}
	const next = { ...news.memory, ...(reads.resumeAt ? { resumeAt: reads.resumeAt } : {}) };
	if (JSON.stringify(next) !== JSON.stringify(memory)) staticData.memory = next;
	return output(news.items);
}

async function read(
	this: IPollFunctions,
	credentials: ICredentialDataDecryptedObject,
	settings: TriggerSettings,
	memory: Memory,
): Promise<Reads> {
	const { campaignId, messageIds = [] } = settings;
	const budget = this.getPollBudgetMs?.() ?? BUDGET_MS;
	const now = steadyNow();
	// The last requests that were begun still have to end within the budget.
	const terms = { credentials, until: now + budget / 2, end: now + budget };
	if (campaignId !== undefined) return await readCampaign.call(this, campaignId, terms);

	if (!messageIds.length && this.getMode() === 'manual') {
		throw new Problem('There are no message IDs to watch', "Fill in 'Message IDs'.");
	}
	const open = messageIds.filter((messageId) => !isDone(memory, messageId, settings));
	const start = Math.max(0, open.indexOf(memory.resumeAt ?? ''));
	const inTurn = [...open.slice(start), ...open.slice(0, start)];
	return await readMessages.call(this, inTurn, terms);
}

function output(entries: IDataObject[]): INodeExecutionData[][] | null {
	return entries.length ? [entries.map((json) => ({ json }))] : null;
}
