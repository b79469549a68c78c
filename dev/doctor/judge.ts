import type { IDataObject } from 'n8n-workflow';

import {
	isAccepted,
	isObject,
	isWrongKey,
	noIn,
	readReport,
	retryAfter,
	serviceWords,
} from './node.ts';
import { isRead } from './exchange.ts';
import type { Asking } from './ask.ts';
import type { Answer, Request } from './exchange.ts';
import type { Findings } from './findings.ts';
import { operationOf } from './operations.ts';
import type { Row } from './rows.ts';
import { nameShown, quoted, shapeOf, statusOf } from './shapes.ts';

const isFine = ({ status }: Answer) => isAccepted({ statusCode: status });
export const isJson = (answer: Answer) => isFine(answer) && answer.json !== undefined;
/** Whether the service turned down the key. */
export const isUnauthorized = ({ status }: Answer) => isWrongKey(status);
export const isRedirect = ({ status }: Answer) => status >= 300 && status < 400;
/** Whether nothing came that says anything of the account. */
export const isSilent = ({ status }: Answer) => status === 0 || status === 429;
/** Whether there is nothing at the path. */
export const isMissing = ({ status }: Answer) => [404, 405, 410, 501].includes(status);

export const ADDRESS =
	'Credential: check Sandbox URL or Production URL. It has to lead to the service itself';
const STATUSES = 'Retry On Fail goes by the status: read docs/errors.md before you use it';
/** Begins what to do where the form has nothing to enter. */
export const NO_SETTING = 'No setting mends this';

/** What every answer shows, whatever was asked for. */
export function judgeAnswer(request: Request, answer: Answer, findings: Findings): void {
	const { status, json, headers, problem } = answer;
	const { name, id, isUnknown, hasWrongKey } = request;
	const isOfNothing = isUnknown && id === undefined;
	// What nobody has is to be refused.
	if (!isUnknown && !hasWrongKey) {
		findings.answered(request, problem && statusOf(answer));
		if (!problem && operationOf(name).row === 'object-answer') judgeObject(json, findings);
	}
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
	else if (isFine(answer) && problem && !isOfNothing) {
		findings.different('answer-encoding', `${status}, no JSON`, ADDRESS);
	}
	const no = isFine(answer) && problem ? noIn(json, 'change') : undefined;
	const refusal = status >= 400 ? json : no;
	if (typeof refusal !== 'object' || refusal === null) return;
	const change = `${NO_SETTING}: errors of the nodes show the JSON instead of words`;
	findings.judge('error-words', Boolean(serviceWords(refusal)), shapeOf(json), change);
}

/** An answer to something that does not exist: it has to be a refusal that the node recognizes. */
export function judgeRefusal(answer: Answer, mayBeEmpty: boolean, findings: Findings): void {
	const { status, json, problem } = answer;
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
	if (problem && json !== undefined) findings.asAssumed('refusal-in-200', shapeOf(json));
	else if (isObject(json)) {
		const change = `${NO_SETTING}: the nodes take such an answer for a success. Check it with an If node`;
		findings.different('refusal-in-200', shapeOf(json), change);
	}
}

const MOST_TURNS = 3;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Asks and judges what every answer shows. If there were too many requests, it waits and reads again; it sends nothing again. */
export async function asked(asking: Asking, request: Request): Promise<Answer> {
	for (let turn = 1; ; turn++) {
		const answer = await asking.ask(request);
		judgeAnswer(request, answer, asking.findings);
		if (answer.status !== 429 || !isRead(request) || turn === MOST_TURNS) return answer;
		const asksFor = retryAfter(answer.headers['retry-after']) ?? SHORTEST_PAUSE_MS;
		await asking.pause(Math.min(Math.max(asksFor, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
	}
}

function judgeObject(json: unknown, findings: Findings): void {
	const change = `${NO_SETTING}: the node gives what came. In the next node, use its fields in place of those that the documents name`;
	findings.judge('object-answer', isObject(json), shapeOf(json), change);
}

/** Judges whether the service took a body whose fields are assumed. */
export function judgeBody(row: Row, answer: Answer, findings: Findings): boolean {
	const { status, problem } = answer;
	const came = statusOf(answer);
	if ([400, 413, 415, 422].includes(status)) {
		const hasJson = row !== 'send-fields' && row !== 'campaign-cancel';
		const how = hasJson ? 'Specify Body: Using JSON' : 'Options: Body Fields';
		findings.different(row, came, `${how}: fill in what the service asks for`);
	} else if (!problem) findings.asAssumed(row, came);
	return !problem;
}

/** The entries that the node takes from a report; undefined if it finds none. */
export function entriesIn(answer: Answer, messageId?: string): IDataObject[] | undefined {
	if (answer.problem) return undefined;
	try {
		return readReport(answer.json, messageId).entries;
	} catch {
		return undefined;
	}
}
