import type { IDataObject } from 'n8n-workflow';

import { asText } from '../values/parsing';
import { isObject } from './answer';
import { serviceWords } from './words';

/** Fields that tell of an error, unless they are empty; compared without case and underscores. */
const ERROR = /^(errors?|error(code|message|description|text|details?)|failures?|exception|fault)$/;

/** Fields that may hold a status, in words or as one of HTTP. */
const STATUS = /^(status|statuscode|httpstatus|code|result)$/;

/** What a status says in words when something was not done. */
const FAILED =
	/^(error|err|fail|failed|failure|rejected|refused|denied|invalid|undeliverable|not|nok|ko)\b/i;

/**
 * Whether an answer carries a sign that what was asked for was not done, though its HTTP status is 2xx. That a
 * service does so is an assumption: the specification shows no answer of this kind.
 */
export function saysNo(answer: unknown): answer is IDataObject {
	if (!isObject(answer)) return false;
	// An envelope says what is in it.
	const inside = Object.values(answer).filter((value) => isObject(value) && !hasMessageId(value));
	return [answer, ...inside].some((one) =>
		Object.entries(one as IDataObject).some(([name, value]) => isSign(name, value)),
	);
}

function isSign(name: string, value: unknown): boolean {
	const field = name.toLowerCase().replace(/[_-]/g, '');
	if (/^(success|successful|ok|accepted)$/.test(field))
		return /^(false|no|0)$/i.test(asText(value));
	if (field === 'rejected' && value === true) return true;
	if (STATUS.test(field) && isFailing(value)) return true;
	return ERROR.test(field) && !isNothing(value);
}

function isFailing(status: unknown): boolean {
	if (isObject(status)) return Object.values(status).some((value) => FAILED.test(asText(value)));
	const code = Number(asText(status));
	return (code >= 400 && code < 600) || FAILED.test(asText(status));
}

/** An error field that holds nothing, or zeros, is none. */
function isNothing(value: unknown): boolean {
	if (value === null || value === undefined || value === false) return true;
	if (typeof value === 'object') return Object.keys(value).length === 0;
	return /^0*$/.test(asText(value).trim());
}

/** What such an answer says, in the service's words. */
export function wordsOfNo(answer: IDataObject): string {
	return serviceWords(answer) || JSON.stringify(answer);
}

/** Whether an answer names the message that it is about. */
export function hasMessageId({ messageId }: IDataObject): boolean {
	return messageId !== undefined && messageId !== null && messageId !== '';
}
