import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { batchOf, outcomesOf } from '../../support/outcomes';
import { tries } from '../../support/properties';
import {
	bulk,
	messagesPerRecipient,
	recipients,
	retry,
	sendBulk,
	single,
	send,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();

type Part = { to: string; index: number; isRefused: boolean };

/** Names that services give to the number's field, and where they put it. */
const fields = fc.constantFrom<(to: string) => IDataObject>(
	...['to', 'To', 'msisdn', 'recipient', 'phone', 'number', 'phone_number', 'destination', 'x'].map(
		(name) => (to: string) => ({ [name]: to }),
	),
	(to) => ({ recipient: { phone: { value: to } } }),
	(to) => ({ to: [{ number: Number(to) }] }),
	(to) => ({ address: `tel:+${to}` }),
	(to) => ({ [to]: { state: 1 } }),
	(to) => ({ result: { [`+${to}`]: 'queued' } }),
	(to) => ({ handset: `00${to.slice(0, 3)} ${to.slice(3, 6)}-${to.slice(6)}` }),
);

/** Ways to say no, and what a message is called that was accepted. */
const refusals = fc.constantFrom<IDataObject>(
	{ error: 'No route' },
	{ status: 'rejected' },
	{ success: false, reason: 'No' },
	{ status: { name: 'REJECTED' } },
	{ messageId: null, note: 'none' },
	{ details: { inner: { deeper: { errorCode: 'E7' } } } },
);
const idNames = fc.constantFrom('messageId', 'id', 'message_id', 'smsId', 'uuid');

/** Envelopes of the entries; the last ones keep what was refused apart. */
const envelopes = fc.constantFrom<
	(entries: IDataObject[], isNo: (e: IDataObject) => boolean) => unknown
>(
	(entries) => entries,
	(messages) => ({ messages }),
	(data) => ({ success: true, data }),
	(results) => ({ batchId: 'b', results }),
	(messages) => ({
		meta: { page: 1 },
		data: { result: { messages } },
		warnings: [{ text: 'late' }],
	}),
	(entries, isNo) => ({
		accepted: entries.filter((entry) => !isNo(entry)),
		rejected: entries.filter(isNo),
	}),
	(entries, isNo) => ({
		batchId: 'b',
		result: { sent: entries.filter((entry) => !isNo(entry)), failures: entries.filter(isNo) },
	}),
);

const drawn = fc
	.record({
		count: fc.integer({ min: 1, max: 12 }),
		field: fields,
		refusal: refusals,
		idName: idNames,
		envelope: envelopes,
		twins: fc.boolean(),
	})
	.chain(({ count, ...how }) =>
		fc.record({
			how: fc.constant(how),
			count: fc.constant(count),
			order: fc.shuffledSubarray(
				Array.from({ length: count }, (_, index) => index),
				{ minLength: count },
			),
			refused: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
		}),
	)
	.map(({ how, count, order, refused }) => {
		const { field, refusal, idName, envelope } = how;
		const items = recipients(count);
		// Somebody may be in the list twice, with another text.
		if (how.twins) items[count - 1] = items[0];
		const parts = items.map(({ to }, index): Part => ({ to, index, isRefused: refused[index] }));
		const entryOf = ({ to, index, isRefused }: Part): IDataObject =>
			isRefused ? { ...field(to), ...refusal } : { ...field(to), [idName]: `id-${index}-` };
		const entries = new Map(order.map((index) => [entryOf(parts[index]), parts[index]]));
		const answer = envelope([...entries.keys()], (entry) => !!entries.get(entry)?.isRefused);
		return {
			items,
			parts,
			answer,
			isTold: !how.twins || count === 1,
			isBare: Array.isArray(answer),
		};
	});

const idsIn = (value: unknown): string[] => JSON.stringify(value).match(/id-\d+-/g) ?? [];
const itemOf = ({ pairedItem }: INodeExecutionData) =>
	[pairedItem ?? []].flat() as Array<{ item: number }>;

describe('Whatever a bulk answer looks like', () => {
	it('each id comes out with its own item or with all, and none is lost', () => {
		const seen = { own: 0, whole: 0, refused: 0 };
		fc.assert(
			fc.property(drawn, ({ items, parts, answer, isTold }) => {
				const batch = items.map(({ to }, n) => ({ to, text: `Hello ${n}` }));
				const outcomes = outcomesOf(answer, batchOf(batch));
				expect(outcomes).toHaveLength(items.length);
				const isWhole = outcomes.some((outcome) =>
					outcome.items?.some((one) => Array.isArray(one.pairedItem)),
				);
				const all = outcomes.map((outcome) =>
					outcome.items ? outcome.items.map(({ json }) => json) : outcome.problem.details.data,
				);
				const accepted = parts.filter(({ isRefused }) => !isRefused);
				expect(new Set(idsIn(all))).toEqual(new Set(accepted.map(({ index }) => `id-${index}-`)));
				if (!isTold || isWhole) {
					seen.whole++;
					return;
				}
				for (const { index, isRefused } of parts) {
					const outcome = outcomes[index];
					expect(!!outcome.problem).toBe(isRefused);
					if (outcome.problem) expect(outcome.problem.details.outcome).toBe('unknown');
					else expect(new Set(idsIn(outcome.items))).toEqual(new Set([`id-${index}-`]));
					seen[isRefused ? 'refused' : 'own']++;
				}
			}),
			tries(1000),
		);
		expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'nobody gets anything twice and every id is told with its item, over all tries: %s',
		async (onError) => {
			await fc.assert(
				fc.asyncProperty(drawn, async ({ items, parts, answer }) => {
					await service.reset();
					// Another batch fails in between, so that n8n tries again.
					const more = recipients(items.length, 500);
					await service.fail({
						...bulk,
						kind: 'status',
						status: 200,
						body: answer,
						accepted: true,
					});
					await service.fail({ ...bulk, kind: 'status', status: 400, after: 0 });
					const parameters = { ...sendBulk(items.length), text: '=Hello {{ $itemIndex }}' };
					const all = [...items, ...more];
					const run = await runNode(service.credential, parameters, all, { ...retry, onError });
					const { error, output, errorOutput } = run;
					const ids = parts
						.filter(({ isRefused }) => !isRefused)
						.map(({ index }) => `id-${index}-`);
					const told = idsIn([error?.context.data, output, errorOutput]);
					expect(ids.filter((id) => !told.includes(id))).toEqual([]);
					for (const item of output.filter(({ json }) => !json.error)) {
						for (const id of idsIn(item.json)) {
							// Two messages to the same person may take each other's.
							const { to } = items[Number(id.split('-')[1])];
							expect(itemOf(item).map((one) => all[one.item].to)).toContain(to);
						}
					}
					const counts = await messagesPerRecipient(service);
					const isTwin = items.length > 1 && items.at(-1)?.to === items[0].to;
					for (const [to, count] of Object.entries(counts)) {
						expect(count).toBe(isTwin && to === items[0].to ? 2 : 1);
					}
				}),
				tries(25),
			);
		},
		60_000,
	);
});

describe('Entries of which some have a number, and some have none', () => {
	const [A, B, C] = recipients(3).map(({ to }) => to);
	const id = (to: string, messageId: string) => ({ to, messageId });
	const [twinX, twinY] = [
		{ to: A, text: 'x' },
		{ to: A, text: 'y' },
	];
	const other = { to: B, text: 'x' };
	const blocked = { error: 'Blocked' };

	it.each<[string, IDataObject[], unknown, Array<string | undefined>]>([
		[
			'several that are refused',
			[twinX, other, { to: C, text: 'x' }],
			[id(A, 'a'), blocked, blocked],
			['a', undefined, undefined],
		],
		[
			'one that is refused, in words with digits',
			[twinX, other, { to: C, text: 'x' }],
			[id(A, 'a'), id(B, 'b'), { id: 'r9', error: 'Invalid, line 3' }],
			['a', 'b', undefined],
		],
		[
			'twins, and a note at another number',
			[twinX, twinY, other],
			[id(A, 'a'), id(A, 'b'), { ...id(B, 'c'), note: 'landline' }],
			['a', 'b', 'c'],
		],
		[
			'twins, and a refused one without a number',
			[twinX, twinY, other],
			[id(A, 'a'), id(A, 'b'), blocked],
			['a', 'b', undefined],
		],
		[
			'twins of which one is refused, in an order that may be another',
			[twinX, twinY],
			[id(A, 'y'), { to: A, error: 'Text not allowed' }],
			[undefined, undefined],
		],
	])('come out with their own items: %s', (_, batch, answer, ids) => {
		const outcomes = outcomesOf(answer, batchOf(batch));
		expect(outcomes.map(({ items }) => items?.[0]?.json.messageId)).toEqual(ids);
		expect(outcomes.map(({ problem }) => !!problem)).toEqual(ids.map((one) => !one));
	});
});

describe('A refused entry', () => {
	const items = recipients(5);
	const entries = items.map(
		({ to }, index): IDataObject => ({ number: to, messageId: `m${index}` }),
	);
	const mixed = [
		entries[4],
		{ number: items[2].to, error: 'No route' },
		...[entries[0], entries[3], entries[1]],
	];
	const [, refused, ...rest] = mixed;
	const answers: Array<[string, unknown]> = [
		['a list', mixed],
		['messages', { messages: mixed }],
		['success and data', { success: true, data: mixed }],
		['a batch and its results', { batchId: 'b7', results: mixed }],
		['two lists', { accepted: [entries[4], ...rest], rejected: [refused] }],
		['a list of numbers beside', { sent: [entries[4], ...rest], failed: [items[2].to] }],
		['an envelope that says no as well', { success: false, errorCount: 1, messages: mixed }],
	];
	const answered = async (body: unknown) =>
		await service.fail({ ...bulk, kind: 'status', status: 200, body, accepted: true });

	it.each(answers)('fails its own item and no other: %s', async (_, answer) => {
		await answered(answer);
		const { error } = await runNode(service.credential, sendBulk(10), items, retry);
		expect(error?.description).toContain('This was item 3 of 5.');
		expect(error?.description).toContain('Of the 5 items, 4 were accepted, 1 failed, 0 not');
		expect(error?.context.data).toMatchObject({
			item: 3,
			accepted: [0, 1, 3, 4].map((index) => ({ item: index + 1, id: `m${index}` })),
		});
		expect(await messagesPerRecipient(service)).toEqual(
			Object.fromEntries(items.map(({ to }) => [to, 1])),
		);
	});

	it.each(answers)('leaves the others their ids with Continue: %s', async (_, answer) => {
		await answered(answer);
		const { output, errorOutput } = await runNode(service.credential, sendBulk(10), items, {
			onError: 'continueErrorOutput',
		});
		expect(output.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual(
			[0, 1, 3, 4].map((item) => [`m${item}`, { item }]),
		);
		expect(errorOutput.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
	});

	it('comes out with what stands beside the list, which may hold the id of the batch', async () => {
		await answered({ batchId: 'b7', page: { of: 1 }, data: { results: entries }, rejected: [] });
		const { output } = await runNode(service.credential, sendBulk(10), items);
		expect(output.map(({ json }) => json)).toEqual(
			entries.map((entry, index) => ({
				...entry,
				to: items[index].to,
				batch: { batchId: 'b7', page: { of: 1 } },
			})),
		);
	});

	it.each<[string, unknown]>([
		[
			'the envelope says no and no entry does',
			{ success: false, messages: entries.map(({ number }) => ({ number })) },
		],
		[
			'nobody knows whose it is',
			[...entries.slice(2), { error: 'No route', to: '060' }, { id: 'm0' }],
		],
		['an entry is missing', { messages: mixed.slice(1) }],
	])('fails all, and the answer comes out with one of them, if %s', async (_, answer) => {
		await answered(answer);
		const { errorOutput } = await runNode(service.credential, sendBulk(10), items, {
			...retry,
			onError: 'continueErrorOutput',
		});
		expect(errorOutput).toHaveLength(5);
		const details = errorOutput.map(({ json }) => String(json.details));
		for (const id of JSON.stringify(answer).match(/"m\d"/g) ?? []) expect(details[0]).toContain(id);
		expect(details.filter((text) => text.includes("The service's answer: "))).not.toEqual([]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1, 1]);
	});

	it('keeps the answer over all tries, also when another item stops the run', async () => {
		const doubtful = [...entries.slice(0, 3), { error: 'No route' }];
		await answered(doubtful);
		await service.fail({
			...bulk,
			kind: 'status',
			status: 400,
			body: { message: 'Bad' },
			count: 9,
		});
		const all = [...items, ...recipients(5, 50)];
		const { error } = await runNode(service.credential, sendBulk(5), all, {
			...retry,
			maxTries: 4,
		});
		expect(error?.message).toBe('Bad');
		expect(error?.context.data).toMatchObject({
			item: 6,
			answers: [{ item: 1, answer: doubtful }],
		});
	});

	it('is told to the model with the answer, the second time too', async () => {
		await service.fail({
			...single,
			kind: 'status',
			status: 200,
			body: { error: 'No route', ref: 'r7' },
			accepted: true,
		});
		const { answers: told } = await callTool(
			service.credential,
			{ ...send, to: items[0].to },
			[{}, {}],
			{ onError: 'continueRegularOutput', byEngine: true },
		);
		for (const one of told) expect(JSON.stringify(one)).toContain('r7');
		expect(await messagesPerRecipient(service)).toEqual({ [items[0].to]: 1 });
	});
});

describe('Nothing is attributed', () => {
	const items = recipients(2);
	const [first, second] = items.map(({ to }) => to);

	it.each<[string, IDataObject[], unknown]>([
		[
			'if a text or sender is somebody else’s number',
			[
				{ to: first, text: second },
				{ to: second, text: first },
			],
			[
				{ text: first, messageId: 'a' },
				{ text: second, messageId: 'b' },
			],
		],
		[
			'if somebody gets two texts, in another order than the others',
			[
				{ to: first, text: 'a' },
				{ to: first, text: 'b' },
				{ to: second, text: 'a' },
			],
			[first, second, first].map((to, n) => ({ to, messageId: `m${n}` })),
		],
		[
			'of an answer to one message, and of its parts',
			[{ to: first }],
			{ to: first, parts: [{ to: first, part: 1 }] },
		],
		[
			'of one message by its id',
			[{ to: first }],
			{ messageId: 'a', parts: [{ to: first, part: 1 }] },
		],
		[
			'if a batch stands beside and within',
			[{ to: first }],
			{ id: 7, list: [{ to: first, batch: 1 }] },
		],
		[
			'of an envelope without numbers',
			[{ to: first }, { to: second }],
			{ list: [{ messageId: 'a' }, { messageId: 'b' }] },
		],
		['if our own request has no number', [{ email: 'a' }], [{ to: first }]],
	])('%s', (_, body, answer) => {
		const [outcome, ...others] = outcomesOf(answer, batchOf(body));
		expect(outcome.items && outcome.items.map(({ json }) => json)).toEqual([answer].flat());
		for (const other of others) expect(other).toEqual({ items: [] });
	});

	it('but the same message to the same number may take either answer', () => {
		const body = [first, first, second].map((to) => ({ to, text: 'a' }));
		const answer = [second, first, first].map((to, n) => ({ msisdn: to, messageId: `m${n}` }));
		const ids = outcomesOf(answer, batchOf(body)).map(
			(outcome) => outcome.items && outcome.items[0].json.messageId,
		);
		expect(ids).toEqual(['m1', 'm2', 'm0']);
	});
});
