import { randomUUID } from 'node:crypto';

import { isObject } from '../../../nodes/MessagingService/service/answer.ts';
import { refusalToRead } from '../../../nodes/MessagingService/service/reports.ts';
import { saysNo } from '../../../nodes/MessagingService/service/saysNo.ts';
import { serviceWords } from '../../../nodes/MessagingService/service/serviceWords.ts';
import type { Answer, Asking } from '../ask.ts';
import type { Findings } from '../findings.ts';
import {
	ADDRESS,
	asked,
	isDone,
	isJson,
	isRedirect,
	isSilent,
	isUnauthorized,
	judgeBody,
	judgeRefusal,
} from '../judge.ts';
import { judgeLists, RIGHTS } from './lists.ts';
import { shapeOf, statusOf } from '../shapes.ts';

/** What the first requests have shown: whether anything can be asked, and whether anything can be sent. */
type Account = { isOpen: boolean; canSend: boolean; whyNot?: string };

/**
 * The reads that need nothing but the address and the key.
 *
 * @returns whether the service answers and accepts the key; if not, why
 */
export async function readAccount(asking: Asking, findings: Findings): Promise<Account> {
	const balance = await asked(asking, findings, { method: 'GET', path: '/v1/Common/balance' });
	const closed = (whyNot: string): Account => ({ isOpen: false, canSend: false, whyNot });
	if (!balance.status) {
		return closed(`The service can't be reached: ${statusOf(balance)}\nCheck the address.`);
	}
	if (balance.status >= 500 || [408, 429].includes(balance.status)) {
		return closed(`The service can't answer now: ${statusOf(balance)}`);
	}
	const reports = await readUnknownReport(asking, findings);
	const [post] = reports;
	const isPostFine = post.status > 0 && !isUnauthorized(post);
	const isNo = isUnauthorized(balance) || (isJson(balance) && saysNo(balance.json));
	if (isNo && (!isPostFine || !isUnauthorized(balance))) {
		const rights = balance.status === 403 ? ', and what your key may do' : '';
		return closed(
			`The service doesn't accept the API key: ${statusOf(balance)}\nCheck API Key and Environment in the credential${rights}.`,
		);
	}
	judgeBalance(balance, findings);
	const unknownPath = await asked(asking, findings, {
		method: 'GET',
		path: '/path-that-nobody-has',
		isUnknown: true,
	});
	if (!isUnauthorized(unknownPath)) judgeRefusal(unknownPath, false, findings);
	judgeUnknownReports(reports, unknownPath, findings);
	const areListsOpen = await judgeLists(asking, findings, isNo && !isDone(reports[1]));
	judgeKey(balance, reports, areListsOpen, findings);
	const canSend = isJson(balance) && isDone(balance);
	return { isOpen: true, canSend, ...(!canSend && { whyNot: "The balance couldn't be read" }) };
}

/** Whether the key is accepted by both methods; if not, whether it is in the wrong place or lacks a right. */
function judgeKey(
	balance: Answer,
	[post, get]: Answer[],
	areListsOpen: boolean,
	findings: Findings,
): void {
	const [refused, method, isOpenElsewhere] = isUnauthorized(balance)
		? [balance, 'GET', areListsOpen || isDone(get)]
		: [post, 'POST', isUnauthorized(get)];
	if (!isUnauthorized(refused)) {
		if (isJson(balance)) findings.asAssumed('key-place', 'query parameter on GET, header on POST');
		return;
	}
	const came = statusOf(refused);
	if (isOpenElsewhere) {
		const what = refused === balance ? 'the balance' : 'reports';
		return findings.different('one-key', `${what}: ${came}`, RIGHTS);
	}
	const other = method === 'GET' ? 'POST' : 'GET';
	const change =
		method === 'GET'
			? 'The nodes send the key as a query parameter on GET: ask the service where it wants the key. Get Delivery Report works by POST'
			: 'The nodes send the key as the header X-ApiKey on POST: ask the service where it wants the key';
	findings.different('key-place', `${method} is answered ${came}, ${other} is not`, change);
}

function judgeBalance(answer: Answer, findings: Findings): void {
	if (isUnauthorized(answer) || isRedirect(answer) || answer.status === 429) return;
	if (!isJson(answer)) {
		findings.different('address', `${statusOf(answer)} to the balance`, ADDRESS);
		return;
	}
	findings.asAssumed('address', 'the balance came');
	const { json } = answer;
	if (Array.isArray(json) && !json.length) return findings.asAssumed('empty-list', 'balance: []');
	const isEntry = (entry: unknown) =>
		isObject(entry) && typeof entry.amount === 'number' && typeof entry.currency === 'string';
	if (Array.isArray(json) && json.every(isEntry))
		findings.asAssumed('balance-answer', shapeOf(json));
	else {
		const change = 'Get Balance gives what came: take its fields from there in expressions';
		findings.different('balance-answer', shapeOf(json), change);
	}
}

async function readUnknownReport(asking: Asking, findings: Findings): Promise<[Answer, Answer]> {
	const id = randomUUID();
	const path = '/v1/sms/report';
	const about = { path, id, isUnknown: true } as const;
	const post = await asked(asking, findings, { ...about, method: 'POST', body: { messageId: id } });
	const get = await asked(asking, findings, { ...about, method: 'GET', qs: { messageId: id } });
	return [post, get];
}

function judgeUnknownReports([post, get]: Answer[], unknownPath: Answer, findings: Findings): void {
	for (const answer of [post, get])
		if (!isUnauthorized(answer)) judgeRefusal(answer, true, findings);
	if (
		[post, get].some((answer) => isSilent(answer) || isRedirect(answer) || isUnauthorized(answer))
	)
		return;
	const isOfPath = (answer: Answer) =>
		answer.status === unknownPath.status && plainWords(answer) === plainWords(unknownPath);
	if (post.status !== get.status || isOfPath(post) !== isOfPath(get)) {
		differByMethod(post, get, findings);
	} else if (isOfPath(post)) {
		findings.notTried(
			'report-get',
			'both are answered like an unknown path; it takes --message-id ID',
		);
	} else findings.asAssumed('report-get', `both answer ${post.status}`);
}

/** As much of a refusal as is compared with another one. */
const LONGEST_WORDS = 1000;

/** The words of a refusal without what changes from path to path. */
const plainWords = ({ json, text }: Answer) =>
	serviceWords(json ?? text)
		.slice(0, LONGEST_WORDS)
		.replace(/[\w-]*[/\d][\w/.-]*|\b(GET|POST)\b/g, '')
		.replace(/\W+/g, ' ')
		.trim();

/** Compares two reports of the same message. */
export function judgeMethods(post: Answer, get: Answer, findings: Findings): void {
	const [one, other] = [post, get].map(({ status, json }) => `${status} ${shapeOf(json)}`);
	if (one === other) findings.asAssumed('report-get', 'the same by POST and by GET');
	else differByMethod(post, get, findings);
}

function differByMethod(post: Answer, get: Answer, findings: Findings): void {
	const came = `POST: ${statusOf(post)}; GET: ${statusOf(get)}`;
	const change =
		'SMS → Get Delivery Report: under Options → Requests → Method, choose the one that works';
	findings.different('report-get', came, change);
}

/** A number that is asked about. */
export async function validateNumber(
	asking: Asking,
	findings: Findings,
	number: string,
): Promise<void> {
	const request = {
		method: 'POST',
		path: '/contacts/validate',
		body: { phoneNumber: number },
	} as const;
	const answer = await asked(asking, findings, request);
	judgeBody(
		'validate-request',
		answer,
		findings,
		() => refusalToRead(answer.json, true) === undefined,
	);
}

/** What a wrong key is answered with. */
export async function tryWrongKey(asking: Asking, findings: Findings): Promise<void> {
	const request = { method: 'GET', path: '/v1/Common/balance', hasWrongKey: true } as const;
	const answer = await asked(asking, findings, request);
	if (isSilent(answer) || isRedirect(answer)) return;
	if (isUnauthorized(answer)) return findings.asAssumed('wrong-key', String(answer.status));
	const change = "The credential's test may not tell that a key is wrong: compare the key itself";
	findings.different('wrong-key', statusOf(answer), change);
}
