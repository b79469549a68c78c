import type { ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { asked, messages, recipients, retry, send, single, group } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const refused = { ...single, kind: 'status', status: 400, body: { message: 'No' } };
const oneByOne = { ...send, options: group('requests', { concurrency: 1 }) };

describe('The first failure', () => {
	it('stops the rest, and says what became of the others', async () => {
		await service.fail({ ...refused, after: 10 });
		const { error, output } = await runNode(service.credential, oneByOne, recipients(50));
		expect(output).toEqual([]);
		expect(error?.message).toBe('No');
		expect(error?.description).toContain('This was item 11 of 50.');
		expect(error?.description).toContain(
			"Of the 50 items, 10 were accepted, 1 failed, 39 not attempted. Retry On Fail sends only those that weren't accepted.",
		);
		expect(error?.context.data).toMatchObject({ item: 11 });
		expect(await service.received()).toHaveLength(11);
	});

	it('is told of the first item that failed, also if another one has failed before it', async () => {
		const responses = new Map<string, ServerResponse>();
		const server = await AnsweringServer.start((request, response) => {
			void textOf(request).then((body) => {
				responses.set(JSON.parse(body).to, response);
				if (responses.size < 3) return;
				const [first, second, third] = recipients(3).map(({ to }) => responses.get(to)!);
				const refuse = (one: ServerResponse) => one.writeHead(400);
				refuse(third).end('{}', () => refuse(second).end('{}', () => refuse(first).end('{}')));
			});
		});
		try {
			const credential = { ...service.credential, sandboxUrl: server.address };
			const { error } = await runNode(credential, send, recipients(3));
			expect(error?.description).toContain('This was item 1 of 3.');
		} finally {
			await server.stop();
		}
	});

	it('lists the ids of those that were accepted', async () => {
		await service.fail({ ...refused, after: 3 });
		const { error } = await runNode(service.credential, oneByOne, recipients(5));
		const inSandbox = await messages(service);
		const ids = inSandbox.map(({ messageId }) => String(messageId));
		expect(ids).toHaveLength(3);
		expect(error?.description).toMatch(/IDs of those accepted: [^,]+, [^,]+, [^,]+\.$/);
		for (const id of ids) expect(error?.description).toContain(id);
	});

	it('lists the first 20 ids, and how many more there are', async () => {
		await service.fail({ ...refused, after: 23 });
		const { error } = await runNode(service.credential, oneByOne, recipients(30));
		const more = /IDs of those accepted: (.*) and 3 more \(all of them are in the details\)\.$/;
		const list = more.exec(error?.description ?? '')?.[1]?.split(', ');
		expect(list).toHaveLength(20);
		const { accepted } = error?.context.data as { accepted: Array<{ item: number; id: string }> };
		expect(accepted.map(({ item }) => item)).toEqual(Array.from({ length: 23 }, (_, n) => n + 1));
		expect(new Set(accepted.map(({ id }) => id)).size).toBe(23);
		expect(accepted.slice(0, 20).map(({ id }) => id)).toEqual(list);
	});

	it('lists no ids when nothing was accepted, and names no other items when there are none', async () => {
		await service.fail({ ...refused, count: 2 });
		const { error } = await runNode(service.credential, oneByOne, recipients(3));
		expect(error?.description).toMatch(
			/Of the 3 items, 0 were accepted, 1 failed, 2 not attempted\.$/,
		);
		const alone = await runNode(service.credential, oneByOne, recipients(1));
		expect(alone.error?.description).not.toContain('items');
	});

	it('speaks of answers where nothing is sent', async () => {
		await service.fail({ kind: 'status', status: 404, path: '/v1/sms/report', after: 2 });
		const sent = await runNode(service.credential, send, recipients(4));
		const { error } = await runNode(
			service.credential,
			{
				resource: 'sms',
				operation: 'getReport',
				messageId: '={{ $json.id }}',
				options: group('requests', { concurrency: 1 }),
			},
			sent.output.map(({ json }) => ({ id: json.messageId })),
		);
		expect(error?.description).toContain(
			"Of the 4 items, 2 were answered, 1 failed, 1 not attempted. Retry On Fail sends only those that weren't answered.",
		);
	});

	it('waits for the requests that are under way, and counts them', async () => {
		// The first request fails at once, the others of the same moment are answered later.
		await service.fail({ ...refused });
		await service.control('POST', 'latency', { ms: 200 });
		const { error } = await runNode(service.credential, send, recipients(50));
		expect(error?.description).toContain(
			'Of the 50 items, 19 were accepted, 1 failed, 30 not attempted.',
		);
		expect(await service.received()).toHaveLength(20);
	});

	it('counts all that failed at the same time', async () => {
		await service.fail({ ...refused, count: 3 });
		const { error } = await runNode(service.credential, send, recipients(25));
		expect(error?.description).toContain('Of the 25 items, 17 were accepted, 3 failed');
	});

	it('names all items that may have been carried out', async () => {
		const lost = { ...single, kind: 'status', status: 500, accepted: true };
		await service.fail({ ...lost, after: 1 });
		await service.fail({ ...lost, after: 3, count: 2 });
		const { error } = await runNode(service.credential, send, recipients(7), retry);
		expect(error?.description).toContain('Of the 7 items, 4 were accepted, 3 failed');
		expect(error?.description).toMatch(/ May have been carried out: items 2, 5-6\.$/);
	});

	it('ends the waiting of others', async () => {
		await service.fail({ ...single, kind: 'status', status: 429, retryAfter: 50 });
		await service.fail({ ...refused, count: 1 });
		const { error } = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 2 }) },
			recipients(10),
		);
		expect(error?.description).toContain('2 failed, 8 not attempted');
		expect(await service.received()).toHaveLength(2);
	}, 20_000);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'stops nothing with %s',
		async (onError) => {
			await service.fail({ ...refused, after: 3, count: 2 });
			const { output, errorOutput, error } = await runNode(
				service.credential,
				oneByOne,
				recipients(10),
				{ onError },
			);
			expect(error).toBeUndefined();
			expect([output.length, errorOutput.length]).toEqual(
				onError === 'continueErrorOutput' ? [8, 2] : [10, 0],
			);
			expect(await service.received()).toHaveLength(10);
		},
	);
});

describe('What is wrong before anything is sent', () => {
	const throws = "={{ $json.bad ? $('Nope').first().json.x : $json.to }}";
	const items = recipients(7).map((item, index) => ({ ...item, bad: index === 4 }));

	it('sends nothing to the other items either', async () => {
		const { error } = await runNode(service.credential, send, [
			...recipients(30),
			{ to: 'call me' },
		]);
		expect(error?.message).toBe("'To' isn't a phone number: call me (item 31 of 31)");
		expect(error?.context.data).toMatchObject({ item: 31 });
		expect(error?.description).toContain('0 were accepted, 1 failed, 30 not attempted');
		expect(await service.received()).toEqual([]);
	});

	it('sends the other items if the user goes on', async () => {
		const { output, errorOutput } = await runNode(
			service.credential,
			send,
			[{ to: 'call me' }, ...recipients(30)],
			{ onError: 'continueErrorOutput' },
		);
		expect([output.length, errorOutput.length]).toEqual([30, 1]);
	});

	it.each([
		['Retry On Fail', retry],
		['no Retry On Fail', {}],
	])('sends nothing when the expression of a later item fails, with %s', async (_, settings) => {
		for (const bad of [0, 1, 6]) {
			const { error } = await runNode(
				service.credential,
				{ ...send, to: throws },
				recipients(7).map((item, index) => ({ ...item, bad: index === bad })),
				settings,
			);
			expect(error?.context.data).toMatchObject({ item: bad + 1 });
		}
		// Nothing comes afterwards either: the run after it would be in the way.
		await runNode(service.credential, send, recipients(1, 500));
		expect(await asked(service)).toEqual([recipients(1, 500)[0].to]);
	});

	it.each([
		['Retry On Fail', retry],
		['no Retry On Fail', {}],
	])('sends all others once when the user goes on, with %s', async (_, settings) => {
		const { output, errorOutput } = await runNode(
			service.credential,
			{ ...send, to: throws },
			items,
			{ ...settings, onError: 'continueErrorOutput' },
		);
		expect([output.length, errorOutput.length]).toEqual([6, 1]);
		expect((await asked(service)).sort()).toEqual(
			items.filter(({ bad }) => !bad).map(({ to }) => to),
		);
	});
});
