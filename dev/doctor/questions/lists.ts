import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn, onlyList } from '../../../nodes/MessagingService/service/answer.ts';
import { saysNo } from '../../../nodes/MessagingService/service/saysNo.ts';
import { completeListOrThrow } from '../../../nodes/MessagingService/skipping/completeList.ts';
import { leavesOf } from '../../../nodes/MessagingService/skipping/leaves.ts';
import type { ResponseHead } from '../../../nodes/MessagingService/skipping/completeList.ts';
import { suppressedNumbers } from '../../../nodes/MessagingService/skipping/suppressedNumbers.ts';
import type { Answer, Asking } from '../ask.ts';
import type { Findings } from '../findings.ts';
import {
	asked,
	isDone,
	isJson,
	isMissing,
	isRedirect,
	isUnauthorized,
	judgeAnswer,
} from '../judge.ts';
import { isValue, quoted, shapeOf, statusOf } from '../shapes.ts';

/** Where services often have what the specification shows without a prefix. */
const PREFIXES = ['/v1', '/api', '/api/v1'];
const PATHS = ['/contacts', '/suppression'];

export const RIGHTS = 'Ask what your key may do. A credential for each key, if there are several';

/**
 * Reads the two lists, under another prefix if there is nothing at their paths, and goes on with it.
 *
 * @param isKeyElsewhere whether no other GET has shown that the service takes the key so
 * @returns whether a list came
 */
export async function judgeLists(
	asking: Asking,
	findings: Findings,
	isKeyElsewhere: boolean,
): Promise<boolean> {
	let answers = await readBoth(asking, findings);
	const isNowhere = (all: Answer[]) => all.every(isMissing);
	const given = String(asking.credentials.pathPrefix ?? '');
	for (const prefix of isNowhere(answers) ? PREFIXES.filter((one) => one !== given) : []) {
		Object.assign(asking.credentials, { customPaths: true, pathPrefix: prefix });
		const others = await readBoth(asking, findings, true);
		if (!isNowhere(others)) {
			const change = `Credential: Custom Paths on, Path Prefix ${prefix}`;
			findings.different('path-prefix', `the lists are at ${prefix}`, change);
			answers = others;
			for (const answer of others) judgeAnswer(answer, findings);
			break;
		}
	}
	if (isNowhere(answers)) Object.assign(asking.credentials, { pathPrefix: given });
	for (const [index, answer] of answers.entries()) judgePath(PATHS[index], answer, findings);
	const areOpen = answers.some(isDone);
	for (const answer of answers) {
		if (isUnauthorized(answer) && (areOpen || !isKeyElsewhere)) {
			findings.different('one-key', statusOf(answer), RIGHTS);
		} else if (isJson(answer)) findings.asAssumed('one-key', 'the same key opens the lists');
	}
	const [contacts, suppression] = answers;
	if (judgeList(contacts, findings)) judgeContacts(contacts.json, findings);
	if (judgeList(suppression, findings)) judgeSuppression(suppression, findings);
	return areOpen;
}

async function readBoth(asking: Asking, findings: Findings, isTry = false): Promise<Answer[]> {
	const answers = [];
	for (const path of PATHS) {
		const request = { method: 'GET', path } as const;
		answers.push(await (isTry ? asking.ask(request) : asked(asking, findings, request)));
	}
	return answers;
}

function judgePath(path: string, answer: Answer, findings: Findings): void {
	if (isMissing(answer)) {
		const change =
			'Credential: Custom Paths on. Ask the service for the path, and fill in Path Prefix';
		findings.different('path-prefix', `${path} is answered ${statusOf(answer)}`, change);
	} else if (isJson(answer)) findings.asAssumed('path-prefix', `${path} is there`);
}

/**
 * Judges what holds for every list.
 *
 * @returns whether there is a list that the node reads
 */
export function judgeList(answer: Answer, findings: Findings): boolean {
	const { status, json } = answer;
	if (status < 200 || status > 299 || isRedirect(answer) || answer.problem) return false;
	const head = { statusCode: status, headers: answer.headers };
	if (saysNo(json)) {
		findings.different(
			'list-answer',
			shapeOf(json),
			'The service refused to give the list: ask it why',
		);
		return false;
	}
	const entries = listIn(json);
	if (entries) findings.asAssumed('list-answer', shapeOf(json));
	else {
		const change =
			'Get Many gives the whole answer as one item: put a Split Out node behind it. Skip Suppressed may not read it';
		findings.different('list-answer', shapeOf(json), change);
	}
	const found = entries ?? onlyList(json)?.list;
	if (found && !found.length) findings.asAssumed('empty-list', shapeOf(json));
	if (!found) return false;
	const signs = signsOfPages(json, head);
	if (signs) {
		const change =
			'Options: Query Parameters, with the name of its page. Skip Suppressed sends nothing while the list says that there is more';
		findings.different('list-paging', signs, change);
	} else findings.asAssumed('list-paging', 'nothing speaks of pages');
	return true;
}

const COUNTS = /total|count|status|range/i;
const PAGES = /page|cursor|next|prev|offset|limit|more|continu|token/i;

/** What says that a list comes in pages, or that it has more entries than came. */
function signsOfPages(json: unknown, head: ResponseHead): string | undefined {
	const doubt = doubtOf(json, head);
	const isOfList = listIn(json) !== undefined || COUNTS.test(doubt?.name ?? '');
	if (doubt && isOfList) {
		return `${isValue(doubt.name) ? 'a field' : doubt.name}: ${quoted(doubt.value)}`;
	}
	const beside = leavesIn(json).filter(({ value }) => !Array.isArray(value));
	const names = beside.map(({ path }) => path.join('.')).filter((name) => PAGES.test(name));
	const isLinked = /rel="?(next|prev|last)/i.test(head.headers.link as string);
	const signs = [...names.filter((name) => !isValue(name)), ...(isLinked ? ['header Link'] : [])];
	return signs.join(', ') || undefined;
}

/** What stands beside a list so that the node does not take it for the whole list. */
function doubtOf(json: unknown, head: ResponseHead): { name: string; value: string } | undefined {
	try {
		completeListOrThrow(json, head);
	} catch (error) {
		const [, name, value] = /, and says (.*?): (.*)$/s.exec((error as Error).message) ?? [];
		if (name !== undefined) return { name, value };
	}
	return undefined;
}

function judgeContacts(json: unknown, findings: Findings): void {
	const entries = (listIn(json) ?? onlyList(json)?.list ?? []).filter(isObject);
	if (!entries.length) return;
	const field = ['contactId', 'id'].find((name) => entries.every((entry) => isId(entry[name])));
	if (field) findings.asAssumed('contact-id', field);
	else {
		const change = 'Update Consent: set Contact to By ID, with an expression for the ID';
		findings.different('contact-id', shapeOf(entries[0]), change);
	}
}

const isId = (value: unknown) =>
	typeof value === 'number' || (typeof value === 'string' && value !== '');

function judgeSuppression({ status, headers, json }: Answer, findings: Findings): void {
	const head = { statusCode: status, headers };
	let entries: unknown[] = [];
	try {
		entries = completeListOrThrow(json, head);
	} catch (error) {
		if (!findings.isDifferent('list-paging') && !findings.isDifferent('list-answer')) {
			const why = `${shapeOf(json)}: Skip Suppressed can't read it`;
			findings.different('list-answer', why, (error as { description?: string }).description ?? '');
		}
		entries = listIn(json) ?? [];
	}
	if (!entries.length) return;
	if (readsNumbers(entries, ''))
		return findings.asAssumed('suppression-number', shapeOf(entries[0]));
	const names = leavesIn(entries[0]).map(({ path }) => path.join('.'));
	const field = names.find((name) => readsNumbers(entries, name));
	const change = field
		? `Options → Skip Messages: List Field ${field}`
		: 'Options → Skip Messages: List Field. If no field has whole numbers with their country code, Skip Suppressed sends nothing';
	findings.different('suppression-number', shapeOf(entries[0]), change);
}

function readsNumbers(entries: unknown[], field: string): boolean {
	try {
		return suppressedNumbers(entries as IDataObject[], field).size > 0;
	} catch {
		return false;
	}
}

/** The values in an object; none if the node does not read it because it is nested too deeply. */
function leavesIn(json: unknown): ReturnType<typeof leavesOf> {
	try {
		return isObject(json) ? leavesOf(json) : [];
	} catch {
		return [];
	}
}
