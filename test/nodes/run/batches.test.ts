import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import {
	bulk,
	inOrder,
	messagesPerRecipient,
	places,
	recipients,
	retry,
	send,
	sendBulk,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const importContacts = (size: number): INodeParameters => ({
	resource: 'contact',
	operation: 'import',
	phoneNumber: '={{ $json.to }}',
	options: group('requests', { batchSize: size }),
});

const refused = { kind: 'status', status: 400, body: { message: 'No' } };

/** How many items each request was for. */
const sizes = async () =>
	(await service.received()).map(({ body }) => (body as unknown as IDataObject[]).length);

describe('Batches', () => {
	it('read the credential once', async () => {
		const { credential, reads } = service.countedCredential();
		await runNode(credential, sendBulk(10), recipients(30));
		expect(await sizes()).toEqual([10, 10, 10]);
		expect(reads()).toBe(1);
	});

	it.each([
		['Send', send, { credentials: {} }, 'Node does not have any credentials set'],
		['Send Bulk', sendBulk(10), { credentials: {} }, 'Node does not have any credentials set'],
		[
			'Import',
			importContacts(0),
			{},
			"'Batch Size' of 'Requests' isn't a whole number from 1 to 1000: 0",
		],
		[
			'Send',
			{ ...send, options: group('requests', { maxWait: -1 }) },
			{},
			"'Max Wait' of 'Requests' isn't a whole number",
		],
	])('%s: fail for every item when nothing can be sent at all, and say so', async (...row) => {
		const [, parameters, settings, message] = row;
		const stopped = await runNode(service.credential, parameters, recipients(3), settings);
		expect(stopped.error?.message).toContain(message);

		const onError = 'continueErrorOutput';
		const went = await runNode(service.credential, parameters, recipients(3), {
			...settings,
			onError,
		});
		expect(went.output).toEqual([]);
		expect(
			went.errorOutput.map(({ json, pairedItem }) => [json.to, json.error, pairedItem]),
		).toEqual(
			recipients(3).map(({ to }, item) => [to, expect.stringContaining(message), { item }]),
		);
		expect(await service.received()).toEqual([]);
	});

	it('fail for every item with the advice for the API key when it is wrong', async () => {
		for (const apiKey of ['', undefined as never]) {
			const settings = { onError: 'continueRegularOutput' } as const;
			const credential = { ...service.credential, apiKey };
			const { output } = await runNode(credential, send, recipients(2), settings);
			expect(output.map(({ json }) => json)).toEqual(
				recipients(2).map(() => ({
					error: 'The API key is empty (the credential)',
					details: expect.stringContaining('Nothing was sent. Copy the key again'),
				})),
			);
		}
		expect(await service.received()).toEqual([]);
	});

	it('fail for every item when the credential has been deleted', async () => {
		const deleted = {
			...service.credential,
			get apiKey(): string {
				throw new Error('Credential with ID "7" does not exist');
			},
		};
		const settings = { onError: 'continueErrorOutput' } as const;
		const { output, errorOutput } = await runNode(deleted, send, recipients(2), settings);
		expect(output).toEqual([]);
		expect(errorOutput.map(({ json }) => json)).toEqual(
			recipients(2).map(({ to }) => ({
				to,
				error: 'Credential with ID "7" does not exist',
				details: 'Nothing was sent in this try. Select the credential again.',
			})),
		);
		expect(await service.received()).toEqual([]);
	});
});

describe("Batches of the user's own JSON", () => {
	const json = {
		...send,
		operation: 'sendBulk',
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify([{ to: $json.to, from: "Shop", text: "Hello" }]) }}',
	};

	it('go out once where they are the same for several items, also in a later try', async () => {
		const [first, second] = recipients(2);
		await service.fail({ ...bulk, ...refused, after: 1 });
		const run = await runNode(service.credential, json, [first, second, first], retry);
		expect(run.error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [first.to]: 1, [second.to]: 1 });
		expect(places(run)).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }]);
	});
});

describe('Batches that have to wait', () => {
	const clock = clockForTests();

	it('wait for a busy service', async () => {
		await service.fail({ ...bulk, kind: 'status', status: 429, retryAfter: 1, after: 1 });
		const begun = Date.now();
		const run = await clock.run(service.credential, sendBulk(10), recipients(30));
		expect(places(run)).toEqual(inOrder(30));
		expect(await sizes()).toEqual([10, 10, 10, 10]);
		expect(Date.now() - begun).toBe(1000);
	});
});
