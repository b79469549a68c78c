import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Batch } from './batchAnswers';
import { BatchRun } from './batchRun';
import type { Fields, GetParameter } from './bodies';
import { readFields, readJsonBody } from './bodies';
import { itemParameters } from './itemParameters';
import { asNodeError, errorItem } from './nodeErrors';
import { beforeSending } from './problems';
import { credentialsFor } from './requests';
import { followSent } from './sentDeliveries';
import { optionalText, wholeNumber } from './values';
import { withhold } from './withheld';

const LARGEST = 1000;

/** How many input items go into one request, as an entry of the options. */
export const batchSize = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST },
	default: 100,
	description:
		'How many input items go into one request. How many the service takes is not published.',
} satisfies INodeProperties;

/** @throws Problem if Batch Size is wrong */
export function readBatchSize(options: IDataObject): number {
	return wholeNumber(options.batchSize ?? batchSize.default, batchSize.displayName, LARGEST);
}

/** An operation that makes its requests itself, because n8n's own way takes too long for many items. */
export type BatchOperation = {
	path: string;
	fields: Fields;
	/** Whether each item is a request of its own. */
	isSingle?: boolean;
	/** Completes an entry with what is peculiar to the operation. */
	addFields?: (entry: IDataObject, getParameter: GetParameter) => IDataObject;
	/** Throws a Problem if the operation cannot serve so many items. */
	checkCount?: (itemCount: number) => void;
	/** Goes on when the service has accepted what was sent. */
	whenSent?: () => Promise<void>;
};

/**
 * Sends all input items, in batches one after the other or each in a request of its own, and gives one
 * item per input item, paired with it. Every item is checked before the first request.
 *
 * @throws NodeApiError or NodeOperationError that says what became of the other items
 */
export async function sendItems(
	this: IExecuteFunctions,
	operation: BatchOperation,
): Promise<INodeExecutionData[][]> {
	const begun = await begin
		.call(this, operation)
		.catch((error: NodeOperationError) => failAll.call(this, error));
	if (Array.isArray(begun)) return [begun];
	const { run, size, options } = begun;
	const isUsersJson = this.getNodeParameter('specifyBody', 0, 'fields') === 'json';
	const entries = readEntries.call(this, operation, run, isUsersJson);
	run.throwIfFailed();

	let open: Batch[] = [];
	try {
		open = isUsersJson ? distinct(entries) : await withhold(run, entries, options);
	} catch (error) {
		run.fail(
			entries.flatMap(({ itemIndexes }) => itemIndexes),
			error,
		);
		run.throwIfFailed();
	}
	await run.send(operation.path, operation.isSingle || isUsersJson ? open : cut(open, size));
	run.throwIfFailed();

	if (run.options.delivery) await followSent(run, run.options.delivery);
	run.throwIfFailed();
	if (operation.whenSent && run.sent.length) await operation.whenSent();
	return [run.finish()];
}

/** One entry for each item that is still to be sent; an item with something wrong has failed. */
function readEntries(
	this: IExecuteFunctions,
	operation: BatchOperation,
	run: BatchRun,
	isUsersJson: boolean,
): Batch[] {
	const parametersOf = itemParameters(this);
	const entries: Batch[] = [];
	for (const itemIndex of run.open) {
		const getParameter = parametersOf(itemIndex);
		try {
			operation.checkCount?.(this.getInputData().length);
			const body = isUsersJson
				? readJsonBody(getParameter('jsonBody', ''))
				: readEntry(operation, getParameter, this.getTimezone());
			const { onceKey } = getParameter('options', {}) as IDataObject;
			entries.push({
				body,
				itemIndexes: [itemIndex],
				isWhole: true,
				onceKey: optionalText(onceKey, 'Once Key', '', {}) as string | undefined,
			});
		} catch (error) {
			run.fail([itemIndex], error);
		}
	}
	return entries;
}

/**
 * preSend hook: the body of a batch of one. A tool that an AI agent runs itself has one item, and goes
 * by the operation's route, never by its function for all items.
 */
export function sendBatchOfOne(operation: BatchOperation): PreSendAction {
	return beforeSending(async function (options) {
		const getParameter: GetParameter = (name, fallback) =>
			this.getNodeParameter(name, fallback as string);
		const isUsersJson = getParameter('specifyBody', 'fields') === 'json';
		options.body = isUsersJson
			? readJsonBody(getParameter('jsonBody', ''))
			: [readEntry(operation, getParameter, this.getTimezone())];
	});
}

async function begin(
	this: IExecuteFunctions,
	{ isSingle = false }: BatchOperation,
): Promise<{ run: BatchRun; size: number; options: IDataObject }> {
	const credentials = await credentialsFor(this);
	try {
		const options = this.getNodeParameter('options', 0, {}) as IDataObject;
		const size = readBatchSize(options);
		return { run: new BatchRun(this, credentials, !isSingle), size, options };
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the options', String(credentials.apiKey ?? ''));
	}
}

/** If a node that continues throws, n8n takes its input for its output, as if all of it were sent. */
function failAll(this: IExecuteFunctions, error: NodeOperationError): INodeExecutionData[] {
	if (!this.continueOnFail()) throw error;
	// What n8n says of a credential that it does not find is no error of a node.
	const description = error.description ?? 'Nothing was sent. Choose the credential anew.';
	const nodeError = new NodeOperationError(this.getNode(), error.message, { description });
	return this.getInputData().map((_, itemIndex) => errorItem(nodeError, itemIndex));
}

function readEntry(
	{ fields, addFields = (entry) => entry }: BatchOperation,
	getParameter: GetParameter,
	timeZone: string,
): IDataObject {
	return addFields(readFields(getParameter, fields, timeZone), getParameter);
}

function cut(entries: Batch[], size: number): Batch[] {
	const batches: Batch[] = [];
	for (let start = 0; start < entries.length; start += size) {
		const batch = entries.slice(start, start + size);
		batches.push({
			body: batch.map(({ body }) => body as IDataObject),
			itemIndexes: batch.flatMap(({ itemIndexes }) => itemIndexes),
			isWhole: false,
		});
	}
	return batches;
}

/** The user's own JSON goes out once, also if it is the same for several items: never twice the same. */
function distinct(entries: Batch[]): Batch[] {
	const batches = new Map<string, Batch>();
	for (const { body, itemIndexes } of entries) {
		const json = JSON.stringify(body);
		const batch = batches.get(json) ?? { body, itemIndexes: [], isWhole: true };
		batch.itemIndexes.push(...itemIndexes);
		batches.set(json, batch);
	}
	return [...batches.values()];
}
