import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import { runNode, startNode } from '../../support/engine';
import { anyTimes, processedData } from '../../support/processedData';
import {
	bulk,
	email,
	everySend,
	group,
	messagesPerRecipient,
	pause,
	recipients,
	send,
	sendBulk,
	single,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { tries } from '../../support/properties';
import { clockForTests } from '../../support/clock';
import { inAnotherProcess } from '../../support/nodeTypes';

describe('Once Key', () => {
	const service = serviceForTests();
	afterEach(() => jest.restoreAllMocks());

	const withKey = (values: INodeParameters = {}, others: INodeParameters = {}) => ({
		...send,
		options: { ...group('onceKey', { key: '={{ $json.order }}', ...values }), ...others },
	});
	const [one, two] = recipients(2);
	const orders = [
		{ ...one, order: 'A-1' },
		{ ...two, order: 'A-2' },
	];
	const keysKept = () => [...processedData.rows.values()].flat().length;

	it.each([
		[{}, true],
		[{ to: '2' }, false],
		[{ subject: 'Your invoice' }, false],
		[{ html: '' }, false],
	])('says whether an email is the one that went out, with %j', async (other, sameMessage) => {
		const message = { to: '1', subject: 'Order', text: 'Hello', html: '<p>Hello</p>' };
		const parameters = {
			...email,
			subject: '={{ $json.subject }}',
			text: '={{ $json.text }}',
			html: '={{ $json.html || "" }}',
			options: group('onceKey', { key: 'A-1' }),
		};
		const items = [message, { ...message, ...other }];
		const { output } = await runNode(service.credential, parameters, items);
		expect(output[1].json).toMatchObject({ skipped: 'alreadySent', sameMessage });
	});

	it('keeps the key when it is not known whether the message went out', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		const { output } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(output[0].json).toMatchObject({ skipped: 'alreadySent' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	});

	it('gives back the key of a message that was refused, and claims none for what was not attempted', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const { error } = await runNode(
			service.credential,
			withKey({}, group('requests', { concurrency: 1 })),
			orders,
		);
		expect(error?.description).toContain('1 failed, 1 not attempted');
		expect(keysKept()).toBe(0);
		const { output } = await runNode(service.credential, withKey(), orders);
		expect(output.map(({ json }) => json.skipped)).toEqual([undefined, undefined]);
	});

	it('goes out once when several executions of the workflow race for the same keys', async () => {
		const items = recipients(30).map((item, index) => ({ ...item, order: `A-${index}` }));
		const runs = await Promise.all(
			[1, 2, 3, 4].map(async () => await runNode(service.credential, withKey(), items)),
		);
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(30).fill(1));
		const skipped = runs.flatMap(({ output }) => output).filter(({ json }) => json.skipped);
		expect(skipped).toHaveLength(90);
	});

	it.each([
		['A-1', 'A-1 '],
		[' A-1\n', 'A-1'],
		[1042, '1042'],
		[1042, '1042\t'],
	])('takes %j and %j for the same key', async (first, second) => {
		await runNode(service.credential, withKey(), [{ ...one, order: first }]);
		const { output } = await runNode(service.credential, withKey(), [{ ...one, order: second }]);
		expect(output[0].json).toMatchObject({ skipped: 'alreadySent', sameMessage: true });
	});

	const NO_VALUE = "'Key' of 'Once Key' isn't a value of this item";
	const BLANK = "'Key' of 'Once Key' has a blank part";
	const ROUNDED = "'Key' of 'Once Key' has a number that was rounded";
	it.each([
		["={{ 'order-' + $json.missing }}", `${NO_VALUE}: order-undefined (item 1 of 2)`],
		["={{ 'order-' + ({}) }}", `${NO_VALUE}: order-[object Object] (item 1 of 2)`],
		['={{ $json.order !== undefined }}', `${NO_VALUE}: true (item 1 of 2)`],
		['=order-{{ $json.missing }}', `${BLANK}: {{ $json.missing }} (item 1 of 2)`],
		["={{ $json['no'].a }}/{{ $json.order }}", `${BLANK}: {{ $json['no'].a }} (item 1 of 2)`],
		['={{ $json.id }}', `${ROUNDED}: 12345678901234567`],
		['=order-{{ $json.id }}', `${ROUNDED}: 12345678901234567`],
		["={{ Number($json.id + '0') }}", `${ROUNDED}: 12345678901234567`],
		["=order {{ $('Items 0').item.json.missing }}", BLANK],
		["=order {{ ['a', $json.missing].join('-') }}", BLANK],
		["=order {{ ['a', DateTime.fromISO($json.order).toISODate()].join('-') }}", BLANK],
		["=order {{ DateTime.fromISO($json.order).toFormat('d') }}", NO_VALUE],
		['=order {{ $json.word }}', NO_VALUE],
		['=order {{ $json.cell }}', NO_VALUE],
		["=order {{ 'a' + $json.cell }}", NO_VALUE],
		["=order {{ $('Items 0').item.json.id }}", ROUNDED],
		['=order {{ String($json.id) }}', ROUNDED],
		["=order {{ $json.id.toString().hash('md5') }}", ROUNDED],
		['=order {{ Number($json.text) }}', ROUNDED],
		['={{ 1 / 0 }}', `${ROUNDED}: Infinity`],
		['{{ $json.order }}', "'Once Key' has an expression as plain text: {{ $json.order }}"],
		['order-{{ $json.order }}', "'Once Key' has an expression as plain text: {{ $json.order }}"],
		['null', `${NO_VALUE}: null (item 1 of 2)`],
		[' undefined ', `${NO_VALUE}: undefined (item 1 of 2)`],
		['NaN', `${NO_VALUE}: NaN (item 1 of 2)`],
		['Invalid DateTime', `${NO_VALUE}: Invalid DateTime (item 1 of 2)`],
		['', "'Key' of 'Once Key' is empty (item 1 of 2)"],
		[
			'={{ $json.blank }}',
			"'Key' of 'Once Key' is empty, because its field is empty in this item: {{ $json.blank }} (item 1 of 2)",
		],
		['={{ $json }}', "'Key' of 'Once Key' must be text, but it's an object"],
	])('refuses %s, and sends nothing', async (key, message) => {
		// Two IDs that JavaScript can't tell apart.
		const items = orders.map((item, n) => ({
			...{ ...item, blank: '', no: null, word: 'undefined', cell: '#N/A' },
			...{ id: Number(`1234567890123456789${n}`), text: `1234567890123456789${n}` },
		}));
		const { error } = await runNode(service.credential, withKey({ key }), items);
		expect(error?.message).toContain(message);
		expect(await service.received()).toEqual([]);
	});

	it.each([
		'=order-{{ $json.order }}',
		'={{ $json.order }} {{ $json.n }}{{ $json.b }}',
		'=null and void {{ $json.order }}',
		"={{ 'order ' + $('Items 0').item.json.text }}",
		"={{ $json.order + ($json.missing ? '-' + $json.missing : '') }}",
		"={{ $json.comment + ' ' + $json.order }}",
		'={{ $json.order }} {{ $now.toISODate() }} {{ $execution.id }}',
	])('takes %s for what every item has', async (key) => {
		const items = orders.map((item, n) => ({
			...{ ...item, n: Number.MAX_SAFE_INTEGER, b: false, comment: 'null and void' },
			text: `1234567890123456789${n}`,
		}));
		expect((await runNode(service.credential, withKey({ key }), items)).error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1, [two.to]: 1 });
	});

	it('belongs to its node', async () => {
		await runNode(service.credential, withKey(), [orders[0]]);
		await runNode(service.credential, withKey(), [orders[0]], { id: 'another' });
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
	});

	it.each([
		[20_001, "'Once Key' remembers 20,000 messages, but there are 20,001 input items"],
		// What is looked at next.
		[20_000, "'Limits' has no limit"],
	])('takes as many items as it remembers keys, and no more: %i', async (length, message) => {
		const items = Array.from({ length }, (_, order) => ({ ...one, order }));
		const { error } = await runNode(service.credential, withKey({}, group('limits')), items);
		expect(error?.message).toBe(message);
		expect(await service.received()).toEqual([]);
	});

	it('sends nothing when n8n cannot remember the key', async () => {
		processedData.failure = { in: 'record', error: new Error('database is locked') };
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.message).toBe('database is locked');
		expect(await service.received()).toEqual([]);
	});

	it('says that a message counts as sent when n8n cannot forget its key', async () => {
		processedData.failure = { in: 'remove', error: new Error('database is locked') };
		await service.fail({ ...single, kind: 'status', status: 400 });
		const { error } = await runNode(service.credential, withKey(), [orders[0]]);
		expect(error?.description).toContain(
			"n8n couldn't forget the 'Once Key' A-1, so this message counts as sent. Send it without the key.",
		);
	});
});

describe('Once Key in batches', () => {
	const service = serviceForTests();

	const sendingBulk = (batchSize: number): INodeParameters => ({
		...sendBulk(batchSize, group('onceKey', { key: '={{ $json.key }}' })),
		text: '={{ $json.text ?? "Hello" }}',
	});
	const [one, two, three, four] = recipients(4);
	const keyed = (items: ReturnType<typeof recipients>, ...keys: string[]) =>
		items.map((item, index) => ({ ...item, key: keys[index] }));
	const skips = (output: Array<{ json: IDataObject }>) => output.map(({ json }) => json.skipped);
	const batches = async () =>
		(await service.received()).map(({ body }) => (body as unknown as IDataObject[]).length);

	describe.each(everySend)('%s', (_, sending) => {
		const parameters = sending(group('onceKey', { key: '={{ $json.key }}' }));

		it('sends each key once, in this execution and in later ones, and says whether it was the same message', async () => {
			const run = async (...given: Parameters<typeof keyed>) =>
				await runNode(service.credential, parameters, keyed(...given));
			const first = await run([one, two, one], 'A', 'B', 'A');
			expect(skips(first.output)).toEqual([undefined, undefined, 'alreadySent']);
			const later = await run([one, three, two], 'A', 'C', 'A');
			const to = expect.stringContaining(one.to);
			expect(later.output[0]).toEqual({
				json: { skipped: 'alreadySent', to, onceKey: 'A', sameMessage: true },
				pairedItem: { item: 0 },
			});
			expect(skips(later.output)).toEqual(['alreadySent', undefined, 'alreadySent']);
			expect(later.output[2].json.sameMessage).toBe(false);
		});
	});

	it('claims its keys in one go, and goes out without those that were used, if any are left', async () => {
		const all = recipients(20).map((item, index) => ({ ...item, key: `K${index}` }));
		await runNode(service.credential, sendingBulk(20), all.slice(0, 8));
		const before = processedData.recordings;
		const { output } = await runNode(service.credential, sendingBulk(20), all);
		expect(processedData.recordings - before).toBe(1);
		expect(skips(output).filter(Boolean)).toHaveLength(8);
		await runNode(service.credential, sendingBulk(20), all);
		expect(await batches()).toEqual([8, 12]);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(20).fill(1));
	});

	it('sends a key a second time only if its first message was refused', async () => {
		await service.fail({ ...bulk, kind: 'status', status: 400 });
		const { output, errorOutput } = await runNode(
			service.credential,
			sendingBulk(2),
			keyed([one, two, three, four], 'A', 'B', 'A', 'C'),
			{ onError: 'continueErrorOutput' },
		);
		expect(errorOutput.map(({ json }) => json.to)).toEqual([one.to, two.to]);
		expect(skips(output)).toEqual([undefined, undefined]);
		expect(await messagesPerRecipient(service)).toEqual({ [three.to]: 1, [four.to]: 1 });
	});

	it('gives its keys back when the execution is stopped before it went out', async () => {
		processedData.access = async () => {
			processedData.access = async () => undefined;
			started.stop();
		};
		const started = startNode(service.credential, sendingBulk(2), [keyed([one, two], 'A', 'B')]);
		expect((await started.finished).error?.message).toMatch(/cancell?ed/);
		expect([...processedData.rows.values()].flat()).toEqual([]);
		expect(await service.received()).toEqual([]);
	});

	it('resumes a list of which a part has gone out: exactly the rest is sent', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 7 }),
				fc.nat(6),
				fc.constantFrom<[object, boolean]>(
					[{ kind: 'status', status: 400 }, false],
					[{ kind: 'status', status: 429, retryAfter: 3600 }, false],
					[{ kind: 'drop', accepted: true }, true],
				),
				async (count, size, after, [fault, isSent]) => {
					await service.reset();
					processedData.clear();
					await service.fail({ ...bulk, ...fault, after, count: 1 });
					const list = recipients(count).map((item, index) => ({ ...item, key: `K${index}` }));
					const first = await runNode(service.credential, sendingBulk(size), list);
					void first.error;
					const sent = Object.keys(await messagesPerRecipient(service)).length;
					const { output, error } = await runNode(service.credential, sendingBulk(size), list);
					expect(error).toBeUndefined();
					expect(skips(output).filter(Boolean)).toHaveLength(sent);
					expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(count).fill(1));
					// Whether the fault came at all, and what it left behind, is in the count of what was sent.
					expect(sent).toBe(Math.min(count, size * (after + (isSent ? 1 : 0))));
				},
			),
			tries(12),
		);
	});

	it('of any keys sends each once, whatever their order, and pairs each item', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'A '), { minLength: 1, maxLength: 25 }),
				fc.integer({ min: 1, max: 7 }),
				async (keys, size) => {
					await service.reset();
					processedData.clear();
					const list = keyed(recipients(keys.length), ...keys);
					const { output } = await runNode(service.credential, sendingBulk(size), list);
					const trimmed = keys.map((key) => key.trim());
					const firsts = list.filter((_, index) => trimmed.indexOf(trimmed[index]) === index);
					expect(Object.keys(await messagesPerRecipient(service)).sort()).toEqual(
						firsts.map(({ to }) => to).sort(),
					);
					expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
						list.map((_, item) => ({ item })),
					);
				},
			),
			tries(15),
		);
	});
});

describe('Once Key Across Workers', () => {
	const service = serviceForTests();
	const clock = clockForTests();
	afterEach(() => jest.restoreAllMocks());

	const elsewhere = inAnotherProcess();

	const withKey = (values: INodeParameters = {}, others: INodeParameters = {}) => {
		const key = { key: '={{ $json.to }}', acrossWorkers: true, ...values };
		return { ...send, options: { ...group('onceKey', key), ...others } };
	};
	const items = recipients(30);
	const keysKept = () => [...processedData.rows.values()].flat();

	/** What stays of a key: that it was used, and the message. */
	const marksOf = (key: string) => [
		`messagingService.onceKey:${key}`,
		expect.stringMatching(new RegExp(`^messagingService\\.onceKey\\.purpose:[0-9a-f]+:${key}$`)),
	];

	/** Begins a run that has claimed the keys of so many items, each with three marks. */
	async function claiming(count: number) {
		const started = startNode(service.credential, withKey(), [items.slice(0, count)]);
		await clock.untilTrue(() => keysKept().length >= 3 * count);
		return started;
	}

	/** How often each number was sent to, when two processes send all items at the same time. */
	async function race(options: INodeParameters): Promise<number[]> {
		const [delays] = fc.sample(fc.infiniteStream(fc.nat(30)), { ...tries(1), numRuns: 1 });
		processedData.access = async () => await pause(Number(delays.next().value));
		const runs = await clock.until(
			Promise.all([
				runNode(service.credential, withKey(options), items),
				runNode(service.credential, withKey(options), items, { type: elsewhere }),
			]),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		return Object.values(await messagesPerRecipient(service));
	}

	it('sends each key once when two processes overwrite what each other remembers', async () => {
		expect(await race({})).toEqual(Array(30).fill(1));
		const { output } = await clock.run(service.credential, withKey(), items);
		expect(output.filter(({ json }) => json.skipped === 'alreadySent')).toHaveLength(30);
	});

	it('sends each of any keys once, however many executions ask for it and however long n8n takes', async () => {
		const posts = fc.record({
			keys: fc.array(fc.nat(9), { minLength: 2, maxLength: 40 }),
			times: anyTimes,
			failing: fc.constantFrom(0, 0, 1, 5),
		});
		await fc.assert(
			fc.asyncProperty(posts, async ({ keys, times, failing }) => {
				await service.reset();
				processedData.clear();
				if (failing) await service.fail({ ...single, kind: 'status', status: 400, count: failing });
				processedData.takesAsLongAs(times);
				const runs = await clock.until(
					Promise.all(
						keys.map(async (key, index) => {
							const settings = index % 2 ? { type: elsewhere } : {};
							return await runNode(service.credential, withKey(), [items[key]], settings);
						}),
					),
				);
				const failed = runs.filter(({ error }) => error);
				expect(failed.length).toBeLessThanOrEqual(failing);
				const sent = Object.values(await messagesPerRecipient(service));
				expect(sent).toEqual(Array(sent.length).fill(1));
				expect(sent.length).toBeGreaterThanOrEqual(new Set(keys).size - failed.length);
				const kept = keysKept().filter((mark) => !mark.includes('.claim:'));
				expect(kept).toHaveLength(2 * sent.length);
			}),
			tries(40),
		);
	});

	it('keeps no message of another process back because it looks for the key of one that is over a limit', async () => {
		const recorded = jest.spyOn(processedData, 'checkProcessedAndRecord');
		const over = withKey({}, group('limits', { maxMessages: 1 }));
		const { error } = await clock.run(service.credential, over, items.slice(0, 2));
		expect(error?.message).toContain("'Max Messages' is 1");
		expect(recorded).not.toHaveBeenCalled();
	});

	it('sends a message also if n8n can’t remove the claim afterward', async () => {
		processedData.failure = { in: 'remove', error: new Error('database is locked') };
		const { error } = await clock.run(service.credential, withKey(), items.slice(0, 1));
		expect(error).toBeUndefined();
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	});

	it('is needed: without it, some of these go out twice', async () => {
		expect(Math.max(...(await race({ acrossWorkers: false })))).toBe(2);
	});

	it('claims a key again that another process has overwritten before it was confirmed', async () => {
		const { finished } = await claiming(1);
		processedData.rows.clear();
		expect((await clock.until(finished)).error).toBeUndefined();
		expect(keysKept()).toEqual(marksOf(items[0].to));
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	});

	it('leaves a message to the process that has overwritten the claim with its own', async () => {
		const { finished } = await claiming(1);
		for (const [row, marks] of processedData.rows) {
			const left = marks.filter((mark) => !mark.includes('.claim:'));
			processedData.rows.set(row, left);
		}
		const { output, error } = await clock.until(finished);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent']);
		expect(await service.received()).toEqual([]);
	});

	it.each([
		['a second', 10, 1_000],
		['five times as long as n8n takes to write, if that is longer', 1_000, 10_000],
	])(
		'waits %s before it looks again, and keeps nothing but the key',
		async (_, accessMs, waitMs) => {
			processedData.access = async () => await pause(accessMs);
			jest.spyOn(Math, 'random').mockReturnValue(0.5);
			// Another time in each test, as each has a clock that starts anew: what n8n took to write in one counts in no other.
			await clock.pass(60_000 * accessMs);
			const begun = Date.now();
			const { error } = await clock.run(service.credential, withKey(), items.slice(0, 1));
			expect(error).toBeUndefined();
			expect(keysKept()).toEqual(marksOf(items[0].to));
			// To read and to write takes an access each: to claim, to confirm, and to take back what tells claims apart, for
			// which it lets others write first.
			const restMs = 1.5 * 2 * accessMs;
			expect(Date.now() - begun).toBe(2 * accessMs + waitMs + 2 * accessMs + restMs + accessMs);
		},
	);

	it('waits as long when it claims a key again, even if n8n is faster then', async () => {
		processedData.access = async () => await pause(1_000);
		await clock.pass(60_000);
		const begun = Date.now();
		const { finished } = await claiming(1);
		processedData.rows.clear();
		processedData.access = async () => await pause(10);
		expect((await clock.until(finished)).error).toBeUndefined();
		expect(Date.now() - begun).toBeGreaterThanOrEqual(2 * 10_000);
	});

	it('gives the keys back that wait to be confirmed when the execution is stopped', async () => {
		const { finished, stop } = await claiming(3);
		stop();
		expect((await clock.until(finished)).error?.message).toMatch(/cancell?ed/);
		await clock.untilTrue(() => keysKept().length === 0);
		expect(await service.received()).toEqual([]);
	});

	it('gives them back when another item fails meanwhile', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const parameters = withKey({ key: '={{ $json.key }}' }, group('requests', { concurrency: 2 }));
		const [one, two] = items;
		const { error } = await clock.run(service.credential, parameters, [
			{ ...one, key: '' },
			{ ...two, key: 'A-1' },
		]);
		expect(error?.description).toContain('1 failed, 1 not attempted');
		expect(keysKept()).toEqual([]);
		expect(await messagesPerRecipient(service)).toEqual({});
	});
});
