import type { ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { asked, group, recipients, retry, send, sendBulk, single } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

const refused = { kind: 'status', status: 400, body: { message: 'No' } };
const oneByOne = { ...send, options: group('requests', { concurrency: 1 }) };
const throws = "={{ $json.bad ? $('Nope').first().json.x : $json.to }}";

describe.each<[string, INodeParameters, number]>([
	['Send', oneByOne, 1],
	['Send Bulk', sendBulk(10), 10],
])('The first failure: %s', (_, parameters, size) => {
	it('stops the rest, and says what became of the others', async () => {
		await service.fail({ ...refused, after: 3 });
		const count = 5 * size;
		const { error, output } = await runNode(service.credential, parameters, recipients(count));
		expect(output).toEqual([]);
		expect(error?.message).toBe('No');
		for (const said of [
			size === 1
				? `This was item 4 of ${count}.`
				: `The service refused items 31 to 40 together; any of them may be the cause.`,
			`Of the ${count} items, ${3 * size} were accepted, ${size} failed, ${size} not attempted. Retry On Fail sends only those that weren't accepted. IDs of those accepted: `,
		]) {
			expect(error?.description).toContain(said);
		}
		const { item, items, accepted } = error?.context.data as Record<string, object[] | undefined>;
		const numbers = Array.from({ length: size }, (__, n) => 3 * size + n + 1);
		expect(items ?? [item]).toEqual(numbers);
		expect(accepted).toEqual(
			Array.from({ length: 3 * size }, (__, n) => ({ item: n + 1, id: expect.any(String) })),
		);
		expect(await service.received()).toHaveLength(4);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'stops nothing with %s, and gives an error for each item',
		async (onError) => {
			await service.fail({ ...refused, after: 1 });
			const items = recipients(3 * size);
			const run = await runNode(service.credential, parameters, items, { onError });
			const isApart = onError === 'continueErrorOutput';
			const failed = isApart ? run.errorOutput : run.output.slice(size, 2 * size);
			expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
				Array.from({ length: size }, (__, n) => ['No', { item: size + n }]),
			);
			expect(run.output).toHaveLength((isApart ? 2 : 3) * size);
			expect(await service.received()).toHaveLength(3);
		},
	);

	it.each([{ to: 'call me' }, { bad: true }])(
		'before anything is sent keeps all back, or only the item if the user goes on: %j',
		async (wrong) => {
			for (const [at, settings] of [
				[0, {}],
				[1, retry],
				[20, retry],
			] as const) {
				const items: IDataObject[] = recipients(21);
				items[at] = { ...items[at], ...wrong };
				const given = { ...parameters, to: throws };
				const { error } = await runNode(service.credential, given, items, settings);
				if (wrong.to) expect(error?.message).toMatch(/^'To' isn't a phone number: call me \(item/);
				expect(error?.context.data).toMatchObject({ item: at + 1 });
				expect(error?.description).toContain('0 were accepted, 1 failed, 20 not attempted');
				expect(await service.received()).toEqual([]);

				const goesOn = { ...settings, onError: 'continueErrorOutput' } as const;
				const run = await runNode(service.credential, given, items, goesOn);
				expect([run.output.length, run.errorOutput.length]).toEqual([20, 1]);
				const others = recipients(21).filter((__, index) => index !== at);
				expect(await asked(service)).toHaveLength(20);
				expect(new Set(await asked(service))).toEqual(new Set(others.map(({ to }) => to)));
				await service.reset();
			}
		},
	);
});

describe('The first failure', () => {
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

	it('waits for the requests that are under way, and counts them', async () => {
		// The first request fails at once, the others of the same moment are answered later.
		await service.fail({ ...single, ...refused });
		await service.control('POST', 'latency', { ms: 200 });
		const { error } = await runNode(service.credential, send, recipients(50));
		expect(error?.description).toContain(
			'Of the 50 items, 19 were accepted, 1 failed, 30 not attempted.',
		);
		expect(await service.received()).toHaveLength(20);
	});

	it('names all items that may have been carried out', async () => {
		const lost = { ...single, kind: 'status', status: 500, accepted: true };
		await service.fail({ ...lost, after: 1 });
		await service.fail({ ...lost, after: 3, count: 2 });
		const { error } = await runNode(service.credential, send, recipients(7), retry);
		expect(error?.description).toContain('Of the 7 items, 4 were accepted, 3 failed');
		expect(error?.description).toMatch(/ May have been carried out: items 2 and 5 to 6\.$/);
	});

	it('ends the waiting of others', async () => {
		await service.fail({ ...single, kind: 'status', status: 429, retryAfter: 50 });
		await service.fail({ ...single, ...refused, count: 1 });
		const { error } = await runNode(
			service.credential,
			{ ...send, options: group('requests', { concurrency: 2 }) },
			recipients(10),
		);
		expect(error?.description).toContain('2 failed, 8 not attempted');
		expect(await service.received()).toHaveLength(2);
	});
});
