import type { ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
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
import { fields, groupsOf, operationFields, optionsOf } from '../../support/description';

describe('The first refusal', () => {
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
	});
});

describe('Every operation', () => {
	const service = serviceForTests();

	const ITEMS = 12;
	const BATCH_SIZE = 5;
	const items = recipients(ITEMS).map((item, index) => ({ ...item, isLast: index === ITEMS - 1 }));

	/** What every operation understands that has it; the others leave it alone. */
	const options = group('requests', { concurrency: 1, batchSize: BATCH_SIZE });

	/** What a field is filled with, as an expression, where an item's number is no value for it. */
	const VALUES: Record<string, string> = {
		limit: '5',
		'email.to': '$json.to + "@example.com"',
		'email.from': '"hello@example.com"',
	};

	/** The operations that make requests, as the description has them, with what they cannot do without. */
	const cases = operationFields.flatMap((field) => {
		const resource = String(field.displayOptions?.show?.resource?.[0]);
		return optionsOf(field)
			.filter(({ routing }) => routing?.request)
			.map(({ name, value }) => {
				const operation = String(value);
				const own = fields
					.filter(isShownWith(resource, operation))
					// With it none of the others is shown.
					.filter((entry) => entry.name !== 'jsonBody');
				const required = own.filter(
					// From may stand in the credential instead, which here it does not.
					(entry) => entry.required ?? ['from', 'limit'].includes(entry.name),
				);
				const expressions = Object.fromEntries(
					required.map((entry) => [
						entry.name,
						VALUES[`${resource}.${entry.name}`] ?? VALUES[entry.name] ?? '$json.to',
					]),
				);
				const isInBatches = groupsOf(resource, operation).requests?.some(
					({ name }) => name === 'batchSize',
				);
				return {
					what: `${resource} ${name}`,
					operation,
					expressions,
					parameters: {
						resource,
						operation,
						...Object.fromEntries(
							Object.entries(expressions).map(([key, text]) => [key, `={{ ${text} }}`]),
						),
						// An email has no required text, because it may be HTML.
						...(resource === 'email' ? { text: 'Hello' } : {}),
						options,
					} as INodeParameters,
					isOneByOne: !!groupsOf(resource, operation).requests,
					requests: isInBatches ? Math.ceil(ITEMS / BATCH_SIZE) : ITEMS,
				};
			});
	});

	/** All but the one that takes no more than one item. */
	const ofManyItems = cases.filter(({ operation }) => operation !== 'sendAndWait');
	const itemsFor = ({ operation }: INodeParameters) =>
		operation === 'sendAndWait' ? items.slice(-1) : items;

	/** Each field of each operation that has to be filled in. Validate Number answers that an empty one is not valid. */
	const casesByField = cases
		.filter(({ operation }) => operation !== 'validate')
		.flatMap(({ what, expressions, parameters }) =>
			Object.entries(expressions).map(([name, text]) => ({ what, name, text, parameters })),
		);

	function isShownWith(resource: string, operation: string) {
		return ({ displayOptions }: INodeProperties) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation);
	}

	it('Every operation that makes a request is here, and all but two have fields that they cannot do without', () => {
		const withFields = new Set(casesByField.map(({ what }) => what));
		const others = cases.map(({ what }) => what).filter((what) => !withFields.has(what));
		expect(others.sort()).toEqual(['account Get Balance', 'contact Validate Number']);
	});

	it.each([
		['sms', 'sendLater', 'There is no sms operation sendLater'],
		['fax', 'send', 'There is no fax operation'],
	])('An operation that does not exist is refused: %s %s', async (resource, operation, message) => {
		const parameters = { resource, operation, to: '37060012345', text: 'Hello' };
		const { error } = await runNode(service.credential, parameters);
		expect(error?.message).toBe(message);
		expect(error?.description).toBe(
			'Nothing was sent. Choose Resource and Operation from the lists.',
		);
		expect(await service.received()).toEqual([]);
	});

	/** Runs into an error of the last item before anything is requested. */
	async function expectRefusal(parameters: INodeParameters): Promise<void> {
		const given = itemsFor(parameters);
		const { error } = await runNode(service.credential, parameters, given);
		expect(`${error?.message} ${error?.description}`).toContain(
			`item ${given.length} of ${given.length}`,
		);
		expect(await service.received()).toEqual([]);
	}

	const casesWithFields = cases.filter(({ expressions }) => Object.keys(expressions).length);

	describe('Nothing is requested, also not with Batching,', () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 1 } } };

		it.each(casesByField)(
			'by $what when the last item has no $name',
			async ({ name, text, parameters }) => {
				const empty = `={{ $json.isLast ? "" : ${text} }}`;
				const given = { ...parameters, [name]: empty, requestOptions };
				await expectRefusal(given);
			},
		);

		it.each(casesWithFields)(
			'by $what when an expression of the last item fails',
			async (operation) => {
				const [[name, text]] = Object.entries(operation.expressions);
				const failing = `={{ $json.isLast ? $("Nobody").first().json.x : ${text} }}`;
				await expectRefusal({ ...operation.parameters, [name]: failing, requestOptions });
			},
		);
	});

	describe('When the service refuses a request', () => {
		const refused = { kind: 'status', status: 400 };
		const accepted = { kind: 'status', status: 200, body: { messageId: 'a' }, count: 100 };

		it.each(ofManyItems)(
			'nothing else goes out again, and each item comes out as its own: $what',
			async ({ parameters, requests }) => {
				await service.fail({ ...refused, after: 2 });
				await service.fail(accepted);
				const run = await runNode(service.credential, parameters, items, retry);
				expect(run.error).toBeUndefined();
				expect(await service.received()).toHaveLength(requests + 1);
				expect(places(run).flat()).toEqual(inOrder(ITEMS));
			},
		);
	});
});
