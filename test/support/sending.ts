import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from './engine';
import { group } from './group';
import type { Service } from './service';

export { group };

/** The option Skip Messages with one of its switches on, and other fields. */
export const skip = (
	by: 'skipDuplicates' | 'skipSuppressed' | 'sendWindow',
	values: INodeParameters = {},
): INodeParameters => group('skipMessages', { [by]: true, ...values });

/** A Send Window that is open at any time. */
export const always = {
	weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
	opens: '00:00',
	closes: '24:00',
} satisfies INodeParameters;

/** Sends an SMS to each item's `to`. */
export const send = {
	resource: 'sms',
	operation: 'send',
	to: '={{ $json.to }}',
	from: 'Shop',
	text: 'Hello',
} satisfies INodeParameters;

/** The same in batches of `size`. */
export const sendBulk = (size: number, options: INodeParameters = {}): INodeParameters => ({
	...send,
	operation: 'sendBulk',
	options: { ...group('requests', { batchSize: size }), ...options },
});

/** Sends an email to an address of each item's `to`. */
export const email = {
	resource: 'email',
	operation: 'send',
	to: '={{ $json.to }}@example.com',
	from: 'shop@example.com',
	subject: 'Order',
	text: 'Hello',
} satisfies INodeParameters;

/** What sends a message to each item, with its options: what these operations share is tested on each. */
export const everySend: Array<[string, (options: INodeParameters) => INodeParameters]> = [
	['Send', (options) => ({ ...send, options })],
	['Send Bulk', (options) => sendBulk(2, options)],
	['Viber', (options) => ({ ...send, resource: 'viber', options })],
	['Email', (options) => ({ ...email, options })],
];

/** What the service says of a message of one part that it has accepted. */
export const sent = {
	messageId: expect.any(String),
	sent: expect.any(String),
	partIds: [expect.any(String)],
};

/** Settings of a node that is tried again. */
export const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const single = { path: '/v1/sms/single' };
export const bulk = { path: '/v1/sms/bulk' };

/** As many items, each with a number of its own that the sandbox takes for an ordinary one. */
export const recipients = (count: number, from = 0): Array<{ to: string }> =>
	Array.from({ length: count }, (_, n) => ({ to: `3706${String(from + n).padStart(4, '0')}111` }));

/** The SMS that the sandbox has accepted. */
export async function messages(service: Service): Promise<IDataObject[]> {
	return (await service.control('GET', 'state')).messages;
}

/** How many messages each number was sent. */
export async function messagesPerRecipient(service: Service): Promise<Record<string, number>> {
	return await service.control('GET', 'messages-per-recipient');
}

/** The numbers that requests were made for, in the order they came, a batch's one after the other. */
export async function asked(service: Service): Promise<unknown[]> {
	const received = await service.received();
	return received.flatMap(({ body }) => [body].flat().map(({ to }) => to));
}

/** What the node keeps with the execution. */
export const kept = ({ run }: NodeRun): IDataObject =>
	(run.data.executionData?.contextData['node:Messaging Service'] ?? {}) as IDataObject;

/** What n8n shows above the output of the node's last run, and the words of it. */
export const hintsOf = ({ run }: NodeRun) =>
	run.data.resultData.runData['Messaging Service']?.at(-1)?.hints ?? [];
export const linesOf = (run: NodeRun) => hintsOf(run).map(({ message }) => message);

/** The input items that the output came from. */
export const places = ({ output }: NodeRun) => output.map(({ pairedItem }) => pairedItem);

/** The places of so many items that each gave one. */
export const inOrder = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

export const pause = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));
