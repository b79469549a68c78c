import { timingSafeEqual } from 'crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import { takeAnswer } from './answer';
import { closedPage, policy, questionPage, recordedPage } from './page';
import { type Asked, type Question, KEPT } from './question';
import { reachOf } from './reach';
import { readersLanguage } from './readersLanguage';

/** The webhooks of a question's link, in the shape of n8n's own nodes: GET shows a page, POST takes the answer. */
export const questionWebhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		// n8n knows its signed links by this path, and checks the signature itself.
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** The text of the SMS: the message, and the signed link on a line of its own. */
export function messageWithLink(context: IExecuteFunctions, question: Asked): string {
	return `${question.message}\n${linkTo(context, question.number).href}`;
}

export async function waitForAnswer(context: IExecuteFunctions, { limit, ...question }: Asked) {
	const end = limit(new Date());
	context.getContext('node')[KEPT] = { ...question, until: end.getTime() } satisfies Question;
	await context.putExecutionToWait(end);
}

/** Shows the question's page and takes its answer. Only a POST decides: previews and virus scanners open links. */
export async function answerQuestion(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = this.getResponseObject();
	response.setHeader('Content-Security-Policy', policy);
	// The address holds the signature, and the page is out of date as soon as it is answered.
	response.setHeader('Referrer-Policy', 'no-referrer');
	response.setHeader('Cache-Control', 'no-store');
	response.setHeader('X-Robots-Tag', 'noindex');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('X-Frame-Options', 'DENY');
	const show = (status: number, page: string): IWebhookResponseData => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};

	const language = readersLanguage(this.getHeaderData()['accept-language']);
	const question = openQuestion(this);
	if (!question) return show(410, closedPage(language));
	if (this.getRequestObject().method !== 'POST') return show(200, questionPage(question, language));

	// JSON in the body may be anything. An error here would end the wait.
	const given = (this.getBodyData() as IDataObject | null | undefined) ?? {};
	const taken = takeAnswer(question.answers, given);
	if ('problem' in taken) return show(422, questionPage(question, language, taken));
	const json = { data: { ...taken.answer, respondedAt: new Date().toISOString() } };
	return {
		// n8n sends the page only after it has taken the answer: of two at once, it refuses the second.
		webhookResponse: recordedPage(question, language, taken.answer),
		workflowData: [[{ json, pairedItem: 0 }]],
	};
}

/** The question of a link, if n8n still waits for its answer. n8n itself accepts the link of an earlier one, too. */
export function openQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook reads its node's context only by an expression, which braces would end.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\u00${brace.charCodeAt(0).toString(16)}`,
	);
	const kept = context.evaluateExpression(`{{ JSON.stringify($(${name}).context.${KEPT}) }}`);
	if (typeof kept !== 'string') return undefined;
	const question = JSON.parse(kept) as Question;
	const given = (context.getQueryData() as IDataObject).signature;
	const expected = linkTo(context, question.number).searchParams.get('signature') ?? '';
	return isSame(given, expected) && Date.now() < question.until ? question : undefined;
}

/** The link to a question's page, signed with n8n's own secret. The signature covers the question's number. */
function linkTo(context: IExecuteFunctions | IWebhookFunctions, number: number): URL {
	return new URL(context.getSignedResumeUrl({ q: String(number) }));
}

/** Compares two signatures in the same time wherever they differ. */
function isSame(given: unknown, expected: string): boolean {
	if (typeof given !== 'string' || !expected) return false;
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** Keeps a question from going out to a real phone with a link that it can't open. */
export function refuseLinkToSelf(context: IExecuteFunctions, environment: unknown): void {
	if (environment !== 'production') return;
	const { host, hostname } = linkTo(context, 1);
	const reach = reachOf(hostname);
	if (reach === 'machine') {
		throw new Problem(
			`No phone can open a link to ${host}`,
			'Nothing was sent. Set WEBHOOK_URL to the address at which people reach your n8n, on the workers too, and start n8n again.',
		);
	}
	if (reach === 'network' && !isTool(context.getNode())) {
		const message = `The link leads to ${host}: only phones in your own network can open it.`;
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}
