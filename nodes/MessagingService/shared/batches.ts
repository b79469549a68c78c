import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Fields } from './bodies';
import { readFields, readJsonBody } from './bodies';
import { asItems, listIn } from './lists';
import { matchEntries } from './matchEntries';
import { requestOptionsOf } from './requestOptions';
import { asNodeError, errorItem } from './nodeErrors';
import { credentialsFor, sendRequest } from './transport';
import { wholeNumber } from './values';

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

/** One request: its body, and the indexes of the input items that it is for. */
type Batch = { body: IDataObject | IDataObject[]; itemIndexes: number[] };

/**
 * Sends all input items in batches, one after the other, and gives one item per input item, paired
 * with it. An answer whose entries do not match the batch comes out whole, paired with all of it.
 * Every item is checked before the first request.
 *
 * @param addFields completes an entry with what is peculiar to the operation
 */
export async function sendInBatches(
	this: IExecuteFunctions,
	path: string,
	fields: Fields,
	addFields: (entry: IDataObject, itemIndex: number) => IDataObject = (entry) => entry,
): Promise<INodeExecutionData[][]> {
	const itemCount = this.getInputData().length;
	const apiKey = String((await credentialsFor(this)).apiKey ?? '');
	const output = new Map<number, INodeExecutionData[]>();

	const fail = (error: unknown, itemIndexes: number[], canContinue = this.continueOnFail()) => {
		for (const itemIndex of itemIndexes) {
			const nodeError = asNodeError(this.getNode(), error, { itemIndex, itemCount }, apiKey);
			if (!canContinue) throw nodeError;
			output.set(itemIndex, [errorItem(nodeError, itemIndex)]);
		}
	};

	const isUsersJson = this.getNodeParameter('specifyBody', 0, 'fields') === 'json';
	const entries: Batch[] = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		try {
			const body = isUsersJson
				? readJsonBody(this.getNodeParameter('jsonBody', itemIndex, ''))
				: addFields(
						readFields(
							(name, otherwise) => this.getNodeParameter(name, itemIndex, otherwise),
							fields,
						),
						itemIndex,
					);
			entries.push({ body, itemIndexes: [itemIndex] });
		} catch (error) {
			fail(error, [itemIndex]);
		}
	}

	let batches: Batch[] = [];
	try {
		batches = isUsersJson ? distinct(entries) : cut(entries, batchSizeOf.call(this));
	} catch (error) {
		fail(error, [0], false);
	}
	for (const batch of batches) {
		try {
			const settings = requestOptionsOf.call(this, batch.itemIndexes[0]);
			const request = { method: 'POST', path, body: batch.body } as const;
			const answer = await sendRequest.call(this, request, settings);
			for (const [itemIndex, items] of answerItems(answer, batch, isUsersJson)) {
				output.set(itemIndex, items);
			}
		} catch (error) {
			fail(error, batch.itemIndexes);
		}
	}

	const inOrder = [...output.keys()].sort((a, b) => a - b);
	return [inOrder.flatMap((itemIndex) => output.get(itemIndex) ?? [])];
}

function batchSizeOf(this: IExecuteFunctions): number {
	const options = this.getNodeParameter('options', 0, {}) as IDataObject;
	return wholeNumber(options.batchSize ?? batchSize.default, batchSize.displayName, LARGEST);
}

function cut(entries: Batch[], size: number): Batch[] {
	const batches: Batch[] = [];
	for (let start = 0; start < entries.length; start += size) {
		const batch = entries.slice(start, start + size);
		batches.push({
			body: batch.map(({ body }) => body as IDataObject),
			itemIndexes: batch.flatMap(({ itemIndexes }) => itemIndexes),
		});
	}
	return batches;
}

/** The user's own JSON goes out once, also if it is the same for several items: never twice the same. */
function distinct(entries: Batch[]): Batch[] {
	const batches = new Map<string, Batch>();
	for (const { body, itemIndexes } of entries) {
		const json = JSON.stringify(body);
		const batch = batches.get(json) ?? { body, itemIndexes: [] };
		batch.itemIndexes.push(...itemIndexes);
		batches.set(json, batch);
	}
	return [...batches.values()];
}

/** The answer's items by the index of the input item in whose place they come out. */
function answerItems(
	answer: unknown,
	{ body, itemIndexes }: Batch,
	isUsersJson: boolean,
): Map<number, INodeExecutionData[]> {
	const matched = isUsersJson ? undefined : matchEntries(listIn(answer), body as IDataObject[]);
	if (!matched) {
		const pairedItem = itemIndexes.map((item) => ({ item }));
		return new Map([[itemIndexes[0], asItems(answer).map((item) => ({ ...item, pairedItem }))]]);
	}
	return new Map(
		itemIndexes.map((itemIndex, position) => [
			itemIndex,
			asItems(matched[position]).map((item) => ({ ...item, pairedItem: { item: itemIndex } })),
		]),
	);
}
