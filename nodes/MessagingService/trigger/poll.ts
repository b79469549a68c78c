import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asNodeError } from '../errors/nodeError';
import { apiKeyOf, readCredential } from '../service/request';
import { readAccountDefaults } from '../values/accountDefaults';
import { currentEntries } from './emit';
import type { Memory } from './pollMemory';
import { isDamaged, memoryOf } from './pollMemory';
import type { ReadReports } from './readReports';
import { readReports } from './readReports';
import type { TriggerSettings } from './triggerSettings';
import { readSettings } from './triggerSettings';
import { whatIsNew } from './whatIsNew';

/** n8n's log says this once if the reports differ from the specification. */
const COMPARES_WHOLE =
	'The reports have entries without a partId, a state, or a messageId. A change of any field of such an entry counts as news.';

const FORGOTTEN =
	"What the trigger remembered couldn't be read, so this poll counts as its first one.";

/** The triggers that are polling, by workflow and node. */
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

/** Memory changes only after the reads that it depends on, so the next poll repeats a read that failed. */
async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = this.getMode() === 'manual';
	const warn = (text: string) => this.logger.warn(`Messaging Service Trigger: ${text}`);
	const staticData = this.getWorkflowStaticData('node');
	const credentials = await readCredential(this);
	const apiKey = String(credentials.apiKey ?? '');

	let settings: TriggerSettings;
	let memory: Memory;
	let read: ReadReports;
	try {
		apiKeyOf(credentials);
		settings = readSettings.call(this, readAccountDefaults(credentials).states);
		const { campaignId } = settings;
		const source = campaignId === undefined ? 'messageIds' : `campaign ${campaignId}`;
		if (!isManual && isDamaged(staticData.memory)) warn(FORGOTTEN);
		memory = memoryOf(isManual ? undefined : staticData.memory, source);
		read = await readReports.call(this, credentials, settings, memory);
	} catch (error) {
		throw asNodeError(this.getNode(), error, undefined, apiKey);
	}

	const failures = read.failures.map(({ about, error }) =>
		asNodeError(this.getNode(), error, about, apiKey),
	);
	// A test event also has to show a wrong ID.
	if (failures.length && (isManual || !read.reports.size)) {
		// The next poll begins with those that this one didn't ask for.
		if (!isManual && read.resumeAt) staticData.memory = { ...memory, resumeAt: read.resumeAt };
		throw failures[0];
	}
	for (const { message, description } of failures) warn(`${message}. ${description}`);
	if (isManual) return output(currentEntries(read.reports, settings));

	const watched = settings.messageIds && new Set(settings.messageIds);
	const news = whatIsNew(memory, read.reports, settings, watched);
	if (news.memory.comparesWhole && !memory.comparesWhole) warn(COMPARES_WHOLE);
	const next = { ...news.memory, ...(read.resumeAt ? { resumeAt: read.resumeAt } : {}) };
	if (JSON.stringify(next) !== JSON.stringify(memory)) staticData.memory = next;
	return output(news.items);
}

function output(entries: IDataObject[]): INodeExecutionData[][] | null {
	return entries.length ? [entries.map((json) => ({ json }))] : null;
}
