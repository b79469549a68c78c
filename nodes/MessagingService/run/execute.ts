import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { failAll } from '../errors/itemErrors';
import { asNodeError } from '../errors/nodeError';
import { apiKeyOf, readCredential } from '../service/request';
import { readAccountDefaults, withAccountDefaults } from '../values/accountDefaults';
import { isUsersJson } from '../values/body';
import { EnteredOptions } from '../values/enteredOptions';
import type { ParametersOf } from '../values/itemParameters';
import { itemParameters } from '../values/itemParameters';
import type { Item } from './item';
import { byOccurrence, distinct, inBatches } from './item';
import type { Operation, Prepare, Resources } from './operation';
import { itemReader, readItems } from './readItems';
import { Run } from './run';
import { addRunHint } from './runHint';
import { sendBatches } from './send';
import { readBatchSize } from './settings';

type EntryFunction = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** n8n calls these in a workflow, and for a tool of its AI Agent from version 3 on. */
export function customOperations(
	resources: Resources,
): Record<string, Record<string, EntryFunction>> {
	const run: EntryFunction = async function () {
		return await execute.call(this, resources);
	};
	return Object.fromEntries(
		Object.entries(resources).map(([resource, { operations }]) => [
			resource,
			Object.fromEntries(Object.keys(operations).map((name) => [name, run])),
		]),
	);
}

/**
 * An older AI Agent, a sub-agent and the MCP Server Trigger run a tool by its route alone: n8n calls this in
 * place of the request, with one item.
 */
export function runForAgent(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const context: IExecuteFunctions = Object.create(this, {
			getInputData: { value: () => [this.getInputData()] },
			getNodeParameter: {
				value: (name: string, _item: number, fallback: object) =>
					this.getNodeParameter(name, fallback),
			},
		});
		const [items] = await execute.call(context, resources);
		return items;
	};
}

/** Runs the operation that is chosen, in a workflow and as a tool of an AI agent alike. */
async function execute(
	this: IExecuteFunctions,
	resources: Resources,
): Promise<INodeExecutionData[][]> {
	const resource = String(this.getNodeParameter('resource', 0));
	const name = String(this.getNodeParameter('operation', 0));
	const operation = resources[resource].operations[name];
	if (!operation) {
		throw new NodeOperationError(this.getNode(), `There is no operation ${name} of ${resource}`);
	}
	if (typeof operation === 'function') return await operation.call(this);
	return await runOperation.call(this, operation);
}

/**
 * Makes the requests for all input items, each in one of its own or many in one, and gives what came of
 * them, paired with the items. Every item is checked before the first request.
 *
 * @throws NodeApiError or NodeOperationError that says what became of the other items
 */
export async function runOperation(
	this: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const begun = await begin.call(this, operation).catch((error: NodeOperationError) => error);
	if (begun instanceof Error) return [failAll(this, begun)];
	const { run, before, batchesOf, kind, guard, after } = begun;
	try {
		await readItems(run, guard);
		run.stopIfFailed();
		for (const step of before) await run.beforeSending(step);
		run.stopIfFailed();
		const rounds = run.gate.isShut ? [] : byOccurrence(run.open).map(batchesOf);
		await sendBatches(run, rounds, kind, guard);
		run.stopIfFailed();
		const accepted = run.items.filter((item) => item.accepted);
		if (accepted.length) await after?.(run, accepted);
		run.stopIfFailed();
		const output = run.finish();
		if (operation.effect === 'send')
			addRunHint(this, run.items, run.credentials, guard?.hint(run.items));
		return [output];
	} finally {
		run.close();
	}
}

/** One try: its run, and what the options of the first item ask for. */
async function begin(this: IExecuteFunctions, operation: Operation) {
	const credentials = await readCredential(this);
	let subject: string | undefined = 'the credential';
	try {
		apiKeyOf(credentials);
		const account = readAccountDefaults(credentials);
		subject = undefined;
		const { parameters } = this.getNode();
		const withDefaults = (parametersOf: ParametersOf) =>
			withAccountDefaults(parametersOf, account, parameters);
		const given = itemParameters(this);
		const options = withDefaults(given)(0)('options', {}) as IDataObject;
		const entered = EnteredOptions.of(this);
		entered.checkRun(options);
		// An option that is an expression is checked without the account's default.
		const parametersOf = withDefaults(entered.checked(given, options));
		const effect = operation.request.method === 'GET' ? 'read' : operation.effect;
		// Of a body that the user wrote as a whole we know nothing.
		const isUsers = isUsersJson(given(0));
		const kind = { ...operation, effect, isWhole: isUsers || !operation.inBatches };
		const read = itemReader(this, operation, credentials, parametersOf);
		const run = new Run(this, credentials, options, kind, read);
		const prepared = <T>(prepare?: Prepare<T>) =>
			isUsers ? undefined : prepare?.(options, entered, account);
		const guard = prepared(operation.once)?.(run);
		const size = operation.inBatches ? readBatchSize(options) : 1;
		return {
			run,
			before: (operation.before ?? []).map(prepared).filter((step) => step !== undefined),
			batchesOf: (items: Item[]) =>
				operation.inBatches && isUsers ? distinct(items) : inBatches(items, size),
			kind,
			guard,
			after: operation.after?.(options, entered, account),
		};
	} catch (error) {
		throw asNodeError(this.getNode(), error, subject, String(credentials.apiKey ?? ''));
	}
}
