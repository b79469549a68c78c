import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { parseJson } from './parsing';
import { Problem } from './problems';
import { serviceWords } from './serviceWords';

/** postReceive hook of every operation: the JSON that the service answered, one item for each object. */
export async function readResponse(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	return asItems(parseResponse(response));
}

/** postReceive hook of lists: an object that holds one list gives that list's entries. */
export async function unwrapList(
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	if (items.length !== 1) return items;
	// Looked for in the answer, not in its item: the one entry of a list may hold a list of its own.
	const answer = parseResponse(response);
	return asItems(listIn(answer) ?? answer);
}

/**
 * The JSON of a 2xx answer; undefined if it is empty.
 *
 * @throws Problem if it is not JSON
 */
export function parseResponse({ body, statusCode }: IN8nHttpFullResponse): unknown {
	if (typeof body !== 'string') return body ?? undefined;
	const text = body.replace(/^\ufeff/, '').trim();
	if (!text) return undefined;
	const parsed = parseJson(text);
	if ('reason' in parsed) {
		throw new Problem(
			`The service answered with something that is not JSON: ${serviceWords(text)}`,
			'Something other than the service may have answered: check the address in the credential.',
			{ origin: 'service', httpCode: String(statusCode), outcome: 'unknown' },
		);
	}
	return parsed.json;
}

/** The list that an answer is, or the only list among an object's values. */
export function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'object' || value === null) return undefined;
	const lists = Object.values(value).filter(Array.isArray);
	return lists.length === 1 ? lists[0] : undefined;
}

/** n8n's items for an answer: an empty one says that it succeeded, what is not an object is put under `value`. */
export function asItems(value: unknown): INodeExecutionData[] {
	if (value === undefined) return [{ json: { success: true } }];
	return (Array.isArray(value) ? value : [value]).map((entry: GenericValue) => ({
		json:
			typeof entry === 'object' && entry !== null && !Array.isArray(entry)
				? (entry as IDataObject)
				: { value: entry },
	}));
}
