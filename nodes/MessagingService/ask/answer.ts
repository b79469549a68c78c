import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { closedPage, LONGEST_ANSWER, policy, questionPage, recordedPage } from './page';
import type { Question } from './question';
import { openQuestion } from './waiting';

/** What somebody answered, in the shape of n8n's own nodes that send and wait. */
type Answer = { approved: boolean } | { text: string };

/**
 * Answers who opens the link or presses a button. Only a POST decides: previews and virus scanners
 * open links, and must not approve anything.
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

	// A body of JSON may be anything. An error here would end the wait, so there must be none.
	const given = (this.getBodyData() as IDataObject | null | undefined) ?? {};
	const answer = readAnswer(question, given);
	if ('problem' in answer) return show(422, questionPage(question, answer));
	return {
		// n8n sends the page only when it has taken the answer: of two at once, the second is refused.
		webhookResponse: recordedPage(question),
		workflowData: [
			[{ json: { data: { ...answer, respondedAt: new Date().toISOString() } }, pairedItem: 0 }],
		],
	};
}

/** The answer that a form was sent with, or what is wrong with it and what was written. */
export function readAnswer(
	{ answers }: Question,
	{ approved, text }: IDataObject,
): Answer | { problem: string; written: string } {
	if (answers.type === 'freeText') {
		const written = typeof text === 'string' ? text.replace(/\r\n?/g, '\n').trim() : '';
		if (!written) return { problem: 'Please write an answer.', written };
		if (written.length <= LONGEST_ANSWER) return { text: written };
		return { problem: `Please write at most ${LONGEST_ANSWER} characters.`, written };
	}
	if (approved === 'true') return { approved: true };
	if (approved === 'false' && answers.decline) return { approved: false };
	return { problem: 'Please press one of the buttons.', written: '' };
}
