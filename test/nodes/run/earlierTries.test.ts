import type { RequestListener } from 'node:http';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { withServer } from '../../support/answeringServer';
import type { NodeRun } from '../../support/engine';
import { retryNode, runNode, startNode } from '../../support/engine';
import {
	asked,
	bulk,
	group,
	inOrder,
	kept,
	messages,
	messagesPerRecipient,
	places,
	recipients,
	retry,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const refused = { kind: 'status', status: 400, body: { message: 'No' } };
const oneByOne = { ...send, options: group('requests', { concurrency: 1 }) };
const throws = "={{ $json.bad ? $('Nope').first().json.x : $json.to }}";

/** What the output says of each item: the number of the message, as the sandbox knows it. */
async function numbersOf(output: INodeExecutionData[]): Promise<string[]> {
	const inSandbox = await messages(service);
	const to = new Map(inSandbox.map((message) => [message.messageId, String(message.to)]));
	return output.map(({ json }) => String(to.get(json.messageId)));
}

const jsonBody = '={{ JSON.stringify([{ to: $json.to, from: "Shop", text: "Hello" }]) }}';

describe.each<[string, INodeParameters, object, number]>([
	['Send', oneByOne, single, 1],
	['Send Bulk', sendBulk(2), bulk, 2],
	['Send Bulk with JSON', { ...sendBulk(1), specifyBody: 'json', jsonBody }, bulk, 1],
])('Retry On Fail: %s', (_, parameters, path, size) => {
	it('sends only what was not accepted in any try, and gives everything at its place', async () => {
		for (const after of [2, 4, 6]) await service.fail({ ...path, ...refused, after });
		const items = recipients(9 * size);
		const run = await runNode(service.credential, parameters, items, { ...retry, maxTries: 5 });
		expect(run.error).toBeUndefined();
		expect(places(run)).toEqual(inOrder(items.length));
		expect(await numbersOf(run.output)).toEqual(items.map(({ to }) => to));
		expect(Object.values(await messagesPerRecipient(service))).toEqual(items.map(() => 1));
		expect(await service.received()).toHaveLength(12);
		expect(kept(run)).toEqual({});
	});

	it('gives up after the last try, with the ids of all tries, and keeps little', async () => {
		await service.fail({ ...path, ...refused, after: 1 });
		await service.fail({ ...path, ...refused, after: 3, count: 10 });
		const settings = { ...retry, maxTries: 2 };
		const run = await runNode(service.credential, parameters, recipients(5 * size), settings);
		const inSandbox = await messages(service);
		expect(inSandbox).toHaveLength(3 * size);
		for (const { messageId } of inSandbox) expect(run.error?.description).toContain(messageId);
		expect(run.error?.description).toContain(`${3 * size} were accepted, ${size} failed`);
		expect(Object.keys(kept(run)['accepted:0'] as object)).toHaveLength(3 * size);
		expect(JSON.stringify(kept(run)).length).toBeLessThan(JSON.stringify(inSandbox).length);
	});

	it('keeps the runs of a loop apart', async () => {
		for (const after of [1, 5]) await service.fail({ ...path, ...refused, after });
		const runs = [0, 100, 200].map((from) => recipients(3 * size, from));
		const run = await startNode(service.credential, parameters, runs, retry).finished;
		expect(run.error).toBeUndefined();
		const tasks = run.run.data.resultData.runData['Messaging Service'];
		const outputs = await Promise.all(
			tasks.map(async ({ data }) => await numbersOf(data?.main[0] ?? [])),
		);
		// n8n begins with the run that was added last.
		expect(outputs).toEqual(runs.map((items) => items.map(({ to }) => to)).reverse());
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(9 * size).fill(1));
		expect(kept(run)).toEqual({});
	});

	it('sends one item of many with Execute Once', async () => {
		await service.fail({ ...path, ...refused });
		const settings = { ...retry, executeOnce: true };
		const run = await runNode(service.credential, parameters, recipients(5), settings);
		expect(run.error).toBeUndefined();
		expect(await asked(service)).toEqual(Array(2).fill(recipients(1)[0].to));
	});
});

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
		const { output } = await runNode(passing, send, recipients(2), retry);
		expect(await numbersOf(output)).toEqual(recipients(2).map(({ to }) => to));
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps nothing where it is off, also if the first item failed: %s',
		async (onError) => {
			const items = [{ to: '37060000400' }, ...recipients(2)];
			const run = await runNode(service.credential, send, items, { onError });
			expect(run.output.length + run.errorOutput.length).toBe(3);
			expect(kept(run)).toEqual({});
		},
	);

	it('sends the same items of another run again, and equal items of one run: they are meant', async () => {
		await service.fail({ ...single, ...refused, after: 2 });
		const [one, two] = recipients(2);
		const runs = [[one, one, two], [one]];
		const run = await startNode(service.credential, oneByOne, runs, retry).finished;
		expect(run.error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 3, [two.to]: 1 });
	});

	it('sends nobody twice when the first item fails in every try, or its expression does', async () => {
		for (const [to, requests] of [
			['37060000400', 8],
			['', 5],
		] as const) {
			await service.reset();
			const items = [{ to, bad: !to }, ...recipients(5)];
			const settings = { ...retry, onError: 'continueErrorOutput' } as const;
			const run = await runNode(service.credential, { ...send, to: throws }, items, settings);
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1, 1]);
			expect(await asked(service)).toHaveLength(requests);
			expect([run.output.length, run.errorOutput.length]).toEqual([5, 1]);
			expect(kept(run)).toEqual({});
		}
	});
});

describe("n8n's Retry with Execute Once turned on since", () => {
	const [one, two, three] = recipients(3);
	/** The service refuses it. */
	const bad = { to: '37060000400' };
	const retryWith = async (failed: NodeRun, executeOnce: boolean) =>
		await retryNode(service.credential, failed, { executeOnce });

	it('gives what the first item gave, and keeps what the others gave', async () => {
		const failed = await runNode(service.credential, send, [one, two, bad, three]);
		expect(failed.error?.description).toContain('3 were accepted, 1 failed');
		const once = await retryWith(failed, true);
		expect(once.error).toBeUndefined();
		expect(await numbersOf(once.output)).toEqual([one.to]);
		expect(Object.keys(kept(once)['accepted:0'] as object)).toEqual(['1', '3']);
	});

	it('keeps it also if the first item fails again, for a retry with all of them', async () => {
		const failed = await runNode(service.credential, send, [bad, one, two, three]);
		const once = await retryWith(failed, true);
		const all = await retryWith(once, false);
		for (const { error } of [failed, all]) {
			expect(error?.description).toContain('3 were accepted, 1 failed');
		}
		expect(once.error?.message).toBe(all.error?.message);
		expect(await messages(service)).toHaveLength(3);
	});
});

describe('An answer that holds an error of its own', () => {
	const goesOn = { onError: 'continueErrorOutput' };
	it.each<[string, IDataObject]>([
		['', {}],
		['none really', {}],
		['none really', { ...goesOn, maxTries: 1 }],
		['none really', { ...goesOn, maxTries: 3 }],
	])('is not asked for twice, although n8n tries again: %j, %j', async (error, settings) => {
		const body = JSON.stringify({ messageId: 'a', error, sent: true });
		const answer: RequestListener = (_, response) => response.end(body);
		await withServer(answer, async ({ address, received }) => {
			const credential = { ...service.credential, sandboxUrl: address };
			const run = await runNode(credential, send, recipients(5), { ...retry, ...settings });
			expect(run.error).toBeUndefined();
			expect(places(run)).toEqual(inOrder(5));
			expect(received).toHaveLength(5);
			expect(kept(run)).toEqual({});
		});
	});
});
