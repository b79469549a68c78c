import { FormData, request } from 'undici';

import {
	chain,
	credentialOf,
	type Execution,
	type Host,
	giving,
	manualTrigger,
	type Step,
	type Workflow,
	type WorkflowNode,
} from './index';

export const recipient = '37060012345';

/** What the buttons send. */
export const approve = { approved: 'true' };
export const decline = { approved: 'false' };

/** What the page of n8n's own form sends: by the places of its fields a text. */
export function filledIn(...values: string[]): FormData {
	const form = new FormData();
	for (const [place, value] of values.entries()) form.append(`field-${place}`, value);
	return form;
}

/** Matches the time of an answer. */
export const recently = () => expect.stringMatching(/^20\d\d-.+Z$/);

/** A node that asks `recipient` by SMS. */
export const askingNode = (
	host: Host,
	parameters: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Step & Pick<WorkflowNode, 'parameters'> => ({
	id: 'ask-a-person',
	name: 'Ask',
	parameters: {
		resource: 'sms',
		operation: 'sendAndWait',
		to: recipient,
		from: 'Shop',
		message: 'Refund order 1042?',
		...parameters,
	},
	credentials: credentialOf(host),
	...settings,
});

/** A workflow that is started by hand and gives items to nodes, one behind the other. */
export const askingWorkflow = (items: object[], ...nodes: Step[]): Workflow =>
	chain(manualTrigger, giving(items), ...nodes);

/** Starts a workflow by hand; gives the execution's id. */
export async function start(host: Host, workflow: Workflow): Promise<string> {
	const { id } = await host.client.createWorkflow(workflow);
	return await host.client.startWorkflow(id, 'Start');
}

/** Waits until n8n waits for an answer. */
export async function untilWaiting(host: Host, executionId: string): Promise<Execution> {
	return await host.client.waitForExecution(executionId, 'waiting');
}

/** The texts that the phone of a number has received, the earliest first. */
export async function textsOn(host: Host, number = recipient): Promise<string[]> {
	const messages = await host.sandbox.messages();
	return messages
		.filter(({ to }) => to === number)
		.map(({ parts }) => parts.map(({ text }) => text).join(''));
}

/** The link in the latest message on a phone. */
export async function latestLink(host: Host, number = recipient): Promise<string> {
	return linkIn(host, (await textsOn(host, number)).at(-1) ?? '');
}

/** The link that a message ends with. */
export function linkIn(host: Host, text: string): string {
	const link = /https?:\S+$/.exec(text);
	if (!link) throw new Error(`There is no link in: ${text}`);
	return link[0].replace(/^https?:\/\/[^/]+/, host.n8nAddress);
}

/**
 * Opens a link without a browser, or sends a form to it: of names and values, or as multipart if it is `FormData`.
 *
 * @param language what the browser says in Accept-Language
 */
export async function open(
	link: string,
	method: 'GET' | 'HEAD' | 'POST' | 'PUT' = 'GET',
	form?: Record<string, string> | FormData,
	language?: string,
) {
	const plain = form instanceof FormData ? undefined : form;
	const { statusCode, headers, body } = await request(link, {
		method,
		headers: {
			...(plain && { 'content-type': 'application/x-www-form-urlencoded' }),
			...(language && { 'accept-language': language }),
		},
		body: plain ? new URLSearchParams(plain).toString() : (form as FormData | undefined),
	});
	return { status: statusCode, headers, page: await body.text() };
}

/** A node "After" that gives one item, which an expression makes as JSON. */
export const setting = (jsonOutput: string): Step => ({
	...{ name: 'After', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: { mode: 'raw', jsonOutput, options: {} },
});

/** Says what a node behind the question can know. */
const after = setting(
	"={{ JSON.stringify({ answer: $json.data, approved: $('Ask').item.json.data?.approved, order: $('Items').item.json.order }) }}",
);

/** Asks, and gives the execution that waits, and the link on the phone. */
export async function ask(
	host: Host,
	parameters: Record<string, unknown> = {},
): Promise<{ id: string; link: string }> {
	const id = await start(
		host,
		askingWorkflow([{ order: 1042 }], askingNode(host, parameters), after),
	);
	await untilWaiting(host, id);
	return { id, link: await latestLink(host) };
}

export async function finished(host: Host, id: string): Promise<Execution> {
	return await host.client.waitForExecution(id, 'success');
}

export async function statusOf(host: Host, id: string): Promise<string> {
	return (await host.client.execution(id)).status;
}

/** The heading of a page. */
export const headingOf = ({ page }: { page: string }) => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1];
