import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { AnsweringServer, deadAddress } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import type { NodeRun } from '../../support/engine';
import { runNode, startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { at } from '../../support/failing';
import { passing, status, withOptions } from '../../support/faults';
import {
	messagesPerRecipient,
	recipients,
	retry,
	send,
	single,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

describe('What may have been sent', () => {
	const unknown: Array<[string, object]> = [
		...passing,
		['500', status(500)],
		['408', status(408)],
		['an HTML page', { kind: 'html' }],
		['broken JSON', { kind: 'invalidJson' }],
	];
	const SAYS = "It isn't known whether the service carried it out";

	const sendAll = async (values: INodeParameters, settings = {}): Promise<NodeRun> =>
		await runNode(
			service.credential,
			{
				...send,
				requestOptions: { timeout: 400 },
				options: group('requests', { concurrency: 1, ...values }),
			},
			recipients(4),
			{ ...retry, ...settings },
		);

	it.each(unknown)('stops what is behind it: %s', async (_, fault) => {
		await service.fail({ ...single, ...fault, accepted: true, after: 1 });
		const { error } = await sendAll({}, { retryOnFail: false });
		expect(error?.description).toContain(SAYS);
		expect(error?.description).toContain('This was item 2 of 4.');
		expect(error?.description).toContain('1 was accepted, 1 failed, 2 not attempted');
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1]);
		expect(await service.received()).toHaveLength(2);
	});

	it.each(unknown)('is left alone by Retry On Fail, which sends the rest: %s', async (_, fault) => {
		await service.fail({ ...single, ...fault, accepted: true, after: 1 });
		const { error } = await sendAll({});
		expect(error?.description).toContain(SAYS);
		expect(error?.description).toContain('This was item 2 of 4.');
		expect(error?.description).toContain('3 were accepted, 1 failed, 0 not attempted');
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1]);
		expect(await service.received()).toHaveLength(4);
	});

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

	it('stays named when it is sent again and then refused', async () => {
		const refused = { ...single, kind: 'status', status: 400, body: 'No' };
		await service.fail({ ...single, kind: 'drop', accepted: true, after: 1 });
		await service.fail({ ...refused, after: 1, count: 9 });
		const { error } = await sendAll({ onUnknownOutcome: 'resend' });
		expect(error?.message).toBe('No');
		expect(error?.description).toContain('An earlier try may have carried it out.');
		expect(error?.description).toContain('May have been carried out: item 2.');
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1]);
	});

	it.each(unknown)('is sent again if the user wants it: %s', async (_, fault) => {
		await service.fail({ ...single, ...fault, accepted: true, after: 1 });
		const { error, output } = await sendAll({ onUnknownOutcome: 'resend' });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(4);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 2, 1, 1]);
	});

	it('holds up nobody else if the user goes on', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, after: 1 });
		const { output, errorOutput } = await sendAll({}, { onError: 'continueErrorOutput' });
		expect([output.length, errorOutput.length]).toEqual([3, 1]);
		expect(errorOutput[0].json.details).toContain(SAYS);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1]);
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
