import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { EFFECTS } from '../answers/effects';
import type { FormField } from '../errors/problem';
import { failAll, isTool, orNodeError } from '../errors/nodeError';
import { batchSize } from '../fields/requestFields';
import { apiKeyOf, CREDENTIAL } from '../service/request';
import { readAccountDefaults, readersFor } from '../parameters/accountDefaults';
import { isUsersJson } from '../parameters/body';
import { readHidden } from '../parameters/hidden';
import { readNumber } from '../parameters/optionReaders';
import type { AnswerKind } from './answers';
import { type Item, byOccurrence, distinct, inBatches } from './item';
import type { Operation, Resources } from './operation';
import { addLines } from './linesAboveOutput';
import { itemReader, readItems } from './readItems';
import { Run } from './run';
import { recallCalls, sendBatches } from './send';

type EntryFunction = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** n8n calls these in a workflow, and for a tool of its AI Agent from version 3 on. */
export function customOperations(resources: Resources) {
	const run: EntryFunction = async function () {
		return await execute(this, resources);
	};
	const entriesOf = ({ operations }: Resources[string]) =>
		Object.fromEntries(Object.keys(operations).map((name) => [name, run]));
	const entries = Object.entries(resources).map(([name, one]) => [name, entriesOf(one)] as const);
	return Object.fromEntries(entries);
}

/** n8n calls this with one item in place of a route's request: for an older AI Agent, a sub-agent, or an MCP server. */
export function runForAgent(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const context: IExecuteFunctions = Object.create(this, {
			getInputData: { value: () => [this.getInputData()] },
			getNodeParameter: {
				value: (name: string, _: number, fallback: object) => this.getNodeParameter(name, fallback),
			},
		});
		const [items] = await execute(context, resources);
		return items;
	};
}

async function execute(context: IExecuteFunctions, resources: Resources) {
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
export async function runOperation(context: IExecuteFunctions, operation: Operation) {
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
		addLines(run, kind, prices);
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
