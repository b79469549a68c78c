import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Batch } from './batchAnswers';
import type { EntryFields } from './batchEntries';
import { distinct, inBatches, readEntries } from './batchEntries';
import { BatchRequests } from './batchRequests';
import { BatchRun } from './batchRun';
import { readBatchSize } from './batchSize';
import { isUsersJson } from './bodies';
import { errorItem } from './errorItem';
import { asNodeError } from './nodeErrors';
import { credentialsFor } from './requests';
import { followSent } from './sentDeliveries';
import { withhold } from './withheld';

/** An operation that makes its requests itself, because n8n's own way takes too long for many items. */
export type BatchOperation = EntryFields & {
	path: string;
	/** Whether each item is a request of its own. */
	isSingle?: boolean;
	/** Goes on when the service has accepted what was sent. */
	whenSent?: () => Promise<void>;
};

/** One try: what becomes of its items, and its requests. */
type Begun = { run: BatchRun; requests: BatchRequests; options: IDataObject; size: number };

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
	const { run, requests, options, size } = begun;
	const entries = readEntries(this, operation, run);
	run.throwIfFailed();

	let batches: Batch[] = [];
	if (isUsersJson((name, fallback) => this.getNodeParameter(name, 0, fallback as string))) {
		batches = distinct(entries);
	} else {
		try {
			const open = await withhold(run, requests, entries, options);
			batches = operation.isSingle ? open : inBatches(open, size);
		} catch (error) {
			run.fail(run.open, error);
		}
	}
	run.throwIfFailed();
	await requests.send(operation.path, batches);
	run.throwIfFailed();

	if (run.options.delivery) await followSent(run, requests, run.options.delivery);
	run.throwIfFailed();
	if (operation.whenSent && run.sent.length) await operation.whenSent();
	return [run.finish()];
}

async function begin(
	this: IExecuteFunctions,
	{ isSingle = false }: BatchOperation,
): Promise<Begun> {
	const credentials = await credentialsFor(this);
	const apiKey = String(credentials.apiKey ?? '');
	try {
		const options = this.getNodeParameter('options', 0, {}) as IDataObject;
		const size = readBatchSize(options);
		const run = new BatchRun(this, apiKey, options, !isSingle);
		const requests = new BatchRequests(this, credentials, options, run);
		return { run, requests, options, size };
	} catch (error) {
		throw asNodeError(this.getNode(), error, 'the options', apiKey);
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
