import type { IDataObject } from 'n8n-workflow';

import { asText } from '../values/parsing';
import { isObject } from './answer';
import { serviceWords } from './serviceWords';

/** Fields that tell of an error, unless they are empty; compared without case and underscores. */
const ERROR = /^(errors?|error(code|message|description|text|details?)|failures?|exception|fault)$/;

/** Fields that may hold a status, in words or as one of HTTP. */
const STATUS = /^((http)?status(code)?|code|result)$/;

/** Fields that say whether the service did what it was asked for. */
const SUCCESS = /^(success|successful|ok|accepted)$/;

/** What an error field says if there is no error: these words alone, since any other may be one. */
const NO_ERROR = /^([0\s]*|none|no|false|null|ok|success|successful|no[ _-]?errors?)$/i;

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
	if (isSuccessField(name)) return /^(false|no|0)$/i.test(plainText(value));
	if (plainName(name) === 'rejected' && value === true) return true;
	if (isStatusField(name) && isFailing(value)) return true;
	return ERROR.test(plainName(name)) && !isNoError(value);
}

/** Whether a field says if the service did what it was asked for. */
export function isSuccessField(name: string): boolean {
	return SUCCESS.test(plainName(name));
}

/** Whether a field may hold a status, of the answer or of what it is about. */
export function isStatusField(name: string): boolean {
	return STATUS.test(plainName(name));
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/[_-]/g, '');
}

/** A text, a number or a yes or no as text. What holds more is not written out: it may be large at each depth. */
function plainText(value: unknown): string {
	return typeof value === 'object' ? '' : asText(value).trim();
}

function isFailing(status: unknown): boolean {
	if (isObject(status)) return Object.values(status).some((value) => FAILED.test(plainText(value)));
	const code = Number(plainText(status));
	return (code >= 400 && code < 600) || FAILED.test(plainText(status));
}

/**
 * Whether an answer that is nothing but a text, a number, or a yes or no says that something was not done.
 *
 * @param mayCount whether a number may be a count or an amount, and no status
 */
export function saysNoByItself(answer: unknown, mayCount = false): boolean {
	if (typeof answer === 'object') return false;
	const text = plainText(answer);
	return answer === false || (isFailing(text) && !(mayCount && /^\d+([.,]\d+)?$/.test(text)));
}

/** Whether an error field holds nothing, or says that there is no error. */
export function isNoError(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isCodeOfNone);
	if (isObject(value)) return Object.keys(value).length === 0 || isCodeOfNone(value);
	return NO_ERROR.test(plainText(value));
}

/** Whether an error has a code of zeros, and nothing else in it tells of one. */
function isCodeOfNone(error: unknown): boolean {
	if (!isObject(error)) return false;
	const fields = Object.entries(error);
	return (
		fields.some(([name, value]) => /code$/i.test(name) && /^0+$/.test(plainText(value))) &&
		fields.every(([, value]) => isNoError(value))
	);
}

/** What such an answer says, in the service's words. */
export function wordsOfNo(answer: IDataObject): string {
	return serviceWords(answer) || JSON.stringify(answer);
}

/** Whether an answer names the message that it is about. */
export function hasMessageId({ messageId }: IDataObject): boolean {
	return messageId !== undefined && messageId !== null && messageId !== '';
}
