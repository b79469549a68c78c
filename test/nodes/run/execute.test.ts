import type { RequestListener, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import '../../support/processedData';
import {
	asked,
	group,
	inOrder,
	places,
	recipients,
	retry,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { to, validOperations } from '../../support/validOperations';

const service = serviceForTests();

describe('The first refusal', () => {
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
					[11, retry],
				] as const) {
					const items: IDataObject[] = recipients(12);
					items[at] = { ...items[at], ...wrong };
					const given = { ...parameters, to: throws };
					const { error } = await runNode(service.credential, given, items, settings);
					if (wrong.to)
						expect(error?.message).toMatch(/^'To' isn't a phone number: call me \(item/);
					expect(error?.context.data).toMatchObject({ item: at + 1 });
					expect(error?.description).toContain('0 were accepted, 1 failed, 11 not attempted');
					expect(await service.received()).toEqual([]);

					const goesOn = { ...settings, onError: 'continueErrorOutput' } as const;
					const run = await runNode(service.credential, given, items, goesOn);
					expect([run.output.length, run.errorOutput.length]).toEqual([11, 1]);
					const others = recipients(12).filter((__, index) => index !== at);
					expect(await asked(service)).toHaveLength(11);
					expect(new Set(await asked(service))).toEqual(new Set(others.map(({ to }) => to)));
					await service.reset();
				}
			},
		);
	});

	describe('The first failure', () => {
		it('is told of the first item that failed, also if another one has failed before it', async () => {
			const responses = new Map<string, ServerResponse>();
			const answer: RequestListener = (request, response) => {
				void textOf(request).then((body) => {
					responses.set(JSON.parse(body).to, response);
					if (responses.size < 3) return;
					const [first, second, third] = recipients(3).map(({ to }) => responses.get(to)!);
					const refuse = (one: ServerResponse) => one.writeHead(400);
					refuse(third).end('{}', () => refuse(second).end('{}', () => refuse(first).end('{}')));
				});
			};
			await withServer(answer, async ({ address }) => {
				const credential = { ...service.credential, sandboxUrl: address };
				const { error } = await runNode(credential, send, recipients(3));
				expect(error?.description).toContain('This was item 1 of 3.');
			});
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
	});
});

describe('Every operation', () => {
	const items = Array.from({ length: 12 }, (_, index) => ({ isLast: index === 11 }));
	/** What every operation understands that has it; the others leave it alone. */
	const options = group('requests', { concurrency: 1, batchSize: 5 });
	/** All but the one that takes no more than one item. */
	const ofManyItems = validOperations.filter(({ what }) => what !== 'sms sendAndWait');
	/** A field that is filled in for each item. */
	const fieldOf = ({ parameters }: (typeof ofManyItems)[number]) =>
		Object.keys(parameters).find((name) => parameters[name] === to);

	it.each([
		['sms', 'sendLater', 'There is no sms operation sendLater'],
		['fax', 'send', 'There is no fax operation'],
	])('that does not exist is refused: %s %s', async (resource, operation, message) => {
		const { error } = await runNode(service.credential, { ...send, resource, operation, to });
		expect(error?.message).toBe(message);
		expect(error?.description).toBe(
			'Nothing was sent. Choose Resource and Operation from the lists.',
		);
		expect(await service.received()).toEqual([]);
	});

	it.each(ofManyItems.filter(fieldOf))(
		'requests nothing, also not with Batching, when an expression of the last item fails: $what',
		async (operation) => {
			const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 1 } } };
			const failing = `={{ $json.isLast ? $("Nobody").first().json.x : "${to}" }}`;
			const given = { ...operation.parameters, [fieldOf(operation)!]: failing, requestOptions };
			const { error } = await runNode(service.credential, given, items);
			expect(`${error?.message} ${error?.description}`).toContain('item 12 of 12');
			expect(await service.received()).toEqual([]);
		},
	);

	it.each(ofManyItems)(
		'sends again only what was refused, and each item comes out as its own: $what',
		async ({ parameters, options: entries }) => {
			await service.fail({ kind: 'status', status: 400, after: 2 });
			await service.fail({ kind: 'status', status: 200, body: { messageId: 'a' }, count: 100 });
			const run = await runNode(service.credential, { ...parameters, options }, items, retry);
			expect(run.error).toBeUndefined();
			const isBulk = JSON.stringify(entries).includes('"batchSize"');
			expect(await service.received()).toHaveLength((isBulk ? 3 : 12) + 1);
			expect(places(run).flat()).toEqual(inOrder(12));
		},
	);
});
