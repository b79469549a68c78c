import type { ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { AnsweringServer } from '../../support/answeringServer';
import { dateForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import {
	asked,
	group,
	hintsOf,
	inOrder,
	linesOf,
	places,
	recipients,
	retry,
	send,
	sendBulk,
	single,
	skip,
} from '../../support/sending';
import { trusting } from '../../support/selfSigned';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { fields, groupsOf, operationFields, optionsOf } from '../../support/description';

describe('All items', () => {
	const service = serviceForTests();
	// A Wednesday.
	dateForTests('2026-11-25T10:00:00Z');
	afterEach(() => jest.restoreAllMocks());

	const [one, two, three] = recipients(3);
	/** The service refuses it. */
	const refused = { to: '37060010400' };
	const goesOn = { onError: 'continueErrorOutput' } as const;

	const long = { ...send, text: 'Long. '.repeat(30) };
	const onceEach = { ...send, options: group('onceKey', { key: '={{ $json.to }}' }) };

	describe('After a run, one line says', () => {
		it('how many messages were accepted, skipped and failed, and where', async () => {
			const parameters = { resource: 'suppression', operation: 'add', phoneNumber: two.to };
			await runNode(service.credential, parameters);
			const skipping = { ...long, options: skip('skipSuppressed') };
			const result = await runNode(service.credential, skipping, [one, two, refused], goesOn);
			expect(hintsOf(result)).toEqual([
				{
					message: '1 accepted (2 parts), 1 skipped (1 suppressed), 1 failed. Sandbox.',
					location: 'outputPane',
				},
			]);
		});

		it('each reason for which items were skipped', async () => {
			const parameters = { resource: 'suppression', operation: 'add', phoneNumber: two.to };
			await runNode(service.credential, parameters);
			const bulk = sendBulk(100, skip('skipSuppressed', { skipDuplicates: true }));
			const result = await runNode(service.credential, bulk, [one, two, two, one, three]);
			expect(linesOf(result)).toEqual([
				'2 accepted, 3 skipped (2 suppressed, 1 duplicate). Sandbox.',
			]);
		});

		it('in words why nothing was sent', async () => {
			await runNode(service.credential, onceEach, [one]);
			const again = await runNode(service.credential, onceEach, [one, one]);
			expect(linesOf(again)).toEqual(['0 accepted, 2 skipped (2 already sent). Sandbox.']);
			const never = skip('sendWindow', { weekdays: '={{ $json.days }}', closes: '24:00' });
			const items = [{ ...one, days: 'saturday' }];
			const result = await runNode(service.credential, { ...send, options: never }, items);
			expect(linesOf(result)).toEqual([
				"0 accepted, 1 skipped (1 outside window). What was outside the window isn't sent later by itself. Sandbox.",
			]);
		});

		it('and a second line that a key was used for other messages', async () => {
			const broad = { ...send, options: group('onceKey', { key: 'customer 7' }) };
			await runNode(service.credential, broad, [one]);
			const result = await runNode(service.credential, broad, [one, two, three]);
			expect(hintsOf(result)[1]).toEqual({
				message: expect.stringMatching(
					/^2 items were skipped because the 'Once Key' was used for another/,
				),
				type: 'warning',
				location: 'outputPane',
			});
			expect(JSON.stringify(hintsOf(result))).not.toContain('customer 7');
		});

		it('that a message was accepted, and what it cost, although it was not delivered in time', async () => {
			const options = group('waitForDelivery', { timeout: 1, failOnTimeout: true });
			const priced = { ...service.credential, accountDefaults: true, pricePerPart: '0.04 EUR' };
			const result = await runNode(priced, { ...long, options }, [one, refused], goesOn);
			expect(result.errorOutput).toHaveLength(2);
			expect(linesOf(result)).toEqual([
				'1 accepted (2 parts, about 0.08 EUR), 1 failed. Delivery: 1 not yet. Sandbox.',
			]);
		});

		const VAGUE =
			'The service answered with success, but without an ID or a word that it accepted the message. Look at the answer to';
		const letter = { from: 'a@example.com', subject: 'Hi' };
		it.each<[string, INodeParameters, string[]]>([
			['/viber', { ...send, resource: 'viber' }, [`${VAGUE} items 1 and 2.`]],
			[
				'/email',
				{ ...send, ...letter, to: 'b@example.com', resource: 'email' },
				[`${VAGUE} items 1 and 2.`],
			],
			['/v1/sms/bulk', sendBulk(1), [`${VAGUE} items 1 and 2.`]],
			['/v1/sms/bulk', sendBulk(100), [`${VAGUE} item 1.`]],
			[
				'/campaigns',
				{ ...send, resource: 'campaign', operation: 'create', name: 'Sale', recipients: one.to },
				[`${VAGUE} items 1 and 2.`],
			],
			['/contacts/import', { resource: 'contact', operation: 'import', phoneNumber: one.to }, []],
		])('whose answer at %s says neither yes nor no', async (path, parameters, lines) => {
			for (const body of [{ code: 1007, message: 'Invalid sender' }, { id: 'm1' }]) {
				await service.fail({ path, kind: 'status', status: 200, body, count: 2 });
				const result = await runNode(service.credential, parameters, [one, two]);
				expect(linesOf(result)).toEqual('id' in body ? [] : lines);
				await service.reset();
			}
		});

		it('which numbers their country does not have', async () => {
			const short = { to: '+370 600 1234' };
			const items = [one, short, two, { to: '+999 123 4567' }];
			for (const parameters of [send, sendBulk(100)]) {
				const result = await runNode(service.credential, parameters, items);
				expect(linesOf(result)).toEqual([
					"2 numbers that their country doesn't have: items 2 and 4.",
				]);
			}
			const lone = await runNode(service.credential, send, [short]);
			expect(linesOf(lone)).toEqual(["1 number that its country doesn't have: item 1."]);
		});

		it('that nothing failed where a limit kept all of them back', async () => {
			const options = group('limits', { maxMessages: 2 });
			const result = await runNode(
				service.credential,
				{ ...send, options },
				[one, two, three],
				goesOn,
			);
			expect(linesOf(result)).toEqual(['0 accepted, 3 not attempted. Sandbox.']);
			const stopped = await runNode(service.credential, { ...send, options }, [one, two, three]);
			expect(stopped.error?.message).toContain("'Max Messages' is 2");
			expect(stopped.error?.description).not.toContain('3 failed');
		});

		it('the recipient first, whether the service names it or not', async () => {
			for (const parameters of [send, sendBulk(2)]) {
				const { output } = await runNode(service.credential, parameters, [one, two]);
				for (const { json } of output) expect(Object.keys(json)[0]).toBe('to');
			}
		});

		it('that it was for real', async () => {
			const answer = JSON.stringify({ messageId: 'a', sent: '', partIds: ['1', '2'] });
			const server = await AnsweringServer.start((_, response) => response.end(answer), {
				secure: true,
			});
			try {
				const real = {
					...service.credential,
					environment: 'production',
					productionUrl: server.address,
				};
				expect(linesOf(await trusting(async () => await runNode(real, send, [one])))).toEqual([
					'1 accepted (2 parts). Production.',
				]);
			} finally {
				await server.stop();
			}
		});

		it('no number of parts if the service does not say it of each message', async () => {
			const body = { messageId: 'a', partIds: ['1', '2', '3'] };
			await service.fail({ path: '/v1/sms/single', kind: 'status', status: 200, body });
			await service.fail({
				path: '/v1/sms/single',
				kind: 'status',
				status: 200,
				body: { messageId: 'b' },
			});
			const result = await runNode(service.credential, send, [one, two, refused], goesOn);
			expect(linesOf(result)).toEqual(['2 accepted, 1 failed. Sandbox.']);
		});

		it('the parts of all messages of a batch, if each names its own', async () => {
			const [first, second] = [
				{ messageId: 'a', partIds: ['1', '2'] },
				{ messageId: 'b', partIds: ['3'] },
			];
			for (const [body, lines] of [
				[[first, second], ['2 accepted (3 parts). Sandbox.']],
				[[first, { messageId: 'c' }], []],
			] as const) {
				await service.reset();
				await service.answer(body);
				expect(linesOf(await runNode(service.credential, sendBulk(2), [one, two]))).toEqual(lines);
			}
		});

		it('all tries together when Retry On Fail has sent the rest', async () => {
			await service.fail({ path: '/v1/sms/single', kind: 'status', status: 400, after: 1 });
			const result = await runNode(service.credential, long, [one, two, three], retry);
			expect(linesOf(result)).toEqual(['3 accepted (6 parts). Sandbox.']);
		});
	});

	describe('After a run there is no such line', () => {
		it.each<[string, INodeParameters]>([
			['when each item was one message of one part', send],
			['after reading', { resource: 'account', operation: 'getBalance' }],
			[
				'for what sends nothing',
				{ resource: 'suppression', operation: 'add', phoneNumber: one.to },
			],
		])('%s', async (_, parameters) => {
			const result = await runNode(service.credential, parameters, [one, two]);
			expect(result.output.length).toBeGreaterThan(0);
			expect(hintsOf(result)).toEqual([]);
		});

		it('after an operation that only reads and fails for an item', async () => {
			const parameters = { resource: 'campaign', operation: 'get', campaignId: '={{ $json.id }}' };
			const result = await runNode(service.credential, parameters, [{ id: 'none' }], goesOn);
			expect(result.errorOutput).toHaveLength(1);
			expect(hintsOf(result)).toEqual([]);
		});

		it('when the run stops with an error, which says it itself', async () => {
			const result = await runNode(service.credential, long, [one, refused]);
			expect(result.error?.description).toContain('Of the 2 items');
			expect(linesOf(result)).toEqual([]);
		});

		it.each([true, false])('for the tool of an agent (by engine: %s)', async (byEngine) => {
			const parameters = { ...long, to: one.to };
			const { answers, run } = await callTool(service.credential, parameters, [{}], { byEngine });
			expect(JSON.stringify(answers)).toContain('messageId');
			const tasks = Object.values(run.data.resultData.runData).flat();
			expect(tasks.flatMap(({ hints = [] }) => hints)).toEqual([]);
		});

		it('in an n8n that has no hints, where everything else is as ever', async () => {
			const { addExecutionHints } = ExecuteContext.prototype;
			Reflect.deleteProperty(ExecuteContext.prototype, 'addExecutionHints');
			try {
				const { output, ...result } = await runNode(service.credential, long, [one]);
				expect(output[0].json.partIds).toHaveLength(2);
				expect(linesOf({ output, ...result })).toEqual([]);
			} finally {
				ExecuteContext.prototype.addExecutionHints = addExecutionHints;
			}
		});
	});

	describe('Whatever becomes of the items', () => {
		const kinds = {
			sent: (n: number) => ({ to: `3706111${String(n).padStart(4, '1')}` }),
			refused: () => refused,
			invalid: () => ({ to: 'nobody' }),
			again: () => one,
		};

		it('the numbers in the line add up to them, and nothing that was filled in is in it', async () => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(fc.constantFrom('sent', 'refused', 'invalid', 'again'), {
						minLength: 1,
						maxLength: 12,
					}),
					fc.boolean(),
					fc.constantFrom('Secret text', 'Long secret text. '.repeat(20)),
					async (drawn, isBulk, text) => {
						await service.reset();
						processedData.clear();
						const items = drawn.map((kind, n) => kinds[kind](n));
						const parameters = isBulk
							? { ...sendBulk(1, skip('skipDuplicates')), text }
							: { ...onceEach, text };
						const result = await runNode(service.credential, parameters, items, goesOn);
						const lines = linesOf(result);
						expect(lines.length).toBeLessThanOrEqual(1);
						const all = [...result.output, ...result.errorOutput];
						expect(all).toHaveLength(items.length);
						const skipped = result.output.filter(({ json }) => json.skipped).length;
						const failed = result.errorOutput.length;
						if (!lines.length) {
							expect([skipped, failed, text]).toEqual([0, 0, 'Secret text']);
							return;
						}
						const [line] = lines;
						const count = (of: RegExp) => Number(of.exec(line)?.[1] ?? 0);
						expect(count(/(\d+) skipped/)).toBe(skipped);
						expect(count(/(\d+) failed/)).toBe(failed);
						expect(count(/^(\d+) accepted/) + skipped + failed).toBe(items.length);
						expect(line).not.toContain(API_KEY);
						expect(line).not.toMatch(/\d{7}|nobody|secret|Shop/i);
						expect(line).toMatch(/^[\w ():,]+\. Sandbox\.$/);
					},
				),
				tries(40),
			);
		});
	});
});

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

		it('names all items that may have been carried out', async () => {
			const lost = { ...single, kind: 'status', status: 500, accepted: true };
			await service.fail({ ...lost, after: 1 });
			await service.fail({ ...lost, after: 3, count: 2 });
			const { error } = await runNode(service.credential, send, recipients(7), retry);
			expect(error?.description).toContain('Of the 7 items, 4 were accepted, 3 failed');
			expect(error?.description).toMatch(/ May have been carried out: items 2, 5 and 6\.$/);
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

		// The others make up to 20 requests at the same time.
		it.each(ofManyItems.filter(({ isOneByOne }) => isOneByOne))(
			'nothing goes out behind it: $what',
			async ({ parameters }) => {
				await service.fail(refused);
				await service.fail(accepted);
				const { error } = await runNode(service.credential, parameters, items);
				expect(error?.httpCode).toBe('400');
				expect(await service.received()).toHaveLength(1);
			},
		);

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
