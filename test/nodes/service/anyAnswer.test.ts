import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { listIn } from '../../../nodes/MessagingService/service/answer';
import { saysNo } from '../../../nodes/MessagingService/service/saysNo';
import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import { tries } from '../../support/properties';
import { send, sendBulk } from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();

let server: AnsweringServer;
let answer = '';
let status = 200;
beforeAll(async () => {
	server = await AnsweringServer.start((request, response) => {
		request.resume();
		response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
	});
});
afterAll(async () => await server.stop());

const item = { to: '37060012345', id: '7', email: 'Ada <ada@example.com>' };
const mail = { ...send, resource: 'email', from: 'shop@example.com', subject: 'Hello' };
const run = async (parameters: INodeParameters, text: string) => {
	answer = text;
	const credential = { ...service.credential, sandboxUrl: server.address };
	return await runNode(credential, parameters, [item]);
};

const name = fc.oneof(
	fc.string(),
	fc.constantFrom(
		'messageId',
		'partIds',
		'history',
		'tags',
		'data',
		'items',
		'to',
		'total',
		'status',
		'success',
		'state',
		'errorCode',
		'toString',
		'__proto__',
	),
);
const { json } = fc.letrec((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(null, true, false, 0, -1.5, 'x', '', 'Ąžuolas', '😀'),
		fc.string(),
		fc.array(tie('json'), { maxLength: 3 }),
		fc
			.array(name, { maxLength: 4 })
			.chain((names) =>
				fc
					.array(tie('json'), { minLength: names.length, maxLength: names.length })
					.map((values) => Object.fromEntries(names.map((one, index) => [one, values[index]]))),
			),
	),
}));

/** What n8n holds of one entry of an answer. */
const asJson = (entry: unknown) =>
	typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry : { value: entry };

/** With whom the message was sent to, where the answer has no field of that name. */
const withRecipient = (said: object, to = item.to) =>
	Object.hasOwn(said, 'to') ? said : { to, ...said };

const valuesWithin = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap((inner) => [inner, ...valuesWithin(inner)])
		: [];

/** As texts, in which a field called `__proto__` counts too. */
const texts = (all: unknown[]) => all.map((one) => JSON.stringify(one));

const operations: Array<
	[
		string,
		INodeParameters,
		{ isList?: boolean; mayBeNone?: boolean; isSend?: boolean; to?: string },
	]
> = [
	['Send', send, { isSend: true }],
	['Send Bulk', sendBulk(10), { isSend: true }],
	[
		'Get Delivery Report',
		{ resource: 'sms', operation: 'getReport', messageId: '7' },
		{ mayBeNone: true },
	],
	['Get Balance', { resource: 'account', operation: 'getBalance' }, { mayBeNone: true }],
	['Campaign: Get', { resource: 'campaign', operation: 'get', campaignId: '7' }, {}],
	[
		'Contact: Get Many',
		{ resource: 'contact', operation: 'getAll', returnAll: true },
		{ mayBeNone: true, isList: true },
	],
	['Suppression: Add', { resource: 'suppression', operation: 'add', phoneNumber: item.to }, {}],
	['Viber: Send', { ...send, resource: 'viber' }, { isSend: true }],
	['Email: Send', { ...mail, to: item.email }, { isSend: true, to: item.email }],
];

describe('Any JSON as an answer', () => {
	it.each(operations)(
		'comes out of %s whole, or as an error that says why',
		async (_, parameters, kind) => {
			await fc.assert(
				fc.asyncProperty(json, async (body) => {
					const text = JSON.stringify(body);
					const { output, error } = await run(parameters, text);
					const given = JSON.parse(text) as unknown;
					const entries =
						(kind.isList && listIn(given)) || (Array.isArray(given) ? given : [given]);
					if (error) {
						const isNo = [given, ...entries, ...valuesWithin(given)].some(saysNo);
						// Nothing but a text, a number, or a no has to be an ID or a word of success.
						const isLone = kind.isSend
							? entries.some((entry) => typeof entry !== 'object' && entry !== true)
							: given === false;
						expect(isNo || isLone).toBe(true);
						expect(error.description).toContain(
							kind.isSend
								? "It isn't known whether the service carried it out"
								: 'but without what was asked for',
						);
						return;
					}
					const said = entries.length || kind.mayBeNone ? entries.map(asJson) : [{ success: true }];
					const expected = kind.isSend ? said.map((one) => withRecipient(one, kind.to)) : said;
					expect(texts(output.map((one) => one.json))).toEqual(texts(expected));
					expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
						expected.map(() => ({ item: 0 })),
					);
				}),
				tries(120),
			);
		},
	);

	it('that is an empty list gives no item where the answer is a list, else one that says so', async () => {
		for (const [, parameters, kind] of operations) {
			const { output } = await run(parameters, '[]');
			const items = output.map((one) => one.json);
			const done = { success: true };
			expect(items).toEqual(
				kind.mayBeNone ? [] : [kind.isSend ? withRecipient(done, kind.to) : done],
			);
		}
	});

	it('keeps numbers that JavaScript would round, as texts of their digits', async () => {
		const digits = fc
			.tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 1n, max: 10n ** 40n }))
			.map(([sign, number]) => `${sign}${number}`);
		await fc.assert(
			fc.asyncProperty(digits, fc.string(), async (number, text) => {
				const body = `{"id":${number},"in":[${number}],"text":${JSON.stringify(`${text} ${number}"\\`)}}`;
				const { output } = await run(operations[4][1], body);
				const isExact = Number.isSafeInteger(Number(number));
				const value = isExact ? Number(number) : number;
				expect(output[0].json).toEqual({ id: value, in: [value], text: `${text} ${number}"\\` });
			}),
			tries(100),
		);
	});

	it.each([
		...['1e400', '-1e400', '1e21', '9007199254740993', '12345678901234567.5'].map(
			(number) => [number, number] as const,
		),
		...['1.5e3', '0.1', '9007199254740991', '1E-7', '-0'].map(
			(number) => [number, Number(number)] as const,
		),
	])('has the number %s as %j', async (number, kept) => {
		const { output } = await run(operations[4][1], `{"a":${number}}`);
		expect(output[0].json).toEqual({ a: kept });
	});

	it('that is nested too deeply for n8n is an error in words, and proves no more than its status does', async () => {
		const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
		for (const [, parameters, kind] of operations) {
			const { output, error } = await run(parameters, deep);
			expect(output).toEqual([]);
			expect(error?.message).toBe("The service's answer is nested too deeply to be read");
			expect(error?.description).toContain('Check the address in the credential');
			const isUnknown = error?.description?.includes("It isn't known whether");
			expect(isUnknown).toBe(kind.isSend ?? false);
		}
		status = 400;
		const { error } = await run(send, deep);
		status = 200;
		expect(error?.httpCode).toBe('400');
		expect(error?.description).not.toContain("It isn't known whether");
		const { output } = await run(operations[3][1], `${'['.repeat(200)}"[[[["${']'.repeat(200)}`);
		expect(output).toHaveLength(1);
	});

	it('unwraps a list beside which nothing stands but how it pages', async () => {
		const contacts = [{ contactId: '1' }, { contactId: '2' }];
		const list = operations[5][1];
		for (const beside of [
			{},
			{ total: 2, page: 1 },
			{ meta_: undefined, pagination: { next: null, limit: 50 }, hasMore: false },
			{ _links: { next: { href: '/contacts?page=2' } }, totalCount: 2 },
		]) {
			const { output } = await run(list, JSON.stringify({ contacts, ...beside }));
			expect(output.map((one) => one.json)).toEqual(contacts);
		}
		for (const beside of [
			{ warning: 'Two are missing' },
			{ groups: [{ id: 1 }] },
			{ meta: { note: 'x' } },
		]) {
			const { output } = await run(list, JSON.stringify({ contacts, ...beside }));
			expect(output.map((one) => one.json)).toEqual([{ contacts, ...beside }]);
		}
	});
});
