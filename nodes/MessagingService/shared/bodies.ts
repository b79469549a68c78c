import type { IDataObject, IHttpRequestOptions, PreSendAction } from 'n8n-workflow';

import { parseJson } from './parsing';
import { beforeSending, Problem } from './problems';
import type { ReadValue } from './values';
import { shownName } from './values';

/** Which parameters make up a body, under the names they are sent by, and how each is read. */
export type Fields = Record<string, ReadValue>;

/** Reads one of the user's parameters for one item. */
export type GetParameter = (name: string, fallback: string | IDataObject) => unknown;

/**
 * preSend hook: puts the body together from the fields that are not blank and the additional body
 * fields, or takes exactly the user's own JSON.
 *
 * @param check throws a Problem if the fields do not go together
 */
export function sendBody(
	fields: Fields,
	check: (body: IDataObject) => void = () => {},
): PreSendAction {
	return beforeSending(async function (options) {
		const getParameter: GetParameter = (name, fallback) =>
			this.getNodeParameter(name, fallback as string);
		if (isUsersJson(getParameter)) {
			options.body = readJsonBody(getParameter('jsonBody', ''));
			return;
		}
		const body = readFields(getParameter, fields, this.getTimezone());
		check(body);
		options.body = body;
	});
}

/** Whether the user wrote the whole body, instead of filling in the fields. */
export function isUsersJson(getParameter: GetParameter): boolean {
	return getParameter('specifyBody', 'fields') === 'json';
}

/** The fields that are not blank, and the additional body fields of the options. */
export function readFields(
	getParameter: GetParameter,
	fields: Fields,
	timeZone: string,
): IDataObject {
	const options = getParameter('options', {}) as IDataObject;
	const body: IDataObject = {};
	for (const [parameter, readValue] of Object.entries(fields)) {
		const given = parameter in options ? options[parameter] : getParameter(parameter, '');
		const value = readValue(given, shownName(parameter), timeZone, options);
		if (value !== undefined) body[parameter] = value as IDataObject;
	}
	return { ...body, ...readPairs(options.bodyFields, 'field', 'Body Fields', Object.keys(body)) };
}

/** preSend hook: adds the options' query parameters to a GET. */
export const sendQueryParameters = beforeSending(async function (options) {
	const { queryParameters } = this.getNodeParameter('options', {}) as IDataObject;
	const taken = Object.keys(options.qs ?? {});
	addToQuery(options, readPairs(queryParameters, 'parameter', 'Query Parameters', taken));
});

export function addToQuery(options: IHttpRequestOptions, parameters: IDataObject): void {
	options.qs = { ...options.qs, ...parameters };
}

/** Name and value pairs as the form gives them: `{ field: [{ name, value }] }`. */
export function readPairs(
	given: unknown,
	key: string,
	shown: string,
	taken: string[] = [],
): IDataObject {
	const pairs = ((given as IDataObject | undefined)?.[key] ?? []) as Array<{
		name?: unknown;
		value?: unknown;
	}>;
	const read: IDataObject = {};
	for (const { name, value } of pairs) {
		const field = String(name ?? '').trim();
		const isBlank = value === undefined || value === null || value === '';
		if (!field && isBlank) continue;
		if (!field)
			throw new Problem(`${shown} has a value without a name`, 'Give it a name, or remove it.');
		if (taken.includes(field)) {
			throw new Problem(
				`${shown} has "${field}", which is sent already`,
				`Remove it there, or fill in ${shownName(field)} instead.`,
			);
		}
		if (!isBlank && Object.hasOwn(read, field)) {
			throw new Problem(`${shown} has "${field}" twice`, 'Remove one of the two.');
		}
		if (!isBlank) read[field] = value as IDataObject;
	}
	return read;
}

/** @throws Problem if it is no JSON object or list */
export function readJsonBody(given: unknown): IDataObject | IDataObject[] {
	let body = given;
	if (typeof given === 'string') {
		const parsed = parseJson(given);
		if ('reason' in parsed) {
			throw new Problem(
				`JSON Body is not valid JSON: ${parsed.reason}`,
				'Names and texts need double quotes. Switch the field to an expression to put values in, e.g. {{ JSON.stringify($json) }}.',
			);
		}
		body = parsed.json;
	}
	if (typeof body !== 'object' || body === null) {
		throw new Problem('JSON Body is neither an object nor a list', 'It has to begin with { or [.');
	}
	return body as IDataObject | IDataObject[];
}
