import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { readLimit } from '../fields/list';
import { readOnceKey } from '../memory/onceKeyOptions';
import type { ServiceRequest } from '../service/request';
import type { GetParameter } from '../values/body';
import { isUsersJson, readFields, readJsonBody, readPairs } from '../values/body';
import { steadyNow } from '../values/clock';
import type { ParametersOf } from '../values/itemParameters';
import { fillPath } from '../values/path';
import { groupOf, oneOf } from '../values/optionReaders';
import type { Entry } from './entry';
import type { Operation } from './operation';
import type { Run } from './run';

/** Puts an item's request together from the operation's declaration and the user's parameters. */
export type ReadRequest = (itemIndex: number, getParameter?: GetParameter) => ServiceRequest;

/** For how long nothing else may run in n8n's process, in ms. */
const BUSY_MS = 100;

/**
 * One entry for each item that is still to be sent; an item with something wrong has failed.
 *
 * n8n takes milliseconds for the expressions of an item. A worker that cannot renew its lock meanwhile
 * counts as dead, although it goes on: so it gets to it in between.
 */
export async function readEntries(
	context: IExecuteFunctions,
	operation: Operation,
	run: Run,
	readRequest: ReadRequest,
	parametersOf: ParametersOf,
): Promise<Entry[]> {
	try {
		operation.checkCount?.(context.getInputData().length);
	} catch (error) {
		run.fail(run.outcomes.open, error);
	}
	const items = context.getInputData();
	const entered = (context.getNode().parameters.options ?? {}) as IDataObject;
	const entries: Entry[] = [];
	let paused = steadyNow();
	for (const itemIndex of run.outcomes.open) {
		if (steadyNow() - paused > BUSY_MS) {
			await sleep(0);
			paused = steadyNow();
		}
		const getParameter = parametersOf(itemIndex);
		try {
			const options = getParameter('options', {}) as IDataObject;
			entries.push({
				request: readRequest(itemIndex, getParameter),
				itemIndexes: [itemIndex],
				isWhole: true,
				isSend: operation.isSend,
				isRead: run.isRead,
				isList: operation.isList,
				mayBeNone: operation.mayBeNone,
				limit: operation.isList ? readLimit(getParameter) : undefined,
				onceKey: readOnceKey(options, entered, items[itemIndex].json),
				options,
			});
		} catch (error) {
			run.fail([itemIndex], error);
		}
	}
	return entries;
}

/** What reads the requests of an operation. */
export function requestReader(
	context: IExecuteFunctions,
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
	parametersOf: ParametersOf,
): ReadRequest {
	const timeZone = context.getTimezone();
	return (itemIndex, getParameter = parametersOf(itemIndex)) => {
		const options = getParameter('options', {}) as IDataObject;
		const { method, url } = operation.request;
		const path = fillPath(url, getParameter, credentials);
		if (isUsersJson(getParameter)) {
			return { method, path, body: readJsonBody(getParameter('jsonBody', '')) };
		}
		const body = operation.body && readBody(operation, getParameter, timeZone);
		// Get Delivery Report can be asked for by either method.
		const given = groupOf(options, 'requests')?.method ?? method;
		const asked = oneOf(given, "'Method'", ['GET', 'POST']);
		if (asked === 'POST') return { method, path, body };
		return { method: 'GET', path, qs: queryOf(options, body) };
	};
}

function readBody(
	{ body: fields = {}, addFields = (body) => body, check }: Operation,
	getParameter: GetParameter,
	timeZone: string,
): IDataObject {
	const body = addFields(readFields(getParameter, fields, timeZone), getParameter);
	check?.(body);
	return body;
}

function queryOf({ queryParameters }: IDataObject, taken: IDataObject = {}): IDataObject {
	const pairs = readPairs(queryParameters, 'parameter', "'Query Parameters'", Object.keys(taken));
	return { ...taken, ...pairs };
}
