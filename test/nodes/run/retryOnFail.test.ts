import type { IDataObject } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode, startNode } from '../../support/engine';
import {
	asked,
	inOrder,
	kept,
	messages,
	messagesPerRecipient,
	places,
	recipients,
	retry,
	send,
	single,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const refused = { ...single, kind: 'status', status: 400, body: { message: 'No' } };

/** What the output says of each item: the number of the message, as the sandbox knows it. */
async function numbersOf(output: Array<{ json: IDataObject }>): Promise<string[]> {
	const inSandbox = await messages(service);
	const to = new Map(inSandbox.map((message) => [message.messageId, String(message.to)]));
	return output.map(({ json }) => String(to.get(json.messageId)));
}

describe('Retry On Fail', () => {
	it('reads the credential anew if n8n could not read it in the first try', async () => {
		let reads = 0;
		const passing = {
			...service.credential,
			get apiKey() {
				if (reads++ === 0) throw new Error('database is locked');
				return service.credential.apiKey;
			},
		};
		const { output, error } = await runNode(passing, send, recipients(2), retry);
		expect(error).toBeUndefined();
		expect(await numbersOf(output)).toEqual(recipients(2).map(({ to }) => to));
	});

	it('sends only what was not accepted, and gives everything at its place', async () => {
		await service.fail({ ...refused, after: 100 });
		const items = recipients(300);
		const run = await runNode(service.credential, send, items, retry);
		expect(run.error).toBeUndefined();
		expect(places(run)).toEqual(inOrder(300));
		expect(await numbersOf(run.output)).toEqual(items.map(({ to }) => to));
		expect(Object.values(await messagesPerRecipient(service))).toEqual(items.map(() => 1));
		expect(await service.received()).toHaveLength(301);
	});

	it('remembers over all tries, not only over the last', async () => {
		for (const after of [2, 4, 6]) await service.fail({ ...refused, after });
		const run = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 1 }) },
			recipients(10),
			{ ...retry, maxTries: 5 },
		);
		expect(places(run)).toEqual(inOrder(10));
		expect(await service.received()).toHaveLength(13);
		expect(kept(run)).toEqual({});
	});

	it('keeps nothing with an execution that succeeded, and little with one that failed', async () => {
		const good = await runNode(service.credential, send, recipients(20), retry);
		expect(kept(good)).toEqual({});

		await service.fail({ ...refused, after: 18, count: 10 });
		const failed = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 1 }) },
			recipients(20, 100),
			retry,
		);
		expect(failed.error?.message).toBe('No');
		expect(Object.keys(kept(failed)['accepted:0'] as object)).toHaveLength(18);
		const inSandbox = await messages(service);
		const answers = JSON.stringify(inSandbox.slice(20)).length;
		expect(JSON.stringify(kept(failed)).length).toBeLessThan(answers);
	});

	it('keeps the runs of a loop apart', async () => {
		await service.fail({ ...refused, after: 3 });
		await service.fail({ ...refused, after: 8 });
		const runs = [recipients(5), recipients(5, 100), recipients(5, 200)];
		const run = await startNode(service.credential, send, runs, retry).finished;
		expect(run.error).toBeUndefined();
		const tasks = run.run.data.resultData.runData['Messaging Service'];
		const outputs = await Promise.all(
			tasks.map(async ({ data }) => await numbersOf(data?.main[0] ?? [])),
		);
		// n8n begins with the run that was added last.
		expect(outputs).toEqual(runs.map((items) => items.map(({ to }) => to)).reverse());
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(15).fill(1));
		expect(kept(run)).toEqual({});
	});

	it('sends the same items of another run again: they are meant', async () => {
		const runs = [recipients(3), recipients(3)];
		await startNode(service.credential, send, runs, retry).finished;
		expect(Object.values(await messagesPerRecipient(service))).toEqual([2, 2, 2]);
	});

	it('sends equal items of one run once each', async () => {
		await service.fail({ ...refused, after: 2 });
		const [item] = recipients(1);
		const run = await runNode(service.credential, send, [item, item, item], retry);
		expect(places(run)).toEqual(inOrder(3));
		expect(await messagesPerRecipient(service)).toEqual({ [item.to]: 3 });
	});

	it('gives up after the last try, with the ids of all tries', async () => {
		await service.fail({ ...refused, after: 1 });
		await service.fail({ ...refused, after: 2, count: 10 });
		const { error } = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 1 }) },
			recipients(5),
			{ ...retry, maxTries: 2 },
		);
		const inSandbox = await messages(service);
		expect(inSandbox.length).toBeGreaterThan(1);
		for (const { messageId } of inSandbox) expect(error?.description).toContain(messageId);
		expect(error?.description).toContain(`${inSandbox.length} were accepted, 1 failed`);
	});

	it('sends one item of many with Execute Once', async () => {
		await service.fail({ ...refused });
		const run = await runNode(service.credential, send, recipients(5), {
			...retry,
			executeOnce: true,
		});
		expect(run.error).toBeUndefined();
		expect(await numbersOf(run.output)).toEqual([recipients(1)[0].to]);
		expect(await service.received()).toHaveLength(2);
	});

	it('is the same for reads', async () => {
		const sent = await runNode(service.credential, send, recipients(30));
		await service.control('DELETE', 'requests');
		await service.fail({ kind: 'status', status: 404, path: '/v1/sms/report', after: 25 });
		const run = await runNode(
			service.credential,
			{ resource: 'sms', operation: 'getReport', messageId: '={{ $json.messageId }}' },
			sent.output.map(({ json }) => json),
			retry,
		);
		expect(places(run)).toEqual(inOrder(30));
		expect(await service.received()).toHaveLength(31);
		expect(kept(run)).toEqual({});
	});
});

describe('Retry On Fail with Continue', () => {
	it.each([
		['continueRegularOutput', 0],
		['continueRegularOutput', 1],
		['continueErrorOutput', 0],
		['continueErrorOutput', 1],
	] as const)('sends nobody twice, with %s and a failure of item %i', async (onError, failing) => {
		await service.fail({ ...refused, after: failing, count: 1 });
		const items = recipients(6);
		const run = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 1 }) },
			items,
			{
				...retry,
				onError,
			},
		);
		expect(run.error).toBeUndefined();
		const counts = await messagesPerRecipient(service);
		expect(Math.max(...Object.values(counts))).toBe(1);
		// n8n tries again only if the first item failed.
		expect(Object.keys(counts)).toHaveLength(failing === 0 ? 6 : 5);
		expect(run.output.length + run.errorOutput.length).toBe(6);
		expect(kept(run)).toEqual({});
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'sends nobody twice when the first item fails in every try, with %s',
		async (onError) => {
			const items = [{ to: '37060000400' }, ...recipients(5)];
			const run = await runNode(service.credential, send, items, { ...retry, onError });
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1, 1]);
			expect(await asked(service)).toHaveLength(8);
			expect(run.output.length + run.errorOutput.length).toBe(6);
			expect(kept(run)).toEqual({});
		},
	);

	it('sends nobody twice and keeps nothing when an expression of the first item fails', async () => {
		await service.fail({ ...refused });
		const items = recipients(4).map((item, index) => ({ ...item, bad: index === 0 }));
		const run = await runNode(
			service.credential,
			{ ...send, to: "={{ $json.bad ? $('Nope').first().json.x : $json.to }}" },
			items,
			{ ...retry, onError: 'continueErrorOutput' },
		);
		expect(run.output.length + run.errorOutput.length).toBe(4);
		expect(Math.max(...Object.values(await messagesPerRecipient(service)))).toBe(1);
		expect(kept(run)).toEqual({});
	});

	it('does not send again what may have been sent, and the others once', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const run = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 1 }) },
			recipients(4),
			{ ...retry, onError: 'continueErrorOutput' },
		);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1]);
		expect(run.errorOutput).toMatchObject([
			{ json: { details: expect.stringContaining("It isn't known whether") } },
		]);
		expect(kept(run)).toEqual({});
	});
});

describe('An answer that holds an error of its own', () => {
	it.each<[string, string, object]>([
		['Retry On Fail', 'none really', retry],
		['Retry On Fail and an empty text', '', retry],
		['Retry On Fail and Continue', 'none really', { ...retry, onError: 'continueErrorOutput' }],
		...[1, 2, 5, 9].map((maxTries): [string, string, object] => [
			`Max Tries ${maxTries} and Continue`,
			'none really',
			{ ...retry, maxTries, onError: 'continueErrorOutput' },
		]),
	])('is not asked for twice, although n8n tries again: %s', async (_, error, settings) => {
		const server = await AnsweringServer.start((_request, response) =>
			response.end(JSON.stringify([{ messageId: 'a', error, sent: true }])),
		);
		try {
			const run = await runNode(
				{ ...service.credential, sandboxUrl: server.address },
				send,
				recipients(5),
				settings,
			);
			expect(run.error).toBeUndefined();
			expect(places(run)).toEqual(inOrder(5));
			expect(server.received).toHaveLength(5);
			expect(kept(run)).toEqual({});
		} finally {
			await server.stop();
		}
	});
});
