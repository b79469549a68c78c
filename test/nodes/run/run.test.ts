import { getEventListeners } from 'node:events';

import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import {
	group,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { status, withOptions } from '../../support/faults';

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

describe('An unknown outcome', () => {
	const SAYS = "It isn't known whether the service carried it out";
	const NEVER = "Retry On Fail doesn't send it again.";

	/** Sends four messages in four requests, one after the other. */
	const sendAll = async (operation: string, settings: object) => {
		const options = group('requests', { concurrency: 1, batchSize: 1 });
		const parameters = { ...withOptions(send, options), operation };
		return await runNode(service.credential, parameters, recipients(4), { ...retry, ...settings });
	};

	it.each(['send', 'sendBulk'])(
		'What may have been sent by %s stops what is behind it, and Retry On Fail never sends it again',
		async (operation) => {
			for (const [settings, count, told] of [
				[{ retryOnFail: false }, 2, '1 was accepted, 1 failed, 2 not attempted'],
				[{}, 4, '3 were accepted, 1 failed, 0 not attempted'],
			] as const) {
				await service.reset();
				await service.fail({ kind: 'drop', accepted: true, after: 1, method: 'POST' });
				const { error, output } = await sendAll(operation, settings);
				for (const said of [SAYS, NEVER, 'This was item 2 of 4.', told]) {
					expect(error?.description).toContain(said);
				}
				expect(output).toEqual([]);
				const counts = Object.values(await messagesPerRecipient(service));
				expect(counts).toEqual(Array(count).fill(1));
				expect(await service.received()).toHaveLength(count);
			}
		},
	);

	it('goes to the error output with all that a second Send needs', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, after: 1 });
		const sendTo = async (items: IDataObject[]) =>
			await runNode(service.credential, send, items, { onError: 'continueErrorOutput' });
		const first = await sendTo(recipients(3));
		const inDoubt = first.errorOutput.map(({ json }) => json);
		expect(inDoubt).toMatchObject([{ details: expect.stringContaining(NEVER) }]);
		const second = await sendTo(inDoubt);
		expect([first.output.length, second.output.length]).toEqual([2, 1]);
		const counts = Object.values(await messagesPerRecipient(service));
		expect(counts.sort()).toEqual([1, 1, 2]);
	});

	it.each([
		['contact', 'validate'],
		['campaign', 'create'],
	])('is sent by Retry On Fail by no operation: %s %s', async (resource, operation) => {
		await service.fail({ kind: 'drop', count: 9 });
		const required = { phoneNumber: '37060012345', recipients: '37060012345', name: 'Spring' };
		const parameters = { ...required, resource, operation, from: 'Shop', text: 'Hello' };
		const { error } = await runNode(service.credential, parameters, [{}], retry);
		expect(error?.description).toContain(NEVER);
		expect(await service.received()).toHaveLength(1);
	});

	it('is asked for again at once when it only reads, also by Retry On Fail', async () => {
		await service.fail({ ...status(502), count: 3 });
		await service.fail({ ...status(200), body: [{ partId: 'a' }] });
		const report = { resource: 'sms', operation: 'getReport', messageId: '7' };
		const parameters = withOptions(report, group('requests', { maxWait: 0 }));
		const settings = { ...retry, maxTries: 5 };
		const { output } = await runNode(service.credential, parameters, [{}], settings);
		expect(output).toMatchObject([{ json: { partId: 'a' } }]);
	});

	it('is named behind what stopped the run, also if that was in an earlier try', async () => {
		await service.fail({ ...single, ...status(500), accepted: true, after: 1 });
		await service.fail({ ...single, ...status(400), body: 'nope', after: 1, count: 9 });
		const parameters = { ...send, options: group('requests', { concurrency: 1 }) };
		const { error } = await runNode(service.credential, parameters, recipients(4), retry);
		expect(error?.message).toBe('nope');
		expect(error?.description).toContain('This was item 3 of 4.');
		expect(error?.description).toContain('May have been carried out: item 2.');
	});
});
