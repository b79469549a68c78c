import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { ListSettings } from '../parameters/accountDefaults';
import { isObject } from '../values/given';
import { nationalEndings } from '../values/countries/country';
import { isPossible } from '../values/countries/nationalNumber';
import { DATE_DIGITS, HAS_ZERO_IN_BRACKETS, SEPARATORS } from '../values/numberForms';
import { readText, servicesNumber } from '../values/phoneNumbers';
import { contract } from './contract';
import { type Leaf, leavesOf, listsAmong } from './list';
import { noIn } from './saysNo';
import { plainName, shapeOf, wordsOf } from './serviceWords';

export type ResponseHead = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'>;

const WHERE = "under 'Account Defaults' in the Messaging Service credential.";

/**
 * Tells whether a recipient is on the list. A number without country code stands for everybody whose number ends so:
 * better one message too few. @throws Problem if an entry has no number, or the list may not be whole
 */
export function suppressedBy(
	answer: unknown,
	{ field = contract['suppression-number'].field, ignored }: ListSettings,
	head: ResponseHead,
): (recipient: string) => boolean {
	const list = wholeList(answer, ignored, head);
	const endings = new Set(list.flatMap((entry, index) => endingsIn(entry, field, index)));
	const lengths = new Set([...endings].map(({ length }) => length));
	return (recipient) => [...lengths].some((length) => endings.has(recipient.slice(-length)));
}

/** How the recipient of an entry's number ends: in the whole number, or in what follows a national prefix. */
function endingsIn(entry: unknown, field: string, index: number): string[] {
	const value = isObject(entry) ? valueAt(entry, field) : entry;
	const endings = listedEndings(value);
	if (endings) return endings;
	throw new Problem(
		`Entry ${index + 1} of the suppression list has no phone number in '${field}': ${shapeOf(value ?? entry).slice(0, 60)}`,
		`Nothing was sent. Look at the list with Suppression → Get Many, and enter the field that has the numbers as 'Field of the Numbers' ${WHERE}`,
	);
}

/** The endings of a listed number, whose form nobody documents: only + or 00 tells of a country code. */
export function listedEndings(value: unknown): string[] | undefined {
	const text = readText(value);
	const isNumber = typeof text === 'string' && /\d$/.test(text);
	if (!isNumber || HAS_ZERO_IN_BRACKETS.test(text)) return undefined;
	const digits = text.replace(SEPARATORS, '');
	if (/^(\+|00)/.test(digits)) {
		const number = servicesNumber(text);
		return number !== undefined && isPossible(number) ? [number] : undefined;
	}
	return /^\d{7,15}$/.test(digits) && !DATE_DIGITS.test(digits)
		? nationalEndings(digits)
		: undefined;
}

/** The value of a field, or of one within another, such as `contact.phone`. */
function valueAt(entry: IDataObject, field: string): unknown {
	if (Object.hasOwn(entry, field)) return entry[field];
	return field
		.split('.')
		.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), entry);
}

/** @throws Problem if the answer is no list, or something stands beside it that may mean that there are more entries */
function wholeList(answer: unknown, ignored: string[], head: ResponseHead): unknown[] {
	const no = noIn(answer, 'list');
	if (no !== undefined) throw unread(wordsOf(no), 'Nothing was sent.');
	const { lists, doubtful } = listsIn(answer, ignored, head);
	if (!lists.length) throw unread('the answer has no list', NO_LIST);
	const list = lists[0].value as unknown[];
	if (!doubtful.length) return list;
	const shown = doubtful.slice(0, MOST_NAMED);
	const told = shown.map(({ path, value }) => `${path}: ${shapeOf(value).slice(0, 40)}`);
	const names = [...new Set(shown.map(({ path }) => path))].join(', ');
	throw new Problem(
		lists.length > 1
			? `The answer has ${lists.length} lists, and any may be the suppression list: ${names}`
			: `The suppression list has ${list.length} ${list.length === 1 ? 'entry' : 'entries'}, and says ${told.join(', ')}`,
		`Nothing was sent, because somebody who isn't in this answer may be suppressed. If these fields don't say that there are more entries, enter them as 'Ignored Fields' ${WHERE} To copy: ${names}`,
	);
}

/** The lists of an answer, and whatever makes it doubtful that the first one is the whole list. */
export function listsIn(answer: unknown, ignored: string[], head: ResponseHead) {
	const said = [...leavesOf(answer), ...leavesOfHead(head)];
	const isIgnored = ({ name, path }: Leaf) => ignored.includes(name) || ignored.includes(path);
	return listsAmong(said.filter((leaf) => !isIgnored(leaf)));
}

const NO_LIST = 'Nothing was sent. Suppression → Get Many shows the answer.';

const MOST_NAMED = 12;

const HEADERS = new Set(contract['list-paging'].headers.map(plainName));

/** Whether a header's name is in the row, whole or a part of it. */
function isAboutList(header: string): boolean {
	const name = header.toLowerCase().replace(/^x-/, '');
	return [name, ...name.split('-')].some((part) => HEADERS.has(plainName(part)));
}

/** A status other than 200, and the headers that may say something about the list. */
function leavesOfHead({ statusCode, headers }: ResponseHead): Leaf[] {
	const about = Object.entries(headers).filter(([name]) => isAboutList(name));
	const all = statusCode === 200 ? about : [['status', statusCode] as const, ...about];
	return all.map(([name, value]) => ({ name, path: name, value }));
}

const unread = (why: string, advice: string) =>
	new Problem(`The suppression list couldn't be read: ${why}`, advice);
