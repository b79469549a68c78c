import { WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookData,
	IWebhookResponseData,
} from 'n8n-workflow';

import { additionalData } from './additionalData';
import type { NodeRun } from './engine';
import { evaluating } from './workflow';

/** What somebody gets who opens a link, and what the node hands to n8n. */
export type Opened = {
	status?: number;
	headers: Record<string, string>;
	/** What the node itself sent. What n8n is to send is in `given`. */
	page?: string;
	given: IWebhookResponseData;
};

/** Opens the link of an execution that waits, or sends a form to it, as n8n does when it has checked the link. */
export async function openLink(
	credential: ICredentialDataDecryptedObject,
	{ run, workflow }: NodeRun,
	link: string,
	method: string,
	body: unknown = {},
): Promise<Opened> {
	const node = run.data.executionData!.nodeExecutionStack[0].node;
	const sent: Omit<Opened, 'given'> = { headers: {} };
	const response = {
		setHeader: (name: string, value: string) => void (sent.headers[name.toLowerCase()] = value),
		status(code: number) {
			sent.status = code;
			return this;
		},
		send: (page: string) => void (sent.page = page),
	};
	const query = Object.fromEntries(new URL(link).searchParams) as IDataObject;
	const additional = Object.assign(additionalData(credential), {
		httpRequest: { method, body, query, headers: {}, params: {} },
		httpResponse: response,
	});
	const webhook = { node: node.name, path: node.id, workflowId: workflow.id } as IWebhookData;
	const data = structuredClone(run.data);
	const context = new WebhookContext(workflow, node, additional, 'integrated', webhook, [], data);
	const type = workflow.nodeTypes.getByNameAndVersion(node.type);
	if (!('webhook' in type)) throw new Error('The node takes no answer');
	const given = await evaluating(workflow, async () => await type.webhook!.call(context));
	return { given, ...sent };
}
