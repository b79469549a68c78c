import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { runNode, startNode } from '../../support/engine';
import { tries } from '../../support/properties';
import {
	group,
	kept,
	messages,
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

const limited = (values: INodeParameters) => group('limits', values);
const long = 'x'.repeat(200);
const [one, two, three] = recipients(3);
const sentTo = async () => Object.keys(await messagesPerRecipient(service)).sort();
/** Requests that send something. */
const requests = async () => (await service.received()).filter(({ method }) => method === 'POST');

const campaign = (options: INodeParameters): INodeParameters => ({
	resource: 'campaign',
	operation: 'create',
	name: 'Spring',
	from: 'Shop',
	text: '={{ $json.text ?? "Hello" }}',
	recipients: '={{ $json.to }}',
	options,
});
const email = (options: INodeParameters): INodeParameters => ({
	resource: 'email',
	operation: 'send',
	to: '={{ $json.to }}@example.com',
	from: 'shop@example.com',
	subject: 'Order',
	text: 'Hello',
	options,
});
const everySend: Array<[string, (options: INodeParameters) => INodeParameters]> = [
	['Send', (options) => ({ ...send, options })],
	['Send Bulk', (options) => sendBulk(2, options)],
	['Viber', (options) => ({ ...send, resource: 'viber', options })],
	['Email', email],
	['Campaign: Create', campaign],
];

describe.each(everySend)('Limits: %s', (_, sending) => {
	it('sends nothing if there are more messages than Max Messages, and says how many', async () => {
		const { error } = await runNode(service.credential, sending(limited({ maxMessages: 2 })), [
			one,
			two,
			three,
		]);
		expect(error?.message).toContain(
			"This run would send 3 messages, but 'Max Messages' is 2 (item 1 of 3)",
		);
		expect(error?.description).toContain('Nothing was sent. Check the input, or raise the limit');
		expect(await requests()).toEqual([]);
	});

	it('sends all if there are as many', async () => {
		const parameters = sending(limited({ maxMessages: 3, minBalance: 0.5, currency: 'eur' }));
		const { error, output } = await runNode(service.credential, parameters, [one, two, three]);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(3);
	});

	it('sends nothing with Continue either, and each item says why', async () => {
		const { output } = await runNode(
			service.credential,
			sending(limited({ maxMessages: 1 })),
			[one, two],
			{ onError: 'continueRegularOutput' },
		);
		expect(output.map(({ json }) => json.error)).toEqual(
			[1, 2].map(() => expect.stringContaining("'Max Messages' is 1")),
		);
		expect(await requests()).toEqual([]);
	});

	it('sends nothing below Min Balance, and says which it is', async () => {
		await service.control('POST', 'balance', { EUR: 9.99 });
		const parameters = sending(limited({ minBalance: 10, currency: 'EUR' }));
		const { error } = await runNode(service.credential, parameters, [one]);
		expect(error?.message).toContain("The balance is 9.99 EUR, below 'Min Balance' (10)");
		expect(await requests()).toEqual([]);
	});

	it.each([
		[{ maxMessages: -1 }, "'Max Messages' of 'Limits' isn't a whole number from 0: -1"],
		[{ minBalance: 'a lot' }, "'Min Balance' of 'Limits' isn't an amount: a lot"],
	])('refuses %j before a request', async (values, message) => {
		const { error } = await runNode(service.credential, sending(limited(values)), [one]);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});
});

describe('Limits: SMS parts', () => {
	it.each(everySend.slice(0, 2))(
		'are counted over all items, and the longest is named: %s',
		async (_, sending) => {
			const parameters = { ...sending(limited({ maxTotalParts: 3 })), text: '={{ $json.text }}' };
			const items = [
				{ ...one, text: 'Hello' },
				{ ...two, text: long },
			];
			expect((await runNode(service.credential, parameters, items)).error).toBeUndefined();
			const { error } = await runNode(service.credential, parameters, [
				...items,
				{ ...three, text: 'Hello' },
			]);
			expect(error?.message).toContain(
				"This run would send 4 SMS parts, but 'Max Total Parts' is 3",
			);
			expect(error?.description).toContain('Item 2 is the longest, with 2 parts.');
			expect(await sentTo()).toEqual([one.to, two.to]);
		},
	);

	it('are counted for each recipient of a campaign, and so are its messages', async () => {
		const numbers = [one.to, two.to];
		const refused = async (values: INodeParameters) =>
			(await runNode(service.credential, campaign(limited(values)), [{ to: numbers, text: long }]))
				.error?.message;
		expect(await refused({ maxTotalParts: 3 })).toContain('would send 4 SMS parts');
		expect(await refused({ maxMessages: 1 })).toContain('would send 2 messages');
		expect(await refused({ maxParts: 1 })).toContain("'Text' would take 2 SMS parts");
		expect(await requests()).toEqual([]);
		expect(await refused({ maxTotalParts: 4, maxMessages: 2, maxParts: 2 })).toBeUndefined();
	});

	it('do not count for what is skipped', async () => {
		const options = { ...limited({ maxMessages: 1, maxTotalParts: 1 }), skipDuplicates: true };
		const { error } = await runNode(service.credential, sendBulk(5, options), [one, one]);
		expect(error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});
});

describe('Limits over an execution', () => {
	const most = (maxMessages: number): INodeParameters => ({
		...send,
		options: limited({ maxMessages }),
	});

	it('count all rounds of a loop', async () => {
		const { error } = await startNode(service.credential, most(3), [[one], [two], [three, one]])
			.finished;
		expect(error?.message).toContain('after 3 earlier in this execution');
		expect(await messages(service)).toHaveLength(3);
	});

	it('do not count again what an earlier try has sent, nor what the service has refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const run = await runNode(service.credential, most(3), [one, two, three], retry);
		expect(run.error).toBeUndefined();
		expect(kept(run).sentSoFar).toEqual({ messages: 3, parts: 3 });
		expect(await sentTo()).toEqual([one.to, two.to, three.to].sort());
	});

	it('count what may have been sent', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const run = await runNode(service.credential, most(1), [one]);
		expect(run.error?.message).toBeDefined();
		expect(kept(run).sentSoFar).toEqual({ messages: 1, parts: 1 });
	});

	it.each([true, false])(
		'count all calls of a tool, also those at the same time (byEngine: %s)',
		async (byEngine) => {
			const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
			const calls = recipients(5);
			for (const inParallel of [true, false]) {
				await service.reset();
				const { answers } = await callTool(service.credential, { ...most(2), to }, calls, {
					byEngine,
					inParallel,
				});
				expect(answers.filter(({ answer }) => answer)).toHaveLength(2);
				expect(answers.filter(({ error }) => error)).toMatchObject(
					Array(3).fill({
						error: expect.stringContaining(
							"after 2 earlier in this execution, but 'Max Messages' is 2",
						),
					}),
				);
				expect(await messages(service)).toHaveLength(2);
			}
		},
	);

	it('are kept by any run: all of its messages go out, or none', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }),
				fc.integer({ min: 0, max: 8 }),
				fc.integer({ min: 0, max: 12 }),
				fc.constantFrom(...everySend.slice(0, 2)),
				async (lengths, maxMessages, maxTotalParts, [, sending]) => {
					await service.reset();
					const items = recipients(lengths.length).map((item, index) => ({
						...item,
						text: 'x'.repeat(lengths[index]),
					}));
					const parts = lengths
						.map((length) => (length <= 160 ? 1 : Math.ceil(length / 153)))
						.reduce((sum, count) => sum + count);
					const isOver =
						(maxMessages > 0 && items.length > maxMessages) ||
						(maxTotalParts > 0 && parts > maxTotalParts);
					const options = limited({ maxMessages, maxTotalParts });
					const parameters = { ...sending(options), text: '={{ $json.text }}' };
					const { error } = await runNode(service.credential, parameters, items);
					expect(!!error).toBe(isOver);
					expect(await messages(service)).toHaveLength(isOver ? 0 : items.length);
				},
			),
			tries(40),
		);
	});
});

describe('Min Balance', () => {
	const sending = (values: INodeParameters) => ({ ...send, options: limited(values) });
	const refused = async (values: INodeParameters) => {
		const { error } = await runNode(service.credential, sending(values), [one, two]);
		expect(await requests()).toEqual([]);
		return error;
	};

	it('is read once, before the first message', async () => {
		const parameters = sending({ minBalance: 1, currency: 'EUR' });
		await runNode(service.credential, parameters, [one, two]);
		const paths = (await service.received()).map(({ path }) => path);
		expect(paths).toEqual(['/v1/Common/balance', single.path, single.path]);
	});

	it('asks for the currency if the account has several, and names them', async () => {
		const error = await refused({ minBalance: 1 });
		expect(error?.message).toContain('The account has more than one balance: EUR, USD');
		expect((await refused({ minBalance: 1, currency: 'GBP' }))?.description).toContain(
			"Fill in 'Currency' under Options → Limits with one of: EUR, USD.",
		);
	});

	it.each<[string, unknown, string]>([
		['no list', { error: 'no' }, 'The account has no balance in EUR'],
		['an empty list', [], 'The account has no balance in EUR'],
		['no amount', [{ currency: 'EUR' }], 'The balance is empty'],
		['text for an amount', [{ currency: 'EUR', amount: 'much' }], "The balance isn't a number"],
		['a debt', [{ currency: 'EUR', amount: -5 }], 'The balance is -5 EUR'],
	])('sends nothing if the service answers with %s', async (_, body, message) => {
		await service.fail({ path: '/v1/Common/balance', kind: 'status', status: 200, body });
		expect((await refused({ minBalance: 1, currency: 'EUR' }))?.message).toContain(message);
	});

	it('takes an amount that is given as text', async () => {
		await service.fail({
			path: '/v1/Common/balance',
			kind: 'status',
			status: 200,
			body: [{ currency: 'eur', amount: '12.50' }],
		});
		const parameters = sending({ minBalance: 12.5, currency: 'EUR' });
		expect((await runNode(service.credential, parameters, [one])).error).toBeUndefined();
	});

	it('sends nothing if the balance cannot be read', async () => {
		await service.fail({ path: '/v1/Common/balance', kind: 'status', status: 403 });
		const error = await refused({ minBalance: 1, currency: 'EUR' });
		expect(error?.message).toContain("The balance couldn't be read:");
		expect(error?.description).toContain("Nothing was sent, because 'Min Balance' is set.");
	});
});

describe('Allowed Numbers', () => {
	const sending = (allowedNumbers: unknown): INodeParameters => ({
		...send,
		options: limited({ allowedNumbers: allowedNumbers as string }),
	});
	const lithuanian = { to: '+370 600 12345' };
	const german = { to: '0049 151 23456789' };

	it.each([
		['+370', [lithuanian]],
		['00370', [lithuanian]],
		['+370, +49 (151) 2345-6789', [lithuanian, german]],
		['37060012345\n4915', [lithuanian, german]],
		["={{ ['+370', 49] }}", [lithuanian, german]],
		[' , +370,\n', [lithuanian]],
		["={{ [null, '+370'] }}", [lithuanian]],
		['', [lithuanian, german]],
	])('lets go what begins with one of %j', async (allowed, items) => {
		const { error } = await runNode(service.credential, sending(allowed), items);
		expect(error).toBeUndefined();
	});

	it.each([
		['+49', lithuanian],
		['+370 600 12346', lithuanian],
		['70', lithuanian],
	])('refuses with %j what does not, and sends nothing', async (allowed, item) => {
		const { error } = await runNode(service.credential, sending(allowed), [item]);
		expect(error?.message).toContain("37060012345 isn't one of the 'Allowed Numbers'");
		expect(await service.received()).toEqual([]);
	});

	it('refuses the number only, with Continue', async () => {
		const { output, errorOutput } = await runNode(
			service.credential,
			sending('+370'),
			[german, lithuanian],
			{ onError: 'continueErrorOutput' },
		);
		expect([output.length, errorOutput.length]).toEqual([1, 1]);
		expect(await sentTo()).toEqual(['37060012345']);
	});

	it('refuses a campaign that has another number among its recipients', async () => {
		const parameters = campaign(limited({ allowedNumbers: '+370' }));
		const { error } = await runNode(service.credential, parameters, [
			{ to: [lithuanian.to, german.to] },
		]);
		expect(error?.message).toContain("4915123456789 isn't one of the 'Allowed Numbers'");
		expect(await service.received()).toEqual([]);
	});

	it.each(['Lithuania', '0600', '+370, x', '+', '1234567890123456'])(
		'refuses %j as a beginning of a number',
		async (allowed) => {
			const { error } = await runNode(service.credential, sending(allowed), [lithuanian]);
			expect(error?.message).toContain("'Allowed Numbers' has an entry that isn't the beginning");
			expect(await service.received()).toEqual([]);
		},
	);

	it('holds whatever the model of an AI agent says', async () => {
		const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
		const { answers } = await callTool(service.credential, { ...sending('+370'), to }, [
			german,
			lithuanian,
		]);
		expect(answers).toMatchObject([
			{ error: expect.stringContaining("isn't one of the 'Allowed Numbers'") },
			{ answer: [{ messageId: expect.any(String) }] },
		]);
	});
});
