import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asNodeError } from '../errors/nodeError';
import type { Problem } from '../errors/problem';
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

/** How many IDs that couldn't be read a test event names, after the first one. */
const MOST_NAMED = 20;

const FORGOTTEN =
	"What the trigger remembered couldn't be read, so this poll counts as its first one.";

/** The triggers that are polling, by workflow and node. */
const underway = new Set<string>();

/**
 * The memories of triggers after polls that emitted nothing, each with what n8n had kept before, by workflow and node.
 * n8n's scheduler without durable cursors keeps only what a poll that emits something remembers: a first poll that only
 * remembers would be followed by nothing but first polls.
 */
const unkept = new Map<string, { before: string; memory: Memory }>();

/**
 * One poll: the report entries that are new, or null. n8n may begin a poll before the last one has
 * ended: both would find the same entries new, so the later one leaves them to the other.
 *
 * @throws NodeApiError if nothing could be read
 */
export async function pollReports(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await poll.call(this, '');
	const trigger = `${this.getWorkflow().id} ${this.getNode().id}`;
	if (underway.has(trigger)) return null;
	underway.add(trigger);
	try {
		return await poll.call(this, trigger);
	} finally {
		underway.delete(trigger);
	}
}

/** Memory changes only after the reads that it depends on, so the next poll repeats a read that failed. */
async function poll(this: IPollFunctions, trigger: string): Promise<INodeExecutionData[][] | null> {
	const isManual = this.getMode() === 'manual';
	const warn = (text: string) => this.logger.warn(`Messaging Service Trigger: ${text}`);
	const staticData = this.getWorkflowStaticData('node');
	const before = JSON.stringify(staticData.memory) ?? '';
	const known = unkept.get(trigger);
	const kept = known?.before === before ? known.memory : staticData.memory;
	const keep = (next: Memory, emitsNothing: boolean) => {
		const isChanged = JSON.stringify(next) !== before;
		if (isChanged) staticData.memory = next;
		if (isChanged && emitsNothing) unkept.set(trigger, { before, memory: next });
		else unkept.delete(trigger);
	};
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
		if (!isManual && isDamaged(kept)) warn(FORGOTTEN);
		memory = memoryOf(isManual ? undefined : kept, source);
		read = await readReports.call(this, credentials, settings, memory);
	} catch (error) {
		throw asNodeError(this.getNode(), error, undefined, apiKey);
	}

	// A test event has to show each wrong ID.
	const others = isManual ? read.failures.slice(1).map(({ about }) => about) : [];
	const failures = read.failures.map(({ about, problem }) =>
		asNodeError(this.getNode(), withOthers(problem, others), about, apiKey),
	);
	if (failures.length && (isManual || !read.reports.size)) {
		// The next poll begins with those that this one didn't ask for.
		if (!isManual && read.resumeAt) keep({ ...memory, resumeAt: read.resumeAt }, true);
		throw failures[0];
	}
	for (const { message, description } of failures) warn(`${message}. ${description}`);
	if (isManual) return output(currentEntries(read.reports, settings));
	const news = whatIsNew(memory, read.reports, settings);
	if (news.memory.comparesWhole && !memory.comparesWhole) warn(COMPARES_WHOLE);
	const next = { ...news.memory, ...(read.resumeAt ? { resumeAt: read.resumeAt } : {}) };
	keep(next, !news.items.length);
	return output(news.items);
}

/** What couldn't be read, and what else couldn't. */
function withOthers(problem: Problem, others: string[]): Problem {
	if (!others.length) return problem;
	const more = others.length > MOST_NAMED ? [`and ${others.length - MOST_NAMED} more`] : [];
	const names = [...others.slice(0, MOST_NAMED), ...more].join(', ');
	return problem.with({}, `${problem.description} Also not read: ${names}.`);
}

function output(entries: IDataObject[]): INodeExecutionData[][] | null {
	return entries.length ? [entries.map((json) => ({ json }))] : null;
}
