import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { ServiceRequest } from '../service/request';
import {
	isUsersJson,
	readFields,
	readJsonBody,
	readPairs,
	refuseNothing,
} from '../parameters/body';
import { steadyNow } from '../service/deadline';
import { ofEmptyField } from '../parameters/expressions';
import { gapFinder } from '../parameters/gaps';
import { idChecker } from '../parameters/keyParts';
import type { ParametersOf } from '../parameters/itemParameters';
import { readLimit } from '../parameters/optionReaders';
import { fieldAt } from '../parameters/pieces';
import { fillPath } from '../service/address';
import { isGiven } from '../values/given';
import { shownName } from '../values/words';
import type { Item } from './item';
import type { FieldsRequest, Operation } from './operation';
import type { OnceGuard, Run } from './run';

/** The longest time without a break, in ms: a worker of n8n that can't renew its lock counts as dead. */
const BUSY_MS = 100;

/** Reads the items that are still to be sent; an item with something wrong has failed. */
export async function readItems(run: Run, guard?: OnceGuard): Promise<void> {
	const inputs = run.context.getInputData();
	// Each call copies it.
	const node = run.context.getNode();
	let paused = steadyNow();
	for (const item of run.open) {
		if (steadyNow() - paused > BUSY_MS) {
			await sleep(0);
			paused = steadyNow();
		}
		try {
			item.readRequest();
			item.key = guard?.readKey(item);
		} catch (error) {
			run.fail([item], ofEmptyField(node, error, inputs[item.index].json));
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
	const { body, complete, answer } = operation;
	const { method, url } = operation.request;
	const fields = body && Object.entries(body);
	const id =
		/\{(\w+Id)\}/.exec(url)?.[1] ?? Object.keys(body ?? {}).find((name) => /Id$/.test(name));
	const idField = id && shownName(id);
	const checkId = id && idChecker(context, id);
	const inputs = context.getInputData();
	const gapsOf = gapFinder(context);
	const entered = context.getNode().parameters;
	return (item) => {
		const getParameter = parametersOf(item.index);
		item.options = getParameter('options', {}) as IDataObject;
		if (answer === 'list-answer') item.limit = readLimit(getParameter);
		if (checkId) checkId(item.index, inputs[item.index].json, getParameter(id, ''));
		const path = fillPath(url, getParameter, credentials);
		if (isUsersJson(getParameter)) {
			return { method, path, idField, body: readJsonBody(getParameter('jsonBody', '')) };
		}
		const { queryParameters } = item.options;
		const read: FieldsRequest = { method, path, idField };
		if (fields) read.body = readFields(getParameter, fields, { timeZone, entered });
		if (queryParameters !== undefined) {
			refuseBlankFilters(entered, queryParameters as IDataObject);
			read.qs = readPairs(queryParameters, 'parameter', "'Query Parameters'", []);
		}
		const request = complete?.(read, getParameter) ?? read;
		const { body: sent } = request as FieldsRequest;
		item.gaps = gapsOf(item.index, { body: sent, options: item.options, read: getParameter });
		return request;
	};
}

/** Without a filter, a list has everybody. @throws Problem if the expression of a query parameter yields nothing */
function refuseBlankFilters(parameters: IDataObject, { parameter: given = [] }: IDataObject): void {
	const entered = fieldAt(parameters, ['options', 'queryParameters', 'parameter']) ?? [];
	const values = (pairs: unknown) => (pairs as IDataObject[]).map(({ value }) => value);
	values(entered).forEach((value, index) => {
		const found = values(given)[index];
		if (!isGiven(found)) refuseNothing(value, found, "'Query Parameters'");
	});
}
