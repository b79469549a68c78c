import { timingSafeEqual } from 'crypto';
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Asked, Question } from './question';
import { KEPT } from './question';

/** The text of the SMS: the message, and the signed link on a line of its own. */
export function messageWithLink(context: IExecuteFunctions, question: Asked): string {
	return `${question.message}\n${linkTo(context, question).href}`;
}

/** Stores the question with the execution, and has n8n wait. */
export async function waitForAnswer(
	context: IExecuteFunctions,
	{ limit, ...question }: Asked,
): Promise<void> {
	const end = limit(new Date());
	context.getContext('node')[KEPT] = { ...question, until: end.getTime() } satisfies Question;
	await context.putExecutionToWait(end);
}

/**
 * The question of a link, if n8n still waits for its answer. The signature covers the question's number, so a link is
 * good for one question. n8n checks the signature too, but accepts that of an earlier question of the same node.
 */
export function openQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook reads its node's context only by an expression, which braces would end.
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
	const expected = linkTo(context, question).searchParams.get('signature') ?? '';
	const isOpen = isSame(given, expected) && Date.now() < question.until;
	return isOpen ? question : undefined;
}

/** The link to a question's page, signed with n8n's own secret. */
function linkTo(
	context: IExecuteFunctions | IWebhookFunctions,
	{ number }: Pick<Question, 'number'>,
): URL {
	return new URL(context.getSignedResumeUrl({ q: String(number) }));
}

/** Compares two signatures in the same time wherever they differ. */
function isSame(given: unknown, expected: string): boolean {
	if (typeof given !== 'string' || !expected) return false;
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}
