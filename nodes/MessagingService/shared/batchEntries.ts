import type { IDataObject, IExecuteFunctions, PreSendAction } from 'n8n-workflow';

import type { Batch } from './batchAnswers';
import type { BatchRun } from './batchRun';
import type { Fields, GetParameter } from './bodies';
import { isUsersJson, readFields, readJsonBody } from './bodies';
import { itemParameters } from './itemParameters';
import { beforeSending } from './problems';
import { isOn, optionalText } from './values';

/** What a request has for each input item. */
export type EntryFields = {
	fields: Fields;
	/** Completes an entry with what is peculiar to the operation. */
	addFields?: (entry: IDataObject, getParameter: GetParameter) => IDataObject;
	/** Throws a Problem if the operation cannot serve so many items. */
	checkCount?: (itemCount: number) => void;
};

/** One entry for each item that is still to be sent; an item with something wrong has failed. */
export function readEntries(
	context: IExecuteFunctions,
	operation: EntryFields,
	run: BatchRun,
): Batch[] {
	try {
		operation.checkCount?.(context.getInputData().length);
	} catch (error) {
		run.fail(run.open, error);
	}
	const parametersOf = itemParameters(context);
	const entries: Batch[] = [];
	for (const itemIndex of run.open) {
		const getParameter = parametersOf(itemIndex);
		try {
			const body = isUsersJson(getParameter)
				? readJsonBody(getParameter('jsonBody', ''))
				: readEntry(operation, getParameter, context.getTimezone());
			const options = getParameter('options', {}) as IDataObject;
			entries.push({
				body,
				itemIndexes: [itemIndex],
				isWhole: true,
				onceKey: optionalText(options.onceKey, 'Once Key', '', {}) as string | undefined,
				skipsSuppressed: isOn(options, 'skipSuppressed'),
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
export function sendBatchOfOne(operation: EntryFields): PreSendAction {
	return beforeSending(async function (options) {
		const getParameter: GetParameter = (name, fallback) =>
			this.getNodeParameter(name, fallback as string);
		options.body = isUsersJson(getParameter)
			? readJsonBody(getParameter('jsonBody', ''))
			: [readEntry(operation, getParameter, this.getTimezone())];
	});
}

function readEntry(
	{ fields, addFields = (entry) => entry }: EntryFields,
	getParameter: GetParameter,
	timeZone: string,
): IDataObject {
	return addFields(readFields(getParameter, fields, timeZone), getParameter);
}

/** The entries in as few requests as a size allows, each a list. */
export function inBatches(entries: Batch[], size: number): Batch[] {
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
export function distinct(entries: Batch[]): Batch[] {
	const batches = new Map<string, Batch>();
	for (const { body, itemIndexes } of entries) {
		const json = JSON.stringify(body);
		const batch = batches.get(json) ?? { body, itemIndexes: [], isWhole: true };
		batch.itemIndexes.push(...itemIndexes);
		batches.set(json, batch);
	}
	return [...batches.values()];
}
