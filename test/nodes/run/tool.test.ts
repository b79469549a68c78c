import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import {
	bulk,
	group,
	messagesPerRecipient,
	recipients,
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

	it('sends each call on its own, also several at once, and the same one once', async () => {
		const { answers } = await call(service.credential, { ...send, to }, [...recipients(10), one], {
			inParallel: true,
		});
		expect(answers.map((answer) => Object.keys(answer))).toEqual(Array(11).fill(['answer']));
		const counts = await messagesPerRecipient(service);
		expect(Object.keys(counts)).toHaveLength(10);
		expect(counts[one.to]).toBe(1);
	});

	const letter = { from: 'a@example.com', subject: 'Hi', to: "={{ $fromAI('to') }}@example.com" };
	const limits = group('limits', { maxMessages: 2 });
	it.each([
		['SMS: Send', { ...send, to, options: limits }],
		['SMS: Send Bulk', { ...sendBulk(100, limits), to }],
		['Viber: Send', { ...send, to, resource: 'viber', options: limits }],
		['Email: Send', { ...send, ...letter, resource: 'email', options: limits }],
		[
			'Campaign: Create',
			{
				...send,
				resource: 'campaign',
				operation: 'create',
				name: 'Sale',
				recipients: to,
				options: limits,
			},
		],
		['Contact: Validate Number', { resource: 'contact', operation: 'validate', phoneNumber: to }],
	])(
		'answers a call of %s that was made before from memory, within its limits',
		async (_name, parameters) => {
			for (const inParallel of [false, true]) {
				const made = [one, two, one, one, two];
				const { answers } = await call(service.credential, parameters, made, { inParallel });
				const bodies = (await service.received()).map(({ body }) => JSON.stringify(body));
				expect(bodies).toHaveLength(2);
				const given = answers.map(({ answer }) => (answer as IDataObject[])[0]);
				const repeated = given.filter(({ repeatedCall }) => repeatedCall !== undefined);
				expect(repeated).toHaveLength(3);
				for (const { repeatedCall, ...answer } of repeated) {
					expect(repeatedCall).toMatch(/^This call was made before .+Nothing was sent again\.$/);
					expect(given).toContainEqual(answer);
				}
				await service.reset();
			}
		},
	);

	it.each<INodeParameters>([
		{ resource: 'account', operation: 'getBalance' },
		{ resource: 'suppression', operation: 'add', phoneNumber: to },
		{ resource: 'contact', operation: 'updateConsent', contactId: to },
	])('makes a request that changes nothing the second time again: %j', async (parameters) => {
		await call(service.credential, parameters, [one, one]);
		expect(await service.received()).toHaveLength(2);
	});

	it('sends again what was refused, also while another call is under way', async () => {
		await service.fail({ ...single, kind: 'status', status: 400 });
		const { answers } = await call(service.credential, { ...send, to }, [one, one, one], {
			inParallel: true,
		});
		expect(answers.filter(({ error }) => error)).toHaveLength(1);
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
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
