import type {
	IDataObject,
	IHttpRequestMethods,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { takeAnswer } from './answers';
import { closedPage, policy, questionPage, recordedPage } from './page';
import { openQuestion } from './waiting';

/** The webhooks of a question's link, in the shape of n8n's own nodes: GET shows a page, POST takes the answer. */
export const questionWebhooks: IWebhookDescription[] = [link('GET'), link('POST')];

function link(httpMethod: IHttpRequestMethods): IWebhookDescription {
	return {
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		// n8n knows its signed links by this path, and checks the signature itself.
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	};
}

/**
 * Shows the question's page and takes its answer. Only a POST decides: previews and virus scanners open links, and must
 * not approve anything.
 */
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

	const question = openQuestion(this);
	if (!question) return show(410, closedPage());
	if (this.getRequestObject().method !== 'POST') return show(200, questionPage(question));

	// JSON in the body may be anything. An error here would end the wait.
	const given = (this.getBodyData() as IDataObject | null | undefined) ?? {};
	const taken = takeAnswer(question.answers, given);
	if ('problem' in taken) return show(422, questionPage(question, taken));
	const json = { data: { ...taken.answer, respondedAt: new Date().toISOString() } };
	return {
		// n8n sends the page only after it has taken the answer: of two at once, it refuses the second.
		webhookResponse: recordedPage(question),
		workflowData: [[{ json, pairedItem: 0 }]],
	};
}
