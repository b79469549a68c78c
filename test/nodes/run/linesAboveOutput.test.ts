import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { type AnsweringServer, withServer } from '../../support/answeringServer';
import { dateForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import { group, hintsOf, linesOf, recipients, send, sendBulk, skip } from '../../support/sending';
import { trusting } from '../../support/selfSigned';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
// A Wednesday.
dateForTests('2026-11-25T10:00:00Z');
afterEach(() => jest.restoreAllMocks());

const [one, two, three] = recipients(3);
/** The service refuses it. */
const refused = { to: '37060010400' };
const goesOn = { onError: 'continueErrorOutput' } as const;
/** What a run says above its output. */
const saidBy = async (parameters: INodeParameters, items = [one, two], settings = {}) =>
	linesOf(await runNode(service.credential, parameters, items, settings));

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

	it('in words why nothing was sent', async () => {
		await runNode(service.credential, onceEach, [one]);
		const again = await saidBy(onceEach, [one, one]);
		expect(again).toEqual(['0 accepted, 2 skipped (2 already sent). Sandbox.']);
		const never = skip('sendWindow', { weekdays: 'saturday', closes: '24:00' });
		expect(await saidBy({ ...send, options: never }, [one])).toEqual([
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
		'The service answered with success, but without an ID or a word that it did what you asked for. Look at the answer to';
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
		[
			'/contacts/import',
			{ resource: 'contact', operation: 'import', phoneNumber: one.to },
			[`${VAGUE} item 1.`],
		],
		[
			'/campaigns/c7/cancel',
			{ resource: 'campaign', operation: 'cancel', campaignId: 'c7' },
			[`${VAGUE} items 1 and 2.`],
		],
	])('whose answer at %s says neither yes nor no', async (path, parameters, lines) => {
		for (const body of [{ code: 1007, message: 'Invalid sender' }, { id: 'm1' }]) {
			await service.fail({ path, kind: 'status', status: 200, body, count: 2 });
			expect(await saidBy(parameters)).toEqual('id' in body ? [] : lines);
			await service.reset();
		}
	});

	it('which numbers their country does not have', async () => {
		const short = { to: '+370 600 1234' };
		for (const parameters of [send, sendBulk(100)]) {
			expect(await saidBy(parameters, [one, short, two, { to: '+999 123 4567' }])).toEqual([
				"2 numbers that their country doesn't have: items 2 and 4.",
			]);
		}
		const lone = await saidBy(send, [short]);
		expect(lone).toEqual(["1 number that its country doesn't have: item 1."]);
	});

	it('that nothing failed where a limit kept all of them back', async () => {
		const limited = { ...send, options: group('limits', { maxMessages: 1 }) };
		const lines = await saidBy(limited, [one, two], goesOn);
		expect(lines).toEqual(['0 accepted, 2 not attempted. Sandbox.']);
		// A run that stops with an error says it in the error.
		const stopped = await runNode(service.credential, limited, [one, two]);
		expect(stopped.error?.message).toContain("'Max Messages' is 1");
		expect(stopped.error?.description).not.toContain('2 failed');
		expect(linesOf(stopped)).toEqual([]);
	});

	it('the recipient first, whether the service names it or not', async () => {
		for (const parameters of [send, sendBulk(2)]) {
			const { output } = await runNode(service.credential, parameters, [one, two]);
			for (const { json } of output) expect(Object.keys(json)[0]).toBe('to');
		}
	});

	it('that it was for real', async () => {
		const answer = JSON.stringify({ messageId: 'a', sent: '', partIds: ['1', '2'] });
		const sendOne = async ({ address }: AnsweringServer) => {
			const own = { environment: 'production', productionUrl: address };
			return await runNode({ ...service.credential, ...own }, send, [one]);
		};
		const run = await trusting(
			async () => await withServer((_, response) => response.end(answer), sendOne, true),
		);
		expect(linesOf(run)).toEqual(['1 accepted (2 parts). Production.']);
	});

	it('no number of parts if the service does not say it of each message', async () => {
		for (const body of [{ messageId: 'a', partIds: ['1', '2', '3'] }, { messageId: 'b' }]) {
			await service.fail({ path: '/v1/sms/single', kind: 'status', status: 200, body });
		}
		const lines = await saidBy(send, [one, two, refused], goesOn);
		expect(lines).toEqual(['2 accepted, 1 failed. Sandbox.']);
	});

	it('the parts of all messages of a batch, if each names its own', async () => {
		const first = { messageId: 'a', partIds: ['1', '2'] };
		for (const [body, lines] of [
			[[first, { messageId: 'b', partIds: ['3'] }], ['2 accepted (3 parts). Sandbox.']],
			[[first, { messageId: 'c' }], []],
		] as const) {
			await service.reset();
			await service.answer(body);
			expect(await saidBy(sendBulk(2))).toEqual(lines);
		}
	});
});

describe('After a run there is no such line', () => {
	it.each<[string, INodeParameters]>([
		['when each item was one message of one part', send],
		['after reading', { resource: 'account', operation: 'getBalance' }],
		['for what sends nothing', { resource: 'suppression', operation: 'add', phoneNumber: one.to }],
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
			const result = await runNode(service.credential, long, [one]);
			expect(result.output[0].json.partIds).toHaveLength(2);
			expect(linesOf(result)).toEqual([]);
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
					expect([...result.output, ...result.errorOutput]).toHaveLength(items.length);
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
			tries(15),
		);
	});
});
