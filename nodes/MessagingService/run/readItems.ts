import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { ServiceRequest } from '../service/request';
import { isUsersJson, readFields, readJsonBody, readPairs } from '../values/body';
import { steadyNow } from '../values/clock';
import type { ParametersOf } from '../values/itemParameters';
import { readLimit } from '../values/optionReaders';
import { fillPath } from '../values/path';
import type { Item } from './item';
import type { Operation } from './operation';
import type { OnceGuard, Run } from './run';

/** For how long nothing else may run in n8n's process, in ms. */
const BUSY_MS = 100;

/**
 * Reads the items that are still to be sent; an item with something wrong has failed.
 *
 * n8n takes milliseconds for the expressions of an item. A worker that cannot renew its lock meanwhile
 * counts as dead, although it goes on: so it gets to it in between.
 */
export async function readItems(run: Run, guard?: OnceGuard): Promise<void> {
	let paused = steadyNow();
	for (const item of run.open) {
		if (steadyNow() - paused > BUSY_MS) {
			await sleep(0);
			paused = steadyNow();
		}
		try {
			item.read();
			item.key = guard?.readKey(item);
		} catch (error) {
			run.fail([item], error);
		}
	}
}

/** Reads an item's options and request by the operation's declaration and the user's parameters. */
export function itemReader(
	context: IExecuteFunctions,
	operation: Operation,
	credentials: ICredentialDataDecryptedObject,
	parametersOf: ParametersOf,
): (item: Item) => ServiceRequest {
	const timeZone = context.getTimezone();
	const { request, body: fields, complete, isList } = operation;
	return (item) => {
		const getParameter = parametersOf(item.index);
		item.options = getParameter('options', {}) as IDataObject;
		if (isList) item.limit = readLimit(getParameter);
		const path = fillPath(request.url, getParameter, credentials);
		if (isUsersJson(getParameter)) {
			return { method: request.method, path, body: readJsonBody(getParameter('jsonBody', '')) };
		}
		const { queryParameters } = item.options;
		const read = {
			method: request.method,
			path,
			...(fields && { body: readFields(getParameter, fields, timeZone) }),
			...(queryParameters !== undefined && {
				qs: readPairs(queryParameters, 'parameter', "'Query Parameters'", []),
			}),
		};
		return complete?.(read, getParameter) ?? read;
	};
}
