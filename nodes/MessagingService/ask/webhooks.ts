import type { IHttpRequestMethods, IWebhookDescription } from 'n8n-workflow';

/** The link of a question, in the shape of n8n's own nodes: GET shows a page, POST takes the answer. */
export const questionWebhooks: IWebhookDescription[] = [link('GET'), link('POST')];

function link(httpMethod: IHttpRequestMethods): IWebhookDescription {
	return {
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		// By this path n8n knows a link that it has signed, and checks the signature itself.
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	};
}
