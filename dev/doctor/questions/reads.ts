import { randomUUID } from 'node:crypto';

import type { Asking } from '../ask.ts';
import type { Answer } from '../exchange.ts';
import type { Findings } from '../findings.ts';
import {
	ADDRESS,
	asked,
	isJson,
	isRedirect,
	isSilent,
	isUnauthorized,
	judgeBody,
	judgeRefusal,
	NO_SETTING,
} from '../judge.ts';
import { judgeLists, RIGHTS } from './lists.ts';
import { isBalance } from './price.ts';
import { shapeOf, statusOf } from '../shapes.ts';

/**
 * The reads that need nothing but the address and the key.
 *
 * @returns whether anything can be asked, and whether anything can be sent; if not, why
 */
export async function readAccount(asking: Asking) {
	const { findings } = asking;
	const balance = await asked(asking, { name: 'GET /v1/Common/balance' });
	const closed = (whyNot: string) => ({ isOpen: false, canSend: false, whyNot });
	if (!balance.status) {
		return closed(`The service can't be reached: ${statusOf(balance)}\nCheck the address.`);
	}
	if (balance.status >= 500 || [408, 429].includes(balance.status)) {
		return closed(`The service can't answer now: ${statusOf(balance)}`);
	}
	const reports = await readUnknownReport(asking);
	const [post] = reports;
	const isPostFine = post.status > 0 && !isUnauthorized(post);
	const isNo = isUnauthorized(balance) || (isJson(balance) && balance.problem !== undefined);
	if (isNo && (!isPostFine || !isUnauthorized(balance))) {
		const rights = balance.status === 403 ? ', and what your key may do' : '';
		return closed(
			`The service doesn't accept the API key: ${statusOf(balance)}\nCheck API Key and Environment in the credential${rights}.`,
		);
	}
	judgeBalance(balance, asking);
	const unknownPath = await asked(asking, {
		name: 'GET /path-that-nobody-has',
		isUnknown: true,
	});
	if (!isUnauthorized(unknownPath)) judgeRefusal(unknownPath, false, findings);
	judgeUnknownReports(reports, unknownPath, findings);
	const areListsOpen = await judgeLists(asking, isNo && Boolean(reports[1].problem));
	judgeKey(balance, reports, areListsOpen, findings);
	const canSend = isJson(balance) && !balance.problem;
	return { isOpen: true, canSend, whyNot: canSend ? undefined : "The balance couldn't be read" };
}

/** Whether the key is accepted by both methods; if not, whether it is in the wrong place or lacks a right. */
function judgeKey(
	balance: Answer,
	[post, get]: Answer[],
	areListsOpen: boolean,
	findings: Findings,
): void {
	const [refused, method, isOpenElsewhere] = isUnauthorized(balance)
		? [balance, 'GET', areListsOpen || !get.problem]
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
			? 'the nodes send the key as a query parameter on GET. Ask the service where it wants the key. Get Delivery Report works by POST'
			: 'the nodes send the key as the header X-ApiKey on POST. Ask the service where it wants the key';
	const answered = `${method} is answered ${came}, ${other} is not`;
	findings.different('key-place', answered, `${NO_SETTING}: ${change}`);
}

function judgeBalance(answer: Answer, { findings, credentials }: Asking): void {
	if (isUnauthorized(answer) || isRedirect(answer) || answer.status === 429) return;
	if (!isJson(answer)) {
		const hasVersion = /\/v1[/\s]*$/.test(String(credentials.sandboxUrl));
		const change = hasVersion ? NO_VERSION : ADDRESS;
		findings.different('address', `${statusOf(answer)} to the balance`, change);
		return;
	}
	findings.asAssumed('address', 'the balance came');
	const { json } = answer;
	if (!isBalance(json)) {
		const change = `${NO_SETTING}: Get Balance gives what came. In the next node, use its fields in place of amount and currency`;
		findings.different('balance-answer', shapeOf(json), change);
	} else if (json.length) findings.asAssumed('balance-answer', shapeOf(json));
	else findings.asAssumed('empty-list', 'balance: []');
}

const NO_VERSION =
	'Credential: remove /v1 from the end of Sandbox URL or Production URL, and run the doctor again';

async function readUnknownReport(asking: Asking): Promise<[Answer, Answer]> {
	const id = randomUUID();
	const about = { id, isUnknown: true } as const;
	const message = { messageId: id };
	return [
		await asked(asking, { ...about, name: 'POST /v1/sms/report', body: message }),
		await asked(asking, { ...about, name: 'GET /v1/sms/report', qs: message }),
	];
}

function judgeUnknownReports([post, get]: Answer[], unknownPath: Answer, findings: Findings): void {
	const both = [post, get];
	for (const answer of both) if (!isUnauthorized(answer)) judgeRefusal(answer, true, findings);
	if (both.some((one) => isSilent(one) || isRedirect(one) || isUnauthorized(one))) return;
	if (post.status !== get.status) return differByMethod(post, get, findings);
	if (post.status !== unknownPath.status) {
		return findings.asAssumed('report-get', `both answer ${post.status}`);
	}
	const why = 'both are answered like an unknown path; it takes --message-id ID';
	findings.notTried('report-get', why);
}

/** Compares two reports of the same message. */
export function judgeMethods(post: Answer, get: Answer, findings: Findings): void {
	const [one, other] = [post, get].map(({ status, json }) => `${status} ${shapeOf(json)}`);
	if (one !== other) differByMethod(post, get, findings);
	else if (!post.problem) findings.asAssumed('report-get', 'the same by POST and by GET');
}

function differByMethod(post: Answer, get: Answer, findings: Findings): void {
	const came = `POST: ${statusOf(post)}; GET: ${statusOf(get)}`;
	const change =
		'SMS → Get Delivery Report: under Options → Requests → Method, choose the one that works';
	findings.different('report-get', came, change);
}

/** A number that is asked about. */
export async function validateNumber(asking: Asking, number: string): Promise<void> {
	const { findings } = asking;
	const request = { name: 'POST /contacts/validate', body: { phoneNumber: number } } as const;
	const answer = await asked(asking, request);
	const isTaken = judgeBody('validate-request', answer, findings);
	if (isTaken) findings.asAssumed('validate-answer', shapeOf(answer.json));
}

/** What a wrong key is answered with. */
export async function tryWrongKey(asking: Asking): Promise<void> {
	const { findings } = asking;
	const request = { name: 'GET /v1/Common/balance', hasWrongKey: true } as const;
	const answer = await asked(asking, request);
	if (isSilent(answer) || isRedirect(answer)) return;
	if (isUnauthorized(answer)) return findings.asAssumed('wrong-key', String(answer.status));
	const change = "The credential's test may not tell that a key is wrong: compare the key itself";
	findings.different('wrong-key', statusOf(answer), change);
}
