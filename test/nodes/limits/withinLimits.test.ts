import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { loadOf } from '../../../nodes/MessagingService/limits/withinLimits';
import { runNode, startNode } from '../../support/engine';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import {
	always,
	everySend,
	group,
	kept,
	linesOf,
	messages,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	single,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
/** A part costs one unit, so that a cost is a number of parts. */
const having = (pricePerPart: string) => ({
	...service.credential,
	accountDefaults: true,
	pricePerPart,
});
const paid = () => having('1 EUR');
afterEach(() => jest.restoreAllMocks());

const limited = (values: INodeParameters) => group('limits', values);
const sendingOne = (options: INodeParameters): INodeParameters => ({ ...send, options });
/** What a run says that may send nothing. */
const refusalOf = async (
	parameters: INodeParameters,
	items: IDataObject[],
	credential = paid(),
) => {
	const { error } = await runNode(credential, parameters, items);
	expect(await requests()).toEqual([]);
	return `${error?.message} | ${error?.description}`;
};
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
const everyLimited = [...everySend, ['Campaign: Create', campaign] as const];

describe('Limits', () => {
	it.each(everyLimited)(
		'send nothing if there are more messages than Max Messages, and say how many: %s',
		async (_, sending) => {
			const parameters = sending(limited({ maxMessages: 2 }));
			expect(await refusalOf(parameters, [one, two, three], having(''))).toMatch(
				/^This run would send 3 messages, but 'Max Messages' is 2 \| Nothing was sent\. Check the input, or raise the limit/,
			);
		},
	);

	it('send nothing with Continue either, and each item says why', async () => {
		const parameters = sendingOne(limited({ maxMessages: 1 }));
		const settings = { onError: 'continueRegularOutput' } as const;
		const { output } = await runNode(paid(), parameters, [one, two], settings);
		expect(output.map(({ json }) => json.error)).toEqual(
			[1, 2].map(() => expect.stringContaining("'Max Messages' is 1")),
		);
		expect(await requests()).toEqual([]);
	});

	it('refuse to have no limit', async () => {
		expect(await refusalOf(sendingOne(limited({})), [one])).toContain(
			"'Limits' has no limit | Nothing was sent. Fill in one of its fields",
		);
	});

	it('count the cost over all items, and name what costs the most', async () => {
		const parameters = { ...sendingOne(limited({ maxCost: 3 })), text: '={{ $json.text }}' };
		const items = ['Hello', long, 'Hello'].map((text) => ({ ...one, text }));
		expect(await refusalOf(parameters, items)).toContain(
			"This run would send SMS for about 4.00 EUR, but 'Max Cost' is 3.00 EUR | Nothing was sent. Item 2 costs the most, about 2.00 EUR.",
		);
	});

	it('tell the cost exactly, since rounded it may look like the limit', async () => {
		const parameters = sendingOne(limited({ maxCost: 1 }));
		expect(await refusalOf(parameters, [one], having('1.004 EUR'))).toContain(
			"SMS for about 1.004 EUR, but 'Max Cost' is 1.00 EUR",
		);
	});

	it('count each recipient of a campaign', async () => {
		const items = [{ to: [one.to, two.to], text: long }];
		for (const [values, words] of [
			[{ maxCost: 3 }, 'would send SMS for about 4.00 EUR'],
			[{ maxMessages: 1 }, 'would send 2 messages'],
			[{ maxParts: 1 }, "'Text' would take 2 SMS parts"],
			[{ allowedTo: one.to }, `${two.to} isn't one of the numbers in 'Allowed To'`],
		] as Array<[INodeParameters, string]>) {
			expect(await refusalOf(campaign(limited(values)), items)).toContain(words);
		}
		const within = campaign(limited({ maxCost: 4, maxMessages: 2, maxParts: 2 }));
		expect((await runNode(paid(), within, items)).error).toBeUndefined();
	});
});

describe('Limits over an execution', () => {
	const most = (maxMessages: number) => sendingOne(limited({ maxMessages }));

	it('count all rounds of a loop', async () => {
		const { error } = await startNode(paid(), most(3), [[one], [two], [three, one]]).finished;
		expect(error?.message).toContain('after 3 earlier in this execution');
		expect(await messages(service)).toHaveLength(3);
	});

	it('do not count again what an earlier try has sent, nor what the service has refused', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const run = await runNode(paid(), most(3), [one, two, three], retry);
		expect(run.error).toBeUndefined();
		expect(kept(run).sentSoFar).toEqual({ messages: 3, cost: 0 });
		expect(await sentTo()).toEqual([one.to, two.to, three.to].sort());
	});

	it('count what may have been sent', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const run = await runNode(paid(), most(1), [one]);
		expect(run.error?.message).toBeDefined();
		expect(kept(run).sentSoFar).toEqual({ messages: 1, cost: 0 });
	});

	it.each([true, false])(
		'count all calls of a tool, also those at the same time (byEngine: %s)',
		async (byEngine) => {
			const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
			const calls = recipients(5);
			for (const inParallel of [true, false]) {
				await service.reset();
				const { answers } = await callTool(paid(), { ...most(2), to }, calls, {
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
				async (lengths, maxMessages, maxCost, [, sending]) => {
					await service.reset();
					const items = recipients(lengths.length).map((item, index) => ({
						...item,
						text: 'x'.repeat(lengths[index]),
					}));
					const parts = lengths
						.map((length) => (length <= 160 ? 1 : Math.ceil(length / 153)))
						.reduce((sum, count) => sum + count);
					const isOver =
						maxMessages + maxCost === 0 ||
						(maxMessages > 0 && items.length > maxMessages) ||
						(maxCost > 0 && parts > maxCost);
					const options = limited({ maxMessages, maxCost });
					const parameters = { ...sending(options), text: '={{ $json.text }}' };
					const { error } = await runNode(paid(), parameters, items);
					expect(!!error).toBe(isOver);
					expect(await messages(service)).toHaveLength(isOver ? 0 : items.length);
				},
			),
			tries(15),
		);
	});
});

describe('Allowed To', () => {
	const sending = (allowedTo: unknown) => sendingOne(limited({ allowedTo: allowedTo as string }));
	const lithuanian = { to: '+370 600 12345' };
	const german = { to: '0049 151 23456789' };

	it.each([
		['00370*', [lithuanian]],
		[37060012345, [lithuanian]],
		[' +370 * ', [lithuanian]],
		['+370*, +49 (151) 2345-6789', [lithuanian, german]],
		[' , +370*,\n', [lithuanian]],
	])('lets go what is one of %j', async (allowed, items) => {
		const { error } = await runNode(paid(), sending(allowed), items);
		expect(error).toBeUndefined();
	});

	it('allows all if it is left empty beside another limit', async () => {
		const options = limited({ allowedTo: '', maxMessages: 2 });
		const items = [lithuanian, german];
		expect((await runNode(paid(), { ...send, options }, items)).error).toBeUndefined();
	});

	it('takes any whole number for that number, and any beginning with a * for what begins so', async () => {
		const number = fc.stringMatching(/^[2-9]\d{6,13}$/);
		const way = fc.constantFrom('same', 'longer', 'other');
		await fc.assert(
			fc.asyncProperty(number, number, fc.nat(13), way, async (entry, other, length, which) => {
				const to = { same: entry, longer: `${entry}1`, other }[which];
				const outcome = async (allowed: string) => {
					await service.reset();
					const { error } = await runNode(paid(), sending(allowed), [{ to: `+${to}` }]);
					return error ? (await requests()).length : 'sent';
				};
				expect(await outcome(`+${entry}`)).toBe(to === entry ? 'sent' : 0);
				const beginning = entry.slice(0, 1 + (length % entry.length));
				expect(await outcome(`${beginning}*`)).toBe(to.startsWith(beginning) ? 'sent' : 0);
			}),
			tries(12),
		);
	});

	it.each([{ maxMessages: 1 }, { maxCost: 1 }])(
		'counts the others alone toward %j, and asks only for their price, with Continue',
		async (most) => {
			const options = limited({ allowedTo: '+370*', ...most });
			const run = async (items: IDataObject[]) =>
				await runNode(having('+370: 1 EUR'), { ...send, options }, items, {
					onError: 'continueErrorOutput',
				});
			const within = await run([german, one, german]);
			expect([within.output.length, within.errorOutput.length]).toEqual([1, 2]);
			const over = await run([german, one, two]);
			expect([over.output.length, over.errorOutput.length]).toEqual([0, 3]);
			expect(await sentTo()).toEqual([one.to]);
		},
	);

	it('names the number that is refused, and not how many the others are', async () => {
		const options = limited({ allowedTo: '+370*', maxMessages: 1 });
		expect(await refusalOf(sendingOne(options), [one, two, german])).toContain(
			"4915123456789 isn't one of the numbers in 'Allowed To'",
		);
	});

	it.each<[string, string]>([
		['Lithuania', "isn't a whole phone number: Lithuania"],
		['+370*, +49', "isn't a whole phone number: +49"],
		['*', "isn't the beginning of a phone number: *"],
		['0*', "isn't the beginning of a phone number: 0*"],
		['+3*70', "isn't a whole phone number: +3*70"],
		[',', "'Allowed To' has no phone number"],
	])('refuses %j before anything is sent', async (allowed, message) => {
		expect(await refusalOf(sending(allowed), [lithuanian])).toContain(`${message} | Enter `);
		expect(await service.received()).toEqual([]);
	});

	it('and the other limits look at recipients in Body Fields too', async () => {
		const field = [{ name: 'recipients', value: '+19005550000, +19005550001' }];
		for (const [values, words] of [
			[{ allowedTo: '+370*' }, "isn't one of the numbers in"],
			[{ maxMessages: 2 }, 'would send 3 messages'],
		] as Array<[INodeParameters, string]>) {
			const options = { ...limited(values), bodyFields: { field } };
			expect(await refusalOf(sendingOne(options), [one])).toContain(words);
		}
	});
});

describe('What is not sent', () => {
	const closed = skip('sendWindow', {
		weekdays: always.weekdays,
		opens:
			'={{ $json.isOpen ? "00:00" : $now.setZone("UTC").plus({ hours: 2 }).toFormat("HH:00") }}',
		closes:
			'={{ $json.isOpen ? "24:00" : $now.setZone("UTC").plus({ hours: 3 }).toFormat("HH:00") }}',
		timeZone: 'UTC',
	});
	const [, [, inBulk], [, inViber]] = everySend;
	it.each([
		['Send Window', closed, inBulk],
		['Skip Suppressed', skip('skipSuppressed'), inBulk],
		['Skip Duplicates', skip('skipDuplicates'), inBulk],
		['Send Window of Viber', closed, inViber],
	])('does not count: %s', async (way, options, sending) => {
		await runNode(paid(), {
			resource: 'suppression',
			operation: 'add',
			phoneNumber: two.to,
		});
		const items = [
			{ ...one, isOpen: true },
			way === 'Skip Duplicates' ? one : { ...two, isOpen: false },
		];
		const before = (await requests()).length;
		const parameters = sending({ ...options, ...limited({ maxMessages: 1 }) });
		const { error, output } = await runNode(paid(), parameters, items);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => !!json.skipped)).toEqual([false, true]);
		expect(await requests()).toHaveLength(before + 1);
		expect(await sentTo()).toEqual([one.to]);
	});

	it.each<[string, INodeParameters, string]>([
		['Max Cost', limited({ maxCost: -1 }), "'Max Cost' of 'Limits' isn't an amount from 0"],
		[
			'Skip Duplicates',
			skip('sendWindow', { closes: '00:01', timeZone: 'UTC', skipDuplicates: 'often' }),
			"'Skip Duplicates' is neither",
		],
	])('has its settings checked all the same: %s', async (_, options, message) => {
		const parameters = sendBulk(5, { ...closed, ...options });
		const { error } = await runNode(paid(), parameters, [one, two]);
		expect(error?.message).toContain(message);
	});
});

describe('Limits and Once Key', () => {
	const onceEach = group('onceKey', { key: '={{ $json.key ?? $json.to }}' });
	const marks = () => [...processedData.rows.values()].flat().sort();
	const used = async (items: IDataObject[], sending = sendingOne) =>
		await runNode(paid(), sending(onceEach), items);
	const run = async (max: INodeParameters, items: IDataObject[], sending = sendingOne) =>
		await runNode(paid(), sending({ ...onceEach, ...limited(max) }), items);
	const outcomes = ({ output }: Awaited<ReturnType<typeof run>>) =>
		output.map(({ json: { skipped, sameMessage } }) => skipped && [skipped, sameMessage]);
	const same = ['alreadySent', true];
	const other = ['alreadySent', false];

	it.each(everySend.slice(0, 2))(
		'do not count a key that was used before: %s',
		async (_, sending) => {
			await used([one, two], sending);
			const result = await run({ maxMessages: 1 }, [one, two, three], sending);
			expect(result.error).toBeUndefined();
			expect(outcomes(result)).toEqual([same, same, undefined]);
			const to = expect.stringContaining(one.to);
			expect(result.output[0]).toEqual({
				json: { skipped: 'alreadySent', to, onceKey: one.to, sameMessage: true },
				pairedItem: { item: 0 },
			});
		},
	);

	it('do not count one that was used for another message', async () => {
		await used([
			{ ...one, key: 'A' },
			{ ...two, key: 'B' },
		]);
		const items = [
			{ ...two, key: 'A' },
			{ ...two, key: 'B' },
			{ ...three, key: 'B' },
			{ ...three, key: 'C' },
		];
		const result = await run({ maxCost: 1 }, items);
		expect(outcomes(result)).toEqual([other, same, other, undefined]);
		expect(await messagesPerRecipient(service)).toEqual({
			[one.to]: 1,
			[two.to]: 1,
			[three.to]: 1,
		});
	});

	it('count a key once that several items have, and of these the longest', async () => {
		const items = [long, 'Hello'].map((text) => ({ ...one, key: 'A', text }));
		const sending = (options: INodeParameters) => ({ ...send, text: '={{ $json.text }}', options });
		const refusal = await run({ maxCost: 1 }, items, sending);
		expect(refusal.error?.message).toContain('This run would send SMS for about 2.00 EUR');
		const result = await run({ maxCost: 2, maxMessages: 1 }, items, sending);
		expect(outcomes(result)).toEqual([undefined, other]);
		expect(kept(result).sentSoFar).toEqual({ messages: 1, cost: 2_000_000 });
	});

	it('look no key up unless the run would be refused', async () => {
		await used([one, two]);
		const before = processedData.recordings;
		await run({ maxMessages: 2 }, [one, two]);
		expect(processedData.recordings - before).toBe(1);
	});

	it('forget no key because keys are looked up', async () => {
		await used([one]);
		const [[row, own]] = processedData.rows;
		const others = Array.from({ length: 40_000 - own.length }, (_, n) => `other ${n}`);
		processedData.rows.set(row, [...own, ...others]);
		const before = marks();
		for (const text of ['Hello', 'Bye']) {
			const items = recipients(10).map((item) => ({ ...item, key: `${text} ${item.to}`, text }));
			expect((await run({ maxMessages: 9 }, items)).error?.message).toContain('10 messages');
		}
		expect(marks()).toEqual(before);
	});

	it('keep no message back because n8n ended in the middle of a look-up', async () => {
		await used([one, two]);
		// The marks that the look-up has made stay.
		processedData.failure = { in: 'remove', error: new Error('killed') };
		const killed = await run({ maxMessages: 1 }, [one, two, three]);
		expect(killed.error?.message).toBe('killed');
		for (const expected of [
			[same, same, undefined],
			[same, same, same],
		]) {
			const result = await run({ maxMessages: 1 }, [one, two, three]);
			expect(outcomes(result)).toEqual(expected);
		}
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1]);
	});

	it('warn of a key that was being looked up when n8n ended, if all messages are others', async () => {
		await used([{ ...one, key: 'A' }]);
		const items = [
			{ ...two, key: 'A' },
			{ ...three, key: 'B' },
		];
		const remove = processedData.removeProcessed.bind(processedData);
		const removeProcessed = jest.spyOn(processedData, 'removeProcessed');
		removeProcessed.mockImplementationOnce(remove).mockRejectedValueOnce(new Error('killed'));
		expect((await run({ maxMessages: 1 }, items)).error?.message).toBe('killed');
		const result = await run({ maxMessages: 1 }, items);
		expect(outcomes(result)).toEqual([other, other]);
		expect(linesOf(result)[1]).toContain('2 items were skipped because');
		const again = await run({ maxMessages: 1 }, [items[0], { ...items[1], key: 'B2' }]);
		expect(outcomes(again)).toEqual([other, undefined]);
	});

	it('hold for any keys: what is sent is within them, and nothing twice', async () => {
		const entry = fc.record({ key: fc.constantFrom(...'ABCDE'), to: fc.nat(2) });
		const list = fc.array(entry, { minLength: 1, maxLength: 8 });
		const way = fc.constantFrom(...everySend.slice(0, 2));
		await fc.assert(
			fc.asyncProperty(list, list, fc.integer({ min: 1, max: 5 }), way, async (...drawn) => {
				const [first, second, maxMessages, [, sending]] = drawn;
				await service.reset();
				processedData.clear();
				const asItems = (entries: typeof first) =>
					entries.map(({ key, to }) => ({ ...[one, two, three][to], key }));
				await used(asItems(first), sending);
				const sentBefore = (await messages(service)).length;
				const fresh = new Set(second.map(({ key }) => key));
				for (const { key } of first) fresh.delete(key);
				const { error } = await run({ maxMessages }, asItems(second), sending);
				expect(!!error).toBe(fresh.size > maxMessages);
				const sentNow = (await messages(service)).length - sentBefore;
				expect(sentNow).toBe(error ? 0 : fresh.size);
			}),
			tries(20),
		);
	});
});

it('The messages of an email are counted whatever stands in its names, also those of Cc and Bcc', () => {
	const name = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/["\\]/g, '\\$&'));
	fc.assert(
		fc.property(fc.array(name, { minLength: 1, maxLength: 20 }), (names) => {
			const to = names.map((one) => `"${one}" <a@b.co>`).join(',');
			expect(loadOf({ to }).messages).toBe(names.length);
			expect(loadOf({ to, cc: to, Bcc: to }).messages).toBe(3 * names.length);
		}),
		tries(200),
	);
});

describe('Max Cost', () => {
	const most = (maxCost: unknown) =>
		sendingOne(limited({ maxCost: maxCost as number, maxMessages: 9 }));

	it('refuses prices that are all 0, with which it could never stop a run', async () => {
		for (const free of ['0 EUR', '+370: 0, 0.00 EUR']) {
			expect(await refusalOf(most(1), [one], having(free))).toContain(
				"'Max Cost' stops nothing while 'Price per Part' is 0",
			);
		}
		const some = await runNode(having('+370: 0, 0.04 EUR'), most(1), [one]);
		expect(some.error).toBeUndefined();
	});

	it('needs a price, and one for each number', async () => {
		const items = [{ to: '37060012345' }, { to: '+49 151 23456789' }];
		const unpriced = "'Price per Part' has no price for 4915123456789 | Nothing was sent";
		const some = having('+370: 0.04 EUR');
		expect(await refusalOf(most(1), items, having(''))).toContain(
			"'Max Cost' needs 'Price per Part' | Nothing was sent",
		);
		expect(await refusalOf(most(1), items, some)).toContain(unpriced);
		const whole = [{ to: items.map(({ to }) => to) }];
		expect(await refusalOf(campaign(limited({ maxCost: 1 })), whole, some)).toContain(unpriced);
	});

	it('is a limit however small it is, and also as text', async () => {
		const priced = having('0.04 EUR');
		expect(await refusalOf(most(1e-9), recipients(1), priced)).toMatch(
			/would send SMS for about 0\.04 EUR, but 'Max Cost' is 0\.00/,
		);
		expect(await refusalOf(most('0.11'), recipients(3), priced)).toContain(
			"'Max Cost' is 0.11 EUR",
		);
		const { output } = await runNode(priced, most('0.12'), recipients(3));
		expect(output).toHaveLength(3);
	});

	it.each([0, '', null])('is no limit if it is %j', async (none) => {
		expect((await runNode(having(''), most(none), recipients(2))).output).toHaveLength(2);
	});

	it.each([-1, 'much', [1, 2], true, Infinity])('of %j is refused', async (wrong) => {
		const refusal = await refusalOf(most(wrong), recipients(1), having('1'));
		expect(refusal).toMatch(/^'Max Cost' of 'Limits' isn't an amount from 0/);
		expect(refusal).toContain("| Correct 'Max Cost' of 'Limits'.");
	});
});

test('Refuse Gaps is a limit by itself', async () => {
	const parameters = {
		...send,
		text: '=Hi {{ $json.name }}!',
		options: limited({ refuseGaps: true }),
	};
	expect(await refusalOf(parameters, [one])).toContain('1 text has a gap: {{ $json.name }}');
	const { output } = await runNode(paid(), parameters, [{ ...one, name: 'Ada' }]);
	expect(output).toHaveLength(1);
	expect(await requests()).toHaveLength(1);
});
