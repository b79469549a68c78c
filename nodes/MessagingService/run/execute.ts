import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { EFFECTS } from '../answers/effects';
import { saysYes } from '../answers/saysNo';
import type { FormField } from '../errors/problem';
import { failAll, isTool, itemsInWords, orNodeError } from '../errors/nodeError';
import { batchSize } from '../fields/requestFields';
import { apiKeyOf, CREDENTIAL } from '../service/request';
import { readAccountDefaults, readersFor } from '../parameters/accountDefaults';
import { isUsersJson } from '../parameters/body';
import { gapsInWords } from '../parameters/gaps';
import { readHidden } from '../parameters/hidden';
import { readNumber } from '../parameters/optionReaders';
import type { Prices } from '../parameters/price';
import { costInWords } from '../smsText/cost';
import type { AnswerKind } from './answers';
import { type Item, byOccurrence, distinct, inBatches } from './item';
import type { Operation, Resources } from './operation';
import { isNobodys, nobodysInWords, servicesNumber } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { counted, tally } from '../values/words';
import { itemReader, readItems } from './readItems';
import { Run } from './run';
import { recallCalls, sendBatches } from './send';

type EntryFunction = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** n8n calls these in a workflow, and for a tool of its AI Agent from version 3 on. */
export function customOperations(
	resources: Resources,
): Record<string, Record<string, EntryFunction>> {
	const run: EntryFunction = async function () {
		return await execute(this, resources);
	};
	const entries = Object.entries(resources).map(([resource, { operations }]) => [
		resource,
		Object.fromEntries(Object.keys(operations).map((name) => [name, run])),
	]);
	return Object.fromEntries(entries);
}

/** n8n calls this with one item in place of a route's request: for an older AI Agent, a sub-agent, or an MCP server. */
export function runForAgent(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const context: IExecuteFunctions = Object.create(this, {
			getInputData: { value: () => [this.getInputData()] },
			getNodeParameter: {
				value: (name: string, _item: number, fallback: object) =>
					this.getNodeParameter(name, fallback),
			},
		});
		const [items] = await execute(context, resources);
		return items;
	};
}

async function execute(
	context: IExecuteFunctions,
	resources: Resources,
): Promise<INodeExecutionData[][]> {
	const [resource, name] = ['resource', 'operation'].map((menu) =>
		String(context.getNodeParameter(menu, 0, '')),
	);
	const operation = resources[resource]?.operations[name];
	if (operation) {
		return await (typeof operation === 'function'
			? operation(context)
			: runOperation(context, operation));
	}
	const message = `There is no ${resource} operation ${name}`.trim();
	const description = 'Nothing was sent. Choose Resource and Operation from the lists.';
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** Checks all items, and then makes the requests. @throws n8n's error with the outcomes of the other items */
export async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const begun = await begin(context, operation).catch((error: NodeOperationError) => error);
	if (begun instanceof Error) return [failAll(context, begun)];
	const { run, before, batchesOf, kind, after, prices } = begun;
	try {
		await readItems(run, run.once);
		run.stopIfFailed();
		await recallCalls(run, kind);
		run.stopIfFailed();
		for (const step of before) await run.beforeSending(step);
		run.stopIfFailed();
		const rounds = run.gate.isShut ? [] : byOccurrence(run.open).map(batchesOf);
		await sendBatches(run, rounds, kind, run.once);
		run.stopIfFailed();
		const accepted = run.items.filter((item) => item.accepted);
		if (accepted.length) await after?.(run, accepted);
		run.stopIfFailed();
		const output = run.finish();
		addRunHints(run, kind, prices);
		return [output];
	} finally {
		await run.close();
	}
}

/** Starts a try: its run, and its steps by the options of the first item. */
async function begin(context: IExecuteFunctions, operation: Operation) {
	const credentials = await context.getCredentials(CREDENTIAL);
	const { apiKey } = credentials;
	const node = context.getNode();
	const account = orNodeError({ node, about: 'the credential', apiKey }, () => {
		apiKeyOf(credentials);
		return readAccountDefaults(credentials);
	});
	const hide = isTool(node) ? readHidden(context) : undefined;
	return orNodeError({ node, apiKey, hide }, () => {
		const readers = readersFor(context, account);
		const options = readers.first('options', {}) as IDataObject;
		const { answer, body, effect = 'read', inBatches: isBulk = false } = operation;
		// Nothing is known of a body that the user wrote.
		const isUsers = isUsersJson(readers.first);
		const kind: AnswerKind = { answer, body, effect, isWhole: isUsers || !isBulk };
		const read = itemReader(context, operation, credentials, readers.of);
		const isLong = isBulk || EFFECTS[effect].isMessage || !!operation.after;
		const form = [isBulk && 'batchSize', isLong && 'maxWait', 'settings'].filter(Boolean);
		const settings = { options, effect, isBulk, form: form as FormField[] };
		const run = new Run(context, credentials, settings, read, hide);
		if (!isUsers) run.once = operation.once?.(options, run);
		const prepare = isUsers ? [] : (operation.before ?? []);
		const size = isBulk ? readNumber(batchSize, 'requests', options) : 1;
		return {
			run,
			before: prepare.map((step) => step(options, account)).filter((step) => step !== undefined),
			batchesOf: (items: Item[]) => (isBulk && isUsers ? distinct(items) : inBatches(items, size)),
			kind,
			// Only SMS are paid for by parts.
			prices: operation.request.url.startsWith('/v1/sms/') && !isUsers ? account.prices : undefined,
			after: operation.after?.(options, account),
		};
	});
}

/** Says above the output what became of a run's messages, and which had gaps. A model has no output pane. */
function addRunHints(run: Run, { body }: AnswerKind, prices?: Prices): void {
	const { context, credentials, items, once, facts } = run;
	if (isTool(context.getNode())) return;
	const states = items.flatMap(({ delivery }) => delivery ?? []);
	const deliveries =
		states.length && `Delivery: ${tally(states.sort()).replace('pending', 'not yet')}`;
	const isTold = facts.isMessage || items.some(({ outcome }) => outcome?.isSkipped);
	const told = [isTold && countsOf(items, prices), deliveries].filter(Boolean);
	const service = credentials.environment === 'production' ? 'Production' : 'Sandbox';
	const gaps = gapsInWords(items.filter(({ accepted }) => accepted)).replaceAll('<', '&lt;');
	const vague = body?.text ? items.filter(isVague).map(({ index }) => index) : [];
	const nobodys = items.filter(hasNobodysNumber).map(({ index }) => index);
	const location = 'outputPane';
	const hints: NodeExecutionHint[] = [
		...(told.length ? [{ message: `${told.join('. ')}. ${service}.`, location } as const] : []),
		...(gaps ? [{ message: `${gaps}.`, type: 'warning', location } as const] : []),
		...[
			vague.length && `${VAGUE} ${itemsInWords(vague, 20)}.`,
			nobodys.length && `${nobodysInWords(nobodys)}.`,
		].flatMap((message) => (message ? [{ message, type: 'warning', location } as const] : [])),
		...(once?.hints(items) ?? []),
	];
	// Old versions of n8n have no such hints.
	if (hints.length) context.addExecutionHints?.(...hints);
}

const VAGUE =
	'The service answered with success, but without an ID or a word that it accepted the message. Look at the answer to';

/** Whether an item counts as accepted only because its answer says no no. */
const isVague = ({ accepted = [] }: Item) =>
	!accepted.every(({ json }) => json.value === true || saysYes(json));

/** Whether a message went to a number that its country doesn't have: with + or 00 in front, a number goes out as it is. */
const hasNobodysNumber = ({ accepted, known }: Item) =>
	accepted !== undefined &&
	recipientsIn(known?.body ?? {}).some((to) => isNobodys(servicesNumber(to)));

/** Where an item was that may be sent at another time. */
const NOT_NOW: Record<string, string> = {
	outsideWindow: 'outside the window',
	overRecipientLimit: "over a recipient's limit",
};

/** E.g. `97 accepted (104 parts, about 4.16 EUR), 2 skipped (1 suppressed, 1 duplicate), 1 failed`; empty if all are accepted whole. */
function countsOf(items: Item[], prices?: Prices): string {
	// A message that wasn't delivered in time is accepted, and paid for, although its item has failed.
	const accepted = items.filter((item) => item.accepted);
	const problems = items.flatMap((item) => (item.accepted ? [] : (item.problem ?? [])));
	const kept = problems.filter(({ details }) => details.isOfRun).length;
	const failed = problems.length - kept;
	const partIds = accepted.flatMap((item) => item.accepted!.map(({ json }) => json.partIds));
	const parts = partIds.every(Array.isArray) ? partIds.flat().length : 0;
	const skipped = items.flatMap(({ outcome }) =>
		outcome?.isSkipped ? [String(outcome.items[0].json.skipped)] : [],
	);
	// Items of an earlier try aren't read again.
	const bodies = accepted.flatMap(({ known }) => (known?.body ?? []) as IDataObject[]);
	const cost = prices && costInWords(bodies, accepted.length, prices);
	const inParts = (cost || parts > accepted.length) && parts && counted(parts, 'part');
	const size = [inParts, cost].filter(Boolean).join(', ');
	if (!failed && !kept && !skipped.length && !size) return '';
	const reasons = tally(skipped).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const counts = [
		`${accepted.length} accepted${size && ` (${size})`}`,
		...(skipped.length ? [`${skipped.length} skipped (${reasons})`] : []),
		...(failed ? [`${failed} failed`] : []),
		...(kept ? [`${kept} not attempted`] : []),
	].join(', ');
	const later = [...new Set(skipped)].flatMap((reason) => NOT_NOW[reason] ?? []);
	return [counts, ...later.map((one) => `What was ${one} isn't sent later by itself`)].join('. ');
}
