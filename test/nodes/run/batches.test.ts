import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode, startNode } from '../../support/engine';
import {
	asked,
	bulk,
	inOrder,
	kept,
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
		['Send Bulk', sendBulk(10)],
		['Import', importContacts(10)],
	])('of %s are remembered whole for Retry On Fail', async (_, parameters) => {
		await service.fail({ ...refused, after: 2 });
		await service.fail({ ...refused, after: 3 });
		const run = await runNode(service.credential, parameters, recipients(45), retry);
		expect(run.error).toBeUndefined();
		expect(places(run)).toEqual(inOrder(45));
		expect(await sizes()).toEqual([10, 10, 10, 10, 10, 10, 5]);
		const bodies = (await service.received()).filter(({ status }) => status < 300);
		const numbers = bodies.flatMap(({ body }) =>
			(body as unknown as IDataObject[]).map(({ to, phoneNumber }) => to ?? phoneNumber),
		);
		expect(numbers).toEqual(recipients(45).map(({ to }) => to));
		expect(kept(run)).toEqual({});
	});

	it('give each item its own answer also in a later try', async () => {
		await service.fail({ ...refused, after: 1 });
		const items = recipients(6);
		const { output } = await runNode(service.credential, sendBulk(2), items, retry);
		expect(output.map(({ json }) => String(json.to))).toEqual(items.map(({ to }) => to));
	});

	it('stop at the first that fails, and say what became of the others', async () => {
		await service.fail({ ...refused, after: 2 });
		const { error } = await runNode(service.credential, sendBulk(10), recipients(45));
		expect(error?.message).toBe('No');
		expect(error?.description).toContain('This was item 21 of 45.');
		expect(error?.description).toContain(
			'Of the 45 items, 20 were accepted, 10 failed, 15 not attempted.',
		);
		expect(error?.description).toMatch(/IDs of those accepted: ([^,]+, ){19}[^,]+\.$/);
		expect(await sizes()).toEqual([10, 10, 10]);
	});

	it.each([
		['a time-out', { kind: 'timeout' }],
		['a dropped connection', { kind: 'drop' }],
		['500', { kind: 'status', status: 500 }],
		['503', { kind: 'status', status: 503 }],
		['an HTML page', { kind: 'html' }],
	])(
		'leave alone the one of which it is not known what became of it, and send the rest with Retry On Fail: %s',
		async (_, fault) => {
			await service.fail({ ...bulk, ...fault, accepted: true, after: 1 });
			const parameters = { ...sendBulk(10), requestOptions: { timeout: 400 } };
			const { error } = await runNode(service.credential, parameters, recipients(45), retry);
			expect(error?.description).toContain("It isn't known whether");
			expect(await sizes()).toEqual([10, 10, 10, 10, 5]);
			expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(45).fill(1));
		},
	);

	it('send again what may have been sent if the user wants it', async () => {
		await service.fail({ ...bulk, kind: 'drop', accepted: true, after: 1 });
		const run = await runNode(
			service.credential,
			sendBulk(10, group('requests', { batchSize: 10, onUnknownOutcome: 'resend' })),
			recipients(30),
			retry,
		);
		expect(places(run)).toEqual(inOrder(30));
		expect(await sizes()).toEqual([10, 10, 10, 10]);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'go on behind one that fails, and give an error for each of its items: %s',
		async (onError) => {
			await service.fail({ ...refused, after: 1 });
			const run = await runNode(service.credential, sendBulk(10), recipients(25), { onError });
			const failed = onError === 'continueErrorOutput' ? run.errorOutput : run.output.slice(10, 20);
			expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
				Array.from({ length: 10 }, (_, n) => ['No', { item: 10 + n }]),
			);
			expect(run.output).toHaveLength(onError === 'continueErrorOutput' ? 15 : 25);
			expect(await sizes()).toEqual([10, 10, 5]);
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'send nobody twice when the first of them fails and n8n tries again: %s',
		async (onError) => {
			for (const fault of [refused, { kind: 'drop', accepted: true }]) {
				await service.reset();
				await service.fail({ ...bulk, ...fault });
				const run = await runNode(service.credential, sendBulk(10), recipients(25), {
					...retry,
					onError,
				});
				expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(25).fill(1));
				expect(run.output.length + run.errorOutput.length).toBe(25);
				expect(kept(run)).toEqual({});
			}
		},
	);

	it.each([
		['Send', send, { credentials: {} }, 'Node does not have any credentials set'],
		['Send Bulk', sendBulk(10), { credentials: {} }, 'Node does not have any credentials set'],
		['Import', importContacts(0), {}, "'Batch Size' isn't a whole number from 1 to 1000: 0"],
		[
			'Send',
			{ ...send, options: group('requests', { maxWait: -1 }) },
			{},
			"'Max Wait' isn't a whole number",
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

	it('are checked before the first is sent', async () => {
		const items = [...recipients(30), { to: 'call me' }];
		const { error } = await runNode(service.credential, sendBulk(10), items, retry);
		expect(error?.message).toBe("'To' isn't a phone number: call me (item 31 of 31)");
		expect(await service.received()).toEqual([]);
	});

	it('leave out an item whose expression fails, if the user goes on', async () => {
		const to = "={{ $json.bad ? $('Nope').first().json.x : $json.to }}";
		const items = recipients(5).map((item, index) => ({ ...item, bad: index === 2 }));
		const parameters = { ...sendBulk(10), to };
		const stopped = await runNode(service.credential, parameters, items, retry);
		expect(stopped.error?.context.data).toMatchObject({ item: 3 });
		expect(await service.received()).toEqual([]);

		const { output, errorOutput } = await runNode(service.credential, parameters, items, {
			...retry,
			onError: 'continueErrorOutput',
		});
		expect([output.length, errorOutput.length]).toEqual([4, 1]);
		expect(await sizes()).toEqual([4]);
	});

	it('keep the runs of a loop apart', async () => {
		await service.fail({ ...bulk, ...refused, after: 1 });
		const runs = [recipients(4), recipients(4, 100)];
		const run = await startNode(service.credential, sendBulk(2), runs, retry).finished;
		expect(run.error).toBeUndefined();
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(8).fill(1));
		expect(kept(run)).toEqual({});
	});

	it('send one item of many with Execute Once', async () => {
		await runNode(service.credential, sendBulk(2), recipients(5), { executeOnce: true });
		expect(await sizes()).toEqual([1]);
	});
});

describe("Batches of the user's own JSON", () => {
	const json = {
		...send,
		operation: 'sendBulk',
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify([{ to: $json.to, from: "Shop", text: "Hello" }]) }}',
	};

	it('are remembered whole for Retry On Fail', async () => {
		await service.fail({ ...bulk, ...refused, after: 2 });
		const run = await runNode(service.credential, json, recipients(5), retry);
		expect(run.error).toBeUndefined();
		expect(run.output).toHaveLength(5);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(5).fill(1));
		expect(kept(run)).toEqual({});
	});

	it('go out once where they are the same for several items, also in a later try', async () => {
		const [first, second] = recipients(2);
		await service.fail({ ...bulk, ...refused, after: 1 });
		const run = await runNode(service.credential, json, [first, second, first], retry);
		expect(run.error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [first.to]: 1, [second.to]: 1 });
		expect(places(run)).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }]);
	});

	it('leave alone the one of which it is not known what became of it', async () => {
		await service.fail({ ...bulk, kind: 'drop', accepted: true, after: 1 });
		const { error } = await runNode(service.credential, json, recipients(5), retry);
		expect(error?.description).toContain('4 were accepted, 1 failed, 0 not attempted');
		expect(await asked(service)).toHaveLength(5);
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
