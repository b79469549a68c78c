import { timingSafeEqual } from 'crypto';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Asked, Question } from './question';
import { KEPT } from './question';

/** The SMS: the message, and on a line of its own the link, which n8n signs. */
export function messageWithLink(context: IExecuteFunctions, question: Asked): string {
	return `${question.message}\n${linkTo(context, question).href}`;
}

/** Has n8n keep the question with the execution, and wait. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ limit, ...question }: Asked,
): Promise<void> {
	const end = limit(new Date());
	context.getContext('node')[KEPT] = { ...question, until: end.getTime() } satisfies Question;
	await context.putExecutionToWait(end);
}

/**
 * The question that a link leads to, unless it is not the one that is waited for, or is too late. The
 * signature covers the question's number, so a link is good for one question. n8n has checked it too, but
 * would take that of an earlier question of the same node.
 */
export function openQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook cannot ask for its node's context but by an expression; braces would end that.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\u00${brace.charCodeAt(0).toString(16)}`,
	);
	const kept: unknown = context.evaluateExpression(
		`{{ JSON.stringify($(${name}).context.${KEPT}) }}`,
	);
	if (typeof kept !== 'string') return undefined;
	const question = JSON.parse(kept) as Question;
	const given = (context.getQueryData() as IDataObject).signature;
	const isOpen = isSame(given, signatureOf(context, question)) && Date.now() < question.until;
	return isOpen ? question : undefined;
}

/** The link to a question's page, signed with n8n's own secret. */
function linkTo(
	context: IExecuteFunctions | IWebhookFunctions,
	{ number }: Pick<Question, 'number'>,
): URL {
	return new URL(context.getSignedResumeUrl({ q: String(number) }));
}

function signatureOf(context: IWebhookFunctions, question: Question): string {
	return linkTo(context, question).searchParams.get('signature') ?? '';
}

/** Whether two signatures are the same, found out in the same time wherever they differ. */
function isSame(given: unknown, expected: string): boolean {
	if (typeof given !== 'string' || !expected) return false;
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}
