import type { IDataObject } from 'n8n-workflow';

import { refusalIn } from '../../nodes/MessagingService/run/refusedSend.ts';
import { isObject } from '../../nodes/MessagingService/service/answer.ts';
import { isAccepted, retryAfter } from '../../nodes/MessagingService/service/refusal.ts';
import { refusalToRead, reportEntries } from '../../nodes/MessagingService/service/reports.ts';
import { saysNo } from '../../nodes/MessagingService/service/saysNo.ts';
import { serviceWords } from '../../nodes/MessagingService/service/serviceWords.ts';
import { isRead } from './ask.ts';
import type { Answer, Asking, Request } from './ask.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';
import { nameShown, quoted, shapeOf, statusOf } from './shapes.ts';

export const isJson = ({ status, json, problem }: Answer) =>
	isAccepted({ statusCode: status }) && !problem && json !== undefined;
/** Whether the service turned down the key. */
export const isUnauthorized = ({ status }: Answer) => status === 401 || status === 403;
export const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;
/** Whether nothing came that says anything of the account. */
export const isSilent = ({ status }: Answer) => status === 0 || status === 429;
/** Whether there is nothing at the path. */
export const isMissing = ({ status }: Answer) => [404, 405, 410, 501].includes(status);
/** Whether an answer is what was asked for, as far as it says. */
export const isDone = (answer: Answer) =>
	isAccepted({ statusCode: answer.status }) && !answer.problem && !saysNo(answer.json);
/** Whether the service took what was sent, as the node reads its answer. */
export const isTaken = (answer: Answer) => isDone(answer) && !refusalIn(answer.json);

export const ADDRESS =
	"Credential: check Sandbox URL or Production URL. It doesn't end with /v1, and leads to the service itself";
const STATUSES =
	'On Unknown Outcome and Retry On Fail go by the status: read docs/sending.md before you use them';

/**
 * What every answer shows, whatever was asked for.
 *
 * @param isOfNothing whether the path leads nowhere, so that a redirect means nothing
 */
export function judgeAnswer(answer: Answer, findings: Findings, isOfNothing = false): void {
	const { status, json, headers } = answer;
	if (isRedirect(answer) && !isOfNothing) {
		const to = headers.location?.split('?')[0] ?? '';
		findings.different(
			'address',
			`${status}, a redirect ${quoted(to)}`.trim(),
			`${ADDRESS}, not to a redirect`,
		);
	}
	if (status === 429) {
		const change = 'Request Options: Batching. Options → Requests: Max Wait';
		findings.different('request-limits', '429: too many requests', change);
	}
	if (answer.largeNumbers) {
		const came = `numbers beyond 2^53 in ${answer.largeNumbers.slice(0, 5).map(nameShown).join(', ')}`;
		const change =
			'The nodes give these numbers as texts, with all digits: keep them as texts. Other JSON readers, such as the HTTP Request node, lose their last digits';
		findings.different('answer-encoding', came, change);
	} else if (isJson(answer)) findings.asAssumed('answer-encoding', 'JSON in UTF-8');
	else if (isAccepted({ statusCode: status }) && answer.problem && !isOfNothing) {
		findings.different('answer-encoding', `${status}, no JSON`, ADDRESS);
	}
	const isRefusal = status >= 400 || (isAccepted({ statusCode: status }) && saysNo(json));
	if (isRefusal && typeof json === 'object' && json !== null) {
		const hasWords = serviceWords(json) !== JSON.stringify(json) && serviceWords(json) !== '';
		if (hasWords) findings.asAssumed('error-words', shapeOf(json));
		else
			findings.different(
				'error-words',
				shapeOf(json),
				'Errors of the nodes show the JSON instead of words',
			);
	}
}

/** An answer to something that does not exist: it has to be a refusal that the node recognizes. */
export function judgeRefusal(answer: Answer, mayBeEmpty: boolean, findings: Findings): void {
	const { status, json } = answer;
	if (isSilent(answer) || isRedirect(answer)) return;
	const came = statusOf(answer);
	if (status >= 400) {
		const isKnown = status < 500 && status !== 408;
		if (isKnown) findings.asAssumed('http-status', String(status));
		else findings.different('http-status', `${came} to what does not exist`, STATUSES);
		return;
	}
	if (mayBeEmpty && entriesIn(answer)?.length === 0) {
		findings.asAssumed('empty-list', `${status}, ${shapeOf(json)}`);
		return;
	}
	findings.different('http-status', `${came} to what does not exist`, STATUSES);
	if (saysNo(json) || refusalToRead(json)) findings.asAssumed('refusal-in-200', shapeOf(json));
	else if (isObject(json)) {
		const change = 'The nodes take such an answer for a success: check it with an IF node';
		findings.different('refusal-in-200', shapeOf(json), change);
	}
}

const MOST_TURNS = 3;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Asks and judges what every answer shows. If there were too many requests, it waits and reads again; it sends nothing again. */
export async function asked(asking: Asking, findings: Findings, request: Request): Promise<Answer> {
	for (let turn = 1; ; turn++) {
		const answer = await asking.ask(request);
		judgeAnswer(answer, findings, request.isUnknown && request.id === undefined);
		if (answer.status !== 429 || !isRead(request) || turn === MOST_TURNS) return answer;
		const asksFor = retryAfter(answer.headers['retry-after']) ?? SHORTEST_PAUSE_MS;
		await asking.pause(Math.min(Math.max(asksFor, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
	}
}

/** Whether the service took a body whose fields are assumed. */
export function judgeBody(
	row: Row,
	answer: Answer,
	findings: Findings,
	isFine: () => boolean = () => isTaken(answer),
): boolean {
	const { status } = answer;
	if (isJson(answer) || (isAccepted({ statusCode: status }) && !answer.problem)) {
		if (isFine()) {
			findings.asAssumed(row, statusOf(answer));
			return true;
		}
	}
	const isAboutBody = [400, 413, 415, 422, 500].includes(status) || (status >= 200 && status < 300);
	if (!isAboutBody)
		findings.notTried(
			row,
			`${status ? 'the request was answered' : 'no answer came:'} ${statusOf(answer)}`,
		);
	else {
		const how = row === 'send-fields' ? 'Options: Body Fields' : 'Specify Body: Using JSON';
		findings.different(row, statusOf(answer), `${how}: fill in what the service asks for`);
	}
	return false;
}

/** The entries that the node takes from a report; undefined if it finds none. */
export function entriesIn({ json, ...answer }: Answer): IDataObject[] | undefined {
	if (!isAccepted({ statusCode: answer.status }) || answer.problem) return undefined;
	try {
		return reportEntries(json).filter(isObject);
	} catch {
		return undefined;
	}
}
