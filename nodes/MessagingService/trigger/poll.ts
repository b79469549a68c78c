import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { shapeOf } from '../answers/serviceWords';
import { asNodeError, orNodeError } from '../errors/nodeError';
import { type Problem, visible } from '../errors/problem';
import { apiKeyOf, CREDENTIAL } from '../service/request';
import { readAccountDefaults } from '../parameters/accountDefaults';
import { firstOf } from '../values/words';
import { currentEntries } from './entries';
import { type Memory, isDamaged, memoryOf } from './pollMemory';
import { readReports } from './readReports';
import { readSettings } from './triggerSettings';
import { whatIsNew } from './whatIsNew';

const FORGOTTEN =
	"What the trigger remembered couldn't be read, so this poll counts as its first one.";

const OTHERS =
	'A report has entries without partId, state, and delivered, or of another message. They are left out. The first one:';

/** The triggers, by workflow and node, that have told of such entries since n8n was started, and those that are polling. */
const told = new Set<string>();
const underway = new Set<string>();

/** Memories after polls that emitted nothing, each with n8n's own: its scheduler without durable cursors drops these. */
const unkept = new Map<string, { before: string; memory: Memory }>();

/** One poll: the report entries that are new, or null. @throws NodeApiError if nothing could be read */
export async function pollReports(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await poll(context, '');
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	// n8n may start a poll before the last one has ended: both would find the same entries new.
	if (underway.has(trigger)) return null;
	underway.add(trigger);
	try {
		return await poll(context, trigger);
	} finally {
		underway.delete(trigger);
	}
}

/** Memory changes only after the reads that it depends on, so the next poll repeats a read that failed. */
async function poll(context: IPollFunctions, trigger: string) {
	const isManual = context.getMode() === 'manual';
	const warn = (text: string) => context.logger.warn(visible(`Messaging Service Trigger: ${text}`));
	const staticData = context.getWorkflowStaticData('node');
	const before = JSON.stringify(staticData.memory) ?? '';
	const known = unkept.get(trigger);
	const last = known?.before === before ? known.memory : staticData.memory;
	const kept = isManual ? undefined : last;
	const keep = (next: Memory, emitsNothing: boolean) => {
		const isChanged = JSON.stringify(next) !== before;
		if (isChanged) staticData.memory = next;
		if (isChanged && emitsNothing) unkept.set(trigger, { before, memory: next });
		else unkept.delete(trigger);
	};
	const credentials = await context.getCredentials(CREDENTIAL);
	const { apiKey } = credentials;
	const asError = (problem: Problem, about: string) =>
		asNodeError({ node: context.getNode(), about, apiKey }, problem);
	const settings = orNodeError({ node: context.getNode(), apiKey }, () => {
		apiKeyOf(credentials);
		return readSettings(context, readAccountDefaults(credentials).states);
	});
	const { campaign } = settings;
	if (isDamaged(kept)) warn(FORGOTTEN);
	const memory = memoryOf(kept, campaign ? `campaign ${campaign.id}` : 'messageIds');
	const read = await readReports(context, credentials, settings, memory);
	const { reports, failures, stray, resumeAt } = read;

	if (failures.length && (isManual || !reports.size)) {
		// The next poll starts with those that this one didn't ask for.
		if (!isManual && resumeAt) keep({ ...memory, resumeAt }, true);
		const [{ about, problem }, ...more] = failures;
		// A test event has to show wrong IDs.
		const names = isManual ? more.map((one) => one.about) : [];
		const also = names.length ? [`Also not read: ${firstOf(names, 20)}.`] : [];
		throw asError(problem.with({}, ...also), about);
	}
	for (const { about, problem } of failures) {
		const { message, description } = asError(problem, about);
		warn(`${message}. ${description}`);
	}
	if (isManual) return output(currentEntries(reports, settings));
	if (stray !== undefined && !told.has(trigger)) {
		told.add(trigger);
		warn(`${OTHERS} ${shapeOf(stray)}`);
	}
	const news = whatIsNew(memory, reports, settings);
	keep({ ...news.memory, ...(resumeAt && { resumeAt }) }, !news.items.length);
	return output(news.items);
}

function output(entries: IDataObject[]): INodeExecutionData[][] | null {
	return entries.length ? [entries.map((json) => ({ json }))] : null;
}
