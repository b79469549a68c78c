import { eventually } from '../../support/eventually';
import {
	bulk,
	group,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
const [one, two] = recipients(2);

describe.each([
	["run by n8n's engine, as the AI Agent does it", true],
	['run by the agent itself, as older agents and sub-agents do it', false],
])('As a tool of an AI agent, %s', (_way, byEngine) => {
	const call: typeof callTool = async (credential, parameters, calls, settings) =>
		await callTool(credential, parameters, calls, { byEngine, ...settings });

	it('sends each call on its own, also several at once and the same one again', async () => {
		const { answers } = await call(service.credential, { ...send, to }, [...recipients(10), one], {
			inParallel: true,
		});
		expect(answers.map((answer) => Object.keys(answer))).toEqual(Array(11).fill(['answer']));
		const counts = await messagesPerRecipient(service);
		expect(Object.keys(counts)).toHaveLength(10);
		expect(counts[one.to]).toBe(2);
	});

	it('tells the model what to do, once', async () => {
		const { answers } = await call(service.credential, { ...send, to }, [
			{ to: '37060000400' },
			{ to: '8 600 1' },
		]);
		expect(answers).toEqual([
			{
				error:
					"The service can't reach this number (recipient ending in 0400). HTTP status 400. The service couldn't use the request. Check the values that you sent.",
			},
			{
				error:
					"'To' isn't a phone number: 8 600 1. Enter the number with its country code, for example +370 600 12345. It can have 7 to 15 digits, with spaces, dashes, dots, or parentheses between them.",
			},
		]);
	});

	it.each([
		['SMS: Send', { ...send, to }, single.path],
		['SMS: Send Bulk', { ...sendBulk(100), to }, bulk.path],
		['Viber: Send', { ...send, to, resource: 'viber' }, '/viber'],
	])('%s does not send again when the model calls again', async (_name, parameters, path) => {
		await service.fail({ path, kind: 'drop', accepted: true });
		const { answers } = await call(service.credential, parameters, [one, one, two, one]);
		const unknown = {
			error: expect.stringMatching(
				/^The connection was closed before the service answered\..+It isn't known whether.+Do not call the tool again for this\. Tell the user that it may have been carried out, and to look it up\.$/,
			),
		};
		expect(answers).toEqual([unknown, unknown, { answer: [expect.anything()] }, unknown]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1, [two.to]: 1 });
	});

	it('does not send again whatever is in doubt, also if several calls are', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, count: 3 });
		const [, , three] = recipients(3);
		const calls = [one, two, three, one, two, three];
		const { answers } = await call(service.credential, { ...send, to }, calls);
		const unknown = { error: expect.stringContaining('Do not call the tool again') };
		expect(answers).toEqual(calls.map(() => unknown));
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1]);
	});

	it.each([
		["={{ $('Start').first().json.phone }}", one.to],
		// n8n's engine puts what the model calls a tool with into `$json`, over the fields of the item.
		['={{ $json.phone }}', byEngine ? two.to : one.to],
		['=+{{ $json.phone }}', byEngine ? two.to : one.to],
	])('sends to whom n8n says by %s, whatever the model calls it with', async (given, sentTo) => {
		const { answers } = await call(
			service.credential,
			{ ...send, to: given },
			[{ phone: two.to }],
			{ item: { phone: one.to } },
		);
		expect(answers).toMatchObject([{ answer: [{ messageId: expect.any(String) }] }]);
		expect(await messagesPerRecipient(service)).toEqual({ [sentTo]: 1 });
	});

	it('takes the item as n8n gives it, where a field stands for all of it', async () => {
		const item = { to: one.to, from: 'Shop', text: 'Hello' };
		const jsonBody = '={{ $json }}';
		const parameters = { ...sendBulk(100), specifyBody: 'json', jsonBody };
		await call(service.credential, parameters, [{}], { item });
		const [{ body }] = await service.received();
		expect(body).toMatchObject(item);
	});

	it('does not send again either with On Error set to Continue', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const { answers } = await call(service.credential, { ...send, to }, [one, one], {
			...retry,
			onError: 'continueRegularOutput',
		});
		const unknown = {
			answer: [{ error: expect.stringContaining('Do not call the tool again'), details: '' }],
		};
		expect(answers).toEqual([unknown, unknown]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('keeps what may have been sent while other calls succeed at the same time', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true, count: 1 });
		await call(service.credential, { ...send, to }, recipients(8), {
			...retry,
			waitBetweenTries: 200,
			inParallel: true,
		});
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(8).fill(1));
	});

	it('tries again what was refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 400 });
		const { answers } = await call(service.credential, { ...send, to }, [one], retry);
		expect(answers).toMatchObject([{ answer: [{}] }]);
		expect(await service.received()).toHaveLength(2);
	});

	it('sends a batch of one with Send Bulk', async () => {
		const { answers } = await call(service.credential, { ...sendBulk(100), to }, [one, two]);
		expect(answers).toMatchObject([{ answer: [{ to: one.to }] }, { answer: [{}] }]);
		expect((await service.received()).map(({ path, body }) => [path, body])).toEqual([
			['/v1/sms/bulk', [{ to: one.to, from: 'Shop', text: 'Hello' }]],
			['/v1/sms/bulk', [{ to: two.to, from: 'Shop', text: 'Hello' }]],
		]);
	});

	it("sends the user's own JSON with Send Bulk as it stands", async () => {
		const jsonBody = `={{ JSON.stringify([{ to: $fromAI('to', '', 'string'), from: 'Shop', text: 'Hi' }]) }}`;
		await call(service.credential, { ...sendBulk(100), specifyBody: 'json', jsonBody }, [one]);
		expect((await service.received()).map(({ body }) => body)).toEqual([
			[{ to: one.to, from: 'Shop', text: 'Hi' }],
		]);
	});

	it('waits for the delivery with Wait for Delivery, and sends once', async () => {
		const options = group('waitForDelivery', { timeout: 30 });
		const called = call(service.credential, { ...send, to, options }, [one]);
		await eventually('a request for the report', async () =>
			(await service.received()).some(({ path }) => path === '/v1/sms/report'),
		);
		await service.advance(3_600_000);
		const { answers } = await called;
		expect(answers).toMatchObject([
			{ answer: [{ delivery: 'delivered', parts: [{ to: Number(one.to) }] }] },
		]);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});
});

it.each(['preview', 'summarizeReports'])(
	'A tool does nothing in %s, which is hidden from tools',
	async (operation) => {
		const parameters = { resource: 'sms', operation, text: 'Hello' };
		const { answers } = await callTool(service.credential, parameters, [one]);
		expect(answers).toMatchObject([{ error: expect.any(String) }]);
		expect(await service.received()).toEqual([]);
	},
);
