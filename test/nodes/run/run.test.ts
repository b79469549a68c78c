import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';

import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { runNode, startNode } from '../../support/engine';
import {
	group,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { AnsweringServer, deadAddress } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { passing, status, withOptions } from '../../support/faults';

describe('A run', () => {
	const service = serviceForTests();

	it('A run leaves no listener on the signal of its execution, which the rounds of a loop share', async () => {
		const { signal } = new AbortController();
		const given = jest.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal');
		given.mockReturnValue(signal);
		try {
			const { output } = await runNode(service.credential, send, recipients(3));
			expect(output).toHaveLength(3);
			const { error } = await runNode(service.credential, send, [{ to: '37060000400' }]);
			expect(error?.message).toContain("can't reach this number");
			expect(given.mock.calls.length).toBeGreaterThan(0);
			expect(getEventListeners(signal, 'abort')).toEqual([]);
		} finally {
			given.mockRestore();
		}
	});
});

describe('An unknown outcome', () => {
	const service = serviceForTests();

	const unknown: Array<[string, object]> = [
		...passing,
		['500', status(500)],
		['408', status(408)],
		['an HTML page', { kind: 'html' }],
		['broken JSON', { kind: 'invalidJson' }],
	];
	const SAYS = "It isn't known whether the service carried it out";

	/** Sends four messages in four requests, one after the other. */
	const sendAll = async (operation: string, values: INodeParameters, settings = {}) =>
		await runNode(
			service.credential,
			{
				...{ ...send, operation, requestOptions: { timeout: 1_000 } },
				options: group('requests', { concurrency: 1, batchSize: 1, ...values }),
			},
			recipients(4),
			{ ...retry, ...settings },
		);

	describe.each<[string, typeof unknown]>([
		['send', unknown],
		// What is unknown makes no difference to it.
		['sendBulk', passing.slice(0, 1)],
	])('What may have been sent by %s', (operation, faults) => {
		it.each(faults)(
			'stops what is behind it, and Retry On Fail sends it again only if the user wants it: %s',
			async (_, fault) => {
				for (const [values, settings, counts, told] of [
					[{}, { retryOnFail: false }, [1, 1], '1 was accepted, 1 failed, 2 not attempted'],
					[{}, {}, [1, 1, 1, 1], '3 were accepted, 1 failed, 0 not attempted'],
					[{ onUnknownOutcome: 'resend' }, {}, [1, 2, 1, 1], undefined],
				] as const) {
					await service.reset();
					await service.fail({ ...fault, accepted: true, after: 1, method: 'POST' });
					const { error, output } = await sendAll(operation, values, settings);
					for (const said of told ? [SAYS, 'This was item 2 of 4.', told] : []) {
						expect(error?.description).toContain(said);
					}
					expect(output).toHaveLength(told ? 0 : 4);
					expect(Object.values(await messagesPerRecipient(service))).toEqual(counts);
					const requests = counts.reduce<number>((sum, count) => sum + count, 0);
					expect(await service.received()).toHaveLength(requests);
				}
			},
		);

		it('stays named when it is sent again and then refused', async () => {
			await service.fail({ kind: 'drop', accepted: true, after: 1 });
			await service.fail({ ...status(400), body: 'No', after: 1, count: 9 });
			const { error } = await sendAll(operation, { onUnknownOutcome: 'resend' });
			expect(error?.message).toBe('No');
			expect(error?.description).toContain('An earlier try may have carried it out.');
			expect(error?.description).toContain('May have been carried out: item 2.');
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1]);
		});
	});

	describe('What may have been sent', () => {
		it.each([
			['doNotResend', "Retry On Fail doesn't send it again unless 'On Unknown Outcome'"],
			[
				'resend',
				"Retry On Fail sends it again, because 'On Unknown Outcome' (Options → Requests) is set to Send",
			],
		])('says what Retry On Fail does with it by On Unknown Outcome: %s', async (how, words) => {
			await service.fail({ ...single, kind: 'drop', count: 9 });
			const alone = await runNode(
				service.credential,
				{ ...send, options: group('requests', { onUnknownOutcome: how }) },
				recipients(1),
			);
			expect(alone.error?.description).toContain(words);
			const { errorOutput } = await runNode(
				service.credential,
				{ ...send, options: group('requests', { onUnknownOutcome: how }) },
				recipients(2),
				{ onError: 'continueErrorOutput' },
			);
			for (const { json } of errorOutput) expect(json.details).toContain(words);
			expect(errorOutput).toHaveLength(2);
		});

		it.each([
			['contact', 'validate'],
			['campaign', 'create'],
		])('names no option that the operation does not have: %s %s', async (resource, operation) => {
			await service.fail({ kind: 'drop', count: 9 });
			const required = { phoneNumber: '37060012345', recipients: '37060012345', name: 'Spring' };
			const parameters = { ...required, resource, operation, from: 'Shop', text: 'Hello' };
			const { error } = await runNode(service.credential, parameters, [{}], retry);
			expect(error?.description).toContain("Retry On Fail doesn't send it again.");
			expect(error?.description).not.toContain('On Unknown Outcome');
			expect(await service.received()).toHaveLength(1);
		});

		it('is asked for again at once when it only reads, also by Retry On Fail', async () => {
			await service.fail({ ...status(502), count: 3 });
			await service.fail({ ...status(200), body: [{ partId: 'a' }] });
			const { output } = await runNode(
				service.credential,
				withOptions(
					{ resource: 'sms', operation: 'getReport', messageId: '7' },
					group('requests', { maxWait: 0 }),
				),
				[{}],
				{ ...retry, maxTries: 5 },
			);
			expect(output).toMatchObject([{ json: { partId: 'a' } }]);
		});

		it('is not what fails before it is sent', async () => {
			const { error } = await runNode(
				{ ...service.credential, sandboxUrl: await deadAddress() },
				withOptions(send, group('requests', { maxWait: 0 })),
				recipients(2),
				retry,
			);
			expect(error?.description).not.toContain(SAYS);
		});
	});

	describe('What may have been sent in an earlier try', () => {
		const clock = clockForTests();

		it('is named behind what stopped the run', async () => {
			await service.fail({ ...single, kind: 'status', status: 500, accepted: true, after: 1 });
			await service.fail({ ...single, ...status(400), body: 'nope', after: 1, count: 9 });
			const parameters = { ...send, options: group('requests', { concurrency: 1 }) };
			const { error } = await clock.run(service.credential, parameters, recipients(4), retry);
			expect(error?.message).toBe('nope');
			expect(error?.description).toContain('This was item 3 of 4.');
			expect(error?.description).toContain('May have been carried out: item 2.');
		});

		it('stays in doubt when the next try does not come to it', async () => {
			const waiting: ServerResponse[] = [];
			const server = await AnsweringServer.start((_, response) => {
				const request = server.received.length;
				if (request === 1) waiting.push(response);
				else if (request === 2) response.destroy();
				else response.writeHead(400).end();
			});
			try {
				const parameters: INodeParameters = {
					...send,
					options: group('requests', { onUnknownOutcome: 'resend' }),
					requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1000 } } },
				};
				const settings = { ...retry, maxTries: 2 };
				const credential = at(service, server.address);
				const { finished } = startNode(credential, parameters, [recipients(2)], settings);
				await eventually('the first request', () => server.received.length === 1);
				await clock.pass(1000);
				await eventually('the second request', () => server.received.length === 2);
				waiting[0].writeHead(400).end();
				const { error } = await clock.until(finished);
				expect(server.received).toHaveLength(3);
				expect(error?.description).toContain('This was item 1 of 2.');
				expect(error?.description).toContain('item 2');
			} finally {
				await server.stop();
			}
		});
	});
});

describe('Listeners', () => {
	const service = serviceForTests();

	afterEach(() => jest.restoreAllMocks());

	/** The most listeners that any signal has after a loop of so many rounds, each with so many items. */
	async function listenersAfter(rounds: number, items: number): Promise<number> {
		const signals = new Set<AbortSignal>();
		const prototype = Object.getPrototypeOf(AbortSignal.prototype) as EventTarget;
		const add = prototype.addEventListener;
		jest.spyOn(prototype, 'addEventListener').mockImplementation(function (
			this: EventTarget,
			...given: Parameters<typeof add>
		) {
			if (this instanceof AbortSignal) signals.add(this);
			add.apply(this, given);
		});
		const given = Array.from({ length: rounds }, (_, round) => recipients(items, 100 * round));
		const { output } = await startNode(service.credential, send, given).finished;
		jest.restoreAllMocks();
		expect(output).toHaveLength(items);
		expect(signals.size).toBeGreaterThan(0);
		return Math.max(...[...signals].map((signal) => getEventListeners(signal, 'abort').length));
	}

	it('No listener stays on the signal of an execution after each round of a loop, or each request', async () => {
		const once = await listenersAfter(1, 1);
		expect(await listenersAfter(5, 1)).toBe(once);
		expect(await listenersAfter(5, 5)).toBe(once);
	});
});
