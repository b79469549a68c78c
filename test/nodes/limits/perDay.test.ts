import fc from 'fast-check';
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { additionalData } from '../../support/additionalData';
import { runNode } from '../../support/engine';
import { clockForTests, dateForTests } from '../../support/clock';
import { inAnotherProcess, NODE, REMOVE_DUPLICATES } from '../../support/nodeTypes';
import { anyTimes, processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import {
	always,
	email,
	everySend,
	group,
	linesOf,
	messages,
	messagesPerRecipient,
	pause,
	recipients,
	retry,
	send,
	sendBulk,
	single,
	skip,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';
import { evaluating, nodeOf, ourNode, workflowOf } from '../../support/workflow';

const service = serviceForTests();

const perDay = (maxMessagesPerDay: number, others: INodeParameters = {}) =>
	group('limits', { maxMessagesPerDay, ...others });
const perRecipient = (maxMessagesPerRecipientPerDay: number, others: INodeParameters = {}) =>
	group('limits', { maxMessagesPerRecipientPerDay, ...others });
/** Both limits, of the day and of each recipient. */
const both = (maxMessagesPerDay: number, maxMessagesPerRecipientPerDay: number, others = {}) =>
	group('limits', { maxMessagesPerDay, maxMessagesPerRecipientPerDay, ...others });
const keyed = group('onceKey', { key: '={{ $json.key }}' });
/** Sends SMS to items, with options. */
const run = async (options: INodeParameters, items: IDataObject[], settings = {}) =>
	await runNode(service.credential, { ...send, options }, items, settings);
const [one, two, three] = recipients(3);

const campaign = (options: INodeParameters): INodeParameters => ({
	...{ resource: 'campaign', operation: 'create', name: 'Spring', from: 'Shop', text: 'Hello' },
	recipients: '={{ $json.to }}',
	options,
});
const question = (options: INodeParameters): INodeParameters => ({
	...send,
	operation: 'sendAndWait',
	message: 'Yes?',
	options,
});
const everyLimited = [...everySend.slice(0, 2), ['Campaign: Create', campaign] as const];
const requests = async () => (await service.received()).filter(({ method }) => method === 'POST');
const skipsOf = (output: Array<{ json: IDataObject }>) => output.map(({ json }) => json.skipped);
/** What is kept of places, without those of Once Keys. */
const kept = () => [...(processedData.rows.get('1') ?? [])];

describe('On a day', () => {
	dateForTests('2027-01-31T12:00:00Z');

	describe.each(everyLimited)('Max Messages per Day: %s', (_, sending) => {
		it('sends nothing over it, in whatever execution, and says how many went out and when it goes on', async () => {
			const options = perDay(3);
			await runNode(service.credential, sending(options), [one, two]);
			const before = await requests();
			const { error } = await runNode(service.credential, sending(options), [one, three]);
			expect(error?.message).toContain(
				"This run would send 2 messages, after 2 today, but 'Max Messages per Day' is 3",
			);
			expect(error?.description).toContain(
				'Nothing was sent. The node counts from zero again at 2027-02-01T00:00:00+02:00. To send more today, raise the limit under Options → Limits.',
			);
			expect(await requests()).toEqual(before);
			const last = await runNode(service.credential, sending(options), [three]);
			expect(last.error).toBeUndefined();
		});

		it('counts no more of a day that is over, and remembers nothing of it', async () => {
			await runNode(service.credential, sending(perDay(2)), [one, two]);
			jest.setSystemTime(Date.parse('2027-01-31T21:59:59Z'));
			const late = await runNode(service.credential, sending(perDay(2)), [one]);
			expect(late.error?.message).toContain('after 2 today');
			jest.setSystemTime(Date.parse('2027-01-31T22:00:00Z'));
			const next = await runNode(service.credential, sending(perDay(2)), [one, two]);
			expect(next.error).toBeUndefined();
			expect(kept()).toHaveLength(3);
			expect(kept().join()).not.toContain('2027-01-31');
		});
	});

	describe.each(everyLimited)('Max Messages per Recipient per Day: %s', (_, sending) => {
		it('skips what is too much for one, says when it may go out, and sends the others', async () => {
			const options = perRecipient(2);
			const first = await runNode(service.credential, sending(options), [one, one, one, two]);
			expect(skipsOf(first.output).map((one) => !!one)).toEqual([false, false, true, false]);
			expect(first.output[2]).toEqual({
				json: {
					skipped: 'overRecipientLimit',
					to: expect.stringContaining(one.to),
					sendAfter: '2027-02-01T00:00:00+02:00',
				},
				pairedItem: { item: 2 },
			});
			expect(linesOf(first)).toContainEqual(
				"3 accepted, 1 skipped (1 over recipient limit). What was over a recipient's limit isn't sent later by itself. Sandbox.",
			);
			const later = await runNode(service.credential, sending(options), [two, one, two]);
			expect(skipsOf(later.output).map((one) => !!one)).toEqual([false, true, true]);
		});
	});

	it('Each recipient of a campaign counts, and one who has had enough keeps it back', async () => {
		const options = both(3, 1);
		await runNode(service.credential, campaign(options), [{ to: [one.to, two.to] }]);
		const { output } = await runNode(service.credential, campaign(options), [
			{ to: [three.to, two.to, one.to] },
		]);
		expect(output[0].json).toMatchObject({
			skipped: 'overRecipientLimit',
			to: `${two.to}, ${one.to}`,
		});
		const others = recipients(2, 7).map(({ to }) => to);
		const { error } = await runNode(service.credential, campaign(options), [{ to: others }]);
		expect(error?.message).toContain('would send 2 messages, after 2 today');
	});

	it.each([
		['ada@example.com', 'Ada <ADA@example.com>'],
		['"Ada, L." <ada@example.com>, bob@example.com', 'ada@example.com'],
	])('Whoever gets %j gets %j too', async (first, second) => {
		const parameters = { ...email, to: '={{ $json.to }}', options: perRecipient(1) };
		await runNode(service.credential, parameters, [{ to: first }]);
		const { output } = await runNode(service.credential, parameters, [{ to: second }]);
		expect(skipsOf(output)).toEqual(['overRecipientLimit']);
	});

	it('A number is the same however it is spelled, also in Body Fields', async () => {
		const options = {
			...perRecipient(1),
			bodyFields: { field: [{ name: 'cc', value: '={{ $json.cc }}' }] },
		};
		const items = [
			{ to: '+370 600 12345', cc: '+370 600 12346' },
			{ to: '00370 600 12346', cc: '' },
		];
		const { output } = await run(options, items);
		expect(skipsOf(output)).toEqual([undefined, 'overRecipientLimit']);
	});

	it('The day of another process, whose clock goes before, is not forgotten', async () => {
		const runAt = async (time: string, item: IDataObject) => {
			jest.setSystemTime(Date.parse(time));
			return await run(perDay(1), [item]);
		};
		await runAt('2027-01-31T22:00:01Z', one);
		await runAt('2027-01-31T21:59:59Z', two);
		const { error } = await runAt('2027-01-31T22:00:02Z', three);
		expect(error?.message).toContain('after 1 today');
	});

	it('A question that is over its recipient’s limit is not asked, and waits for nobody', async () => {
		await runNode(service.credential, question(perRecipient(1)), [one]);
		const { output, run } = await runNode(service.credential, question(perRecipient(1)), [one]);
		expect([skipsOf(output), run.status]).toEqual([['overRecipientLimit'], 'success']);
		expect(await messages(service)).toHaveLength(1);
	});
});

describe('What counts', () => {
	const once = both(1, 1);

	it('is not what the service has refused, or what was not attempted', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		const requests = group('requests', { concurrency: 1 });
		const { error } = await run({ ...both(2, 1), ...requests }, [one, two]);
		expect(error?.description).toContain('1 failed, 1 not attempted');
		expect(kept()).toHaveLength(1);
		expect((await run(both(2, 1), [one, two])).error).toBeUndefined();
	});

	it('is what may have gone out', async () => {
		await service.fail({ ...single, kind: 'drop', accepted: true });
		expect((await run(once, [one])).error?.description).toContain("It isn't known whether");
		expect(skipsOf((await run(once, [one])).output)).toEqual(['overRecipientLimit']);
		expect((await run(once, [two])).error?.message).toContain('after 1 today');
	});

	it('is each message once, in however many tries', async () => {
		await service.fail({ ...single, kind: 'status', status: 400, count: 1 });
		expect((await run(both(3, 1), [one, two, three], retry)).error).toBeUndefined();
		expect(kept()).toHaveLength(1 + 3 + 3);
	});

	it('is no message that is over its recipient’s limit, not even for a moment', async () => {
		await run(both(2, 1), [one]);
		const runs = await Promise.all([one, one, two, one].map((item) => run(both(2, 1), [item])));
		expect(runs.flatMap(({ output }) => skipsOf(output))).toEqual([
			...['overRecipientLimit', 'overRecipientLimit', undefined, 'overRecipientLimit'],
		]);
		expect(await requests()).toHaveLength(2);
	});

	it('takes n8n one recording for both limits', async () => {
		await run(both(9, 3), [one]);
		const before = processedData.recordings;
		await run(both(9, 3), [two, three]);
		expect(processedData.recordings - before).toBe(1);
	});

	const suppress = { resource: 'suppression', operation: 'add', phoneNumber: one.to };
	const tomorrow = '={{ $now.plus({ days: 2 }).setLocale("en").weekdayLong.toLowerCase() }}';
	it.each<[string, INodeParameters, INodeParameters[]]>([
		['suppressed', skip('skipSuppressed'), [suppress]],
		['outsideWindow', skip('sendWindow', { ...always, weekdays: tomorrow }), []],
		['alreadySent', keyed, [{ ...send, options: keyed }]],
	])('is not what was skipped: %s', async (skipped, options, before) => {
		const item = { ...one, key: 'A' };
		for (const parameters of before) await runNode(service.credential, parameters, [item]);
		const first = await run({ ...options, ...once }, [item]);
		expect(skipsOf(first.output)).toEqual([skipped]);
		const { output } = await run(once, [one]);
		expect(skipsOf(output)).toEqual([undefined]);
	});

	it('is one message of those with the same Once Key, or of duplicates', async () => {
		const items = [one, one].map((item) => ({ ...item, key: 'A' }));
		const first = await run({ ...once, ...keyed }, items);
		expect(skipsOf(first.output)).toEqual([undefined, 'alreadySent']);
		processedData.clear();
		const bulk = sendBulk(5, { ...skip('skipDuplicates'), ...once });
		const { output } = await runNode(service.credential, bulk, items);
		expect(skipsOf(output)).toEqual([undefined, 'duplicate']);
	});

	it('is no message that went out before: it is skipped for its key', async () => {
		const options = { ...once, ...keyed };
		const item = { ...one, key: 'A' };
		await run(options, [item]);
		expect(skipsOf((await run(options, [item])).output)).toEqual(['alreadySent']);
		const { error, output } = await run({ ...perDay(1), ...keyed }, [item]);
		expect([error, skipsOf(output)]).toEqual([undefined, ['alreadySent']]);
	});

	it('is each node for itself', async () => {
		await run(once, [one]);
		expect((await run(once, [one], { id: 'another' })).error).toBeUndefined();
		expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 2 });
	});

	it('leaves Once Keys alone, also on the next day', async () => {
		const options = { ...once, ...keyed };
		jest.useFakeTimers({
			now: Date.parse('2027-01-31T12:00:00Z'),
			doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'performance', 'hrtime'],
		});
		await run(options, [{ ...one, key: 'A' }]);
		const keys = processedData.rows.get('1 node');
		jest.setSystemTime(Date.parse('2027-02-01T12:00:00Z'));
		const { output } = await run(options, [{ ...one, key: 'A' }]);
		jest.useRealTimers();
		expect(skipsOf(output)).toEqual(['alreadySent']);
		expect(processedData.rows.get('1 node')).toEqual(keys);
		expect(kept()).toHaveLength(1);
	});

	it('is found again in a process that has not counted before', async () => {
		await run(perDay(50), recipients(37));
		jest.resetModules();
		const elsewhere = inAnotherProcess();
		const { error } = await run(perDay(50), recipients(14), { type: elsewhere });
		expect(error?.message).toContain('would send 14 messages, after 37 today');
		expect((await run(perDay(50), recipients(13), { type: elsewhere })).error).toBeUndefined();
	});
});

describe('What can not be counted is not sent', () => {
	it.each(['record', 'remove'] as const)('n8n can not %s', async (what) => {
		processedData.failure = { in: what, error: new Error('database is locked') };
		const { error } = await run(both(9, 9), [one]);
		expect(error?.message).toBe("n8n couldn't count today's messages: database is locked");
		expect(error?.description).toMatch(/^Nothing was sent, because of a limit per day/);
		expect(await service.received()).toEqual([]);
	});

	it.each([-1, 1.5, 10_001, 'many', ''])('a limit of %j', async (limit) => {
		const { error } = await run(perDay(limit as number), [one]);
		expect(error?.message).toContain("'Max Messages per Day' of 'Limits'");
		expect(await service.received()).toEqual([]);
	});

	it('beside a Remove Duplicates node that uses the same memory', async () => {
		const items = JSON.stringify([one]);
		const errorBeside = async (scope: string) => {
			const other = nodeOf('Once', REMOVE_DUPLICATES, { items, options: { scope } });
			const node = ourNode(NODE, { ...send, options: perDay(9) });
			const to = { node: node.name, type: 'main' as const, index: 0 };
			const workflow = workflowOf([other, node], { Once: { main: [[to]] } });
			const execute = new WorkflowExecute(additionalData(service.credential), 'integrated');
			const run = async () => await execute.run({ workflow, startNode: other });
			return (await evaluating(workflow, run)).data.resultData.error;
		};
		expect(await errorBeside('node')).toBeUndefined();
		const error = await errorBeside('workflow');
		expect(error?.message).toBe("'Once' uses the memory in which the limits per day count");
		expect(error?.description).toContain("In 'Once', set Scope to Node under Options.");
		expect(await messages(service)).toHaveLength(1);
	});

	it('no limit but workers', async () => {
		const { error } = await run(perDay(0, { acrossWorkers: true }), [one]);
		expect(error?.message).toBe("'Limits' has no limit");
	});
});

describe('At the same moment', () => {
	it('no two executions get the same place', async () => {
		const posts = [...recipients(30), ...Array<typeof one>(30).fill(one)];
		const runs = await Promise.all(posts.map(async (item) => await run(both(20, 3), [item])));
		const failed = runs.filter(({ error }) => error);
		const skipped = runs.filter(({ output }) => output[0]?.json.skipped);
		const sent = await messagesPerRecipient(service);
		expect(Object.values(sent).reduce((sum, count) => sum + count)).toBe(20);
		expect(Math.max(...Object.values(sent))).toBeLessThanOrEqual(3);
		expect(failed.length + skipped.length).toBe(40);
	});

	it('any runs keep to any limits, and send all that they may', async () => {
		const items = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 });
		const sequence = fc.array(items, { minLength: 1, maxLength: 5 });
		const each = fc.integer({ min: 1, max: 4 });
		const way = fc.constantFrom(...everySend.slice(0, 2));
		await fc.assert(
			fc.asyncProperty(sequence, fc.nat(9), each, way, async (...drawn) => {
				const [runs, most, mostEach, [, sending]] = drawn;
				await service.reset();
				processedData.clear();
				const options = both(most, mostEach);
				const sent = new Map<number, number>();
				for (const numbers of runs) {
					const items = numbers.map((number) => recipients(1, number)[0]);
					const { error, output } = await runNode(service.credential, sending(options), items);
					const within = new Map(sent);
					const goes = numbers.map((number) => {
						const count = within.get(number) ?? 0;
						if (count < mostEach) within.set(number, count + 1);
						return count < mostEach;
					});
					const total = [...within.values()].reduce((sum, count) => sum + count, 0);
					const isOver = most > 0 && total > most;
					expect(!!error).toBe(isOver);
					if (isOver) continue;
					expect(skipsOf(output)).toEqual(
						goes.map((isSent) => (isSent ? undefined : 'overRecipientLimit')),
					);
					for (const [number, count] of within) sent.set(number, count);
				}
				const expected = [...sent].map(([number, count]) => [recipients(1, number)[0].to, count]);
				expect(await messagesPerRecipient(service)).toEqual(Object.fromEntries(expected));
			}),
			tries(12),
		);
	});
});

describe('A tool of an AI agent', () => {
	const to = "={{ $fromAI('to', 'the phone number', 'string') }}";
	const options = both(2, 1);
	const text = "={{ $fromAI('text', 'the words', 'string') }}";
	/** A call that is repeated to the letter is answered from memory. */
	const calls = [one, one, two, three].map((call, index) => ({ ...call, text: `Hi ${index}` }));

	it('counts all its calls and executions', async () => {
		const { answers } = await callTool(service.credential, { ...send, to, text, options }, calls, {
			byEngine: true,
		});
		expect(answers).toMatchObject([
			{ answer: [{ messageId: expect.any(String) }] },
			{ answer: [{ skipped: 'overRecipientLimit' }] },
			{ answer: [{ messageId: expect.any(String) }] },
			{ error: expect.stringContaining('after 2 today') },
		]);
	});

	it('sends nothing where n8n gives it no memory', async () => {
		const { answers } = await callTool(service.credential, { ...send, to, options }, [one], {
			byEngine: false,
		});
		expect(answers).toMatchObject([
			{ error: expect.stringContaining("can't count the messages of a day") },
		]);
		expect(await service.received()).toEqual([]);
	});
});

describe('Across Workers', () => {
	const clock = clockForTests();
	const elsewhere = inAnotherProcess();
	const processes = [NODE, elsewhere, inAnotherProcess('third')];
	// A process remembers the places of a node's day, whatever is forgotten between tests: without it, each has its own node.

	it('any posts at the same moment keep to the limits, and all go out that may, however long n8n takes to read and write', async () => {
		const posts = fc.record({
			times: anyTimes,
			most: fc.integer({ min: 3, max: 24 }),
			toOne: fc.integer({ min: 3, max: 12 }),
			toOthers: fc.nat(25),
			failing: fc.constantFrom(0, 0, 1, 4),
			workers: fc.constantFrom(2, 2, 3),
		});
		await fc.assert(
			fc.asyncProperty(posts, async ({ times, most, toOne, toOthers, failing, workers }) => {
				await service.reset();
				processedData.clear();
				if (failing) await service.fail({ ...single, kind: 'status', status: 400, count: failing });
				// Another day, of which the processes know nothing.
				await clock.pass(86_400_000);
				processedData.takesAsLongAs(times);
				const limits = both(most, 3, { acrossWorkers: true });
				const items = [...Array<typeof one>(toOne).fill(one), ...recipients(toOthers, 50)];
				await clock.until(
					Promise.all(
						items.map(async (item, index) => {
							void (await run(limits, [item], { type: processes[index % workers] })).error;
						}),
					),
				);
				const counts = Object.values(await messagesPerRecipient(service));
				expect(Math.max(...counts)).toBeLessThanOrEqual(3);
				const sent = counts.reduce((sum, count) => sum + count, 0);
				expect(sent).toBeLessThanOrEqual(most);
				if (!failing) expect(sent).toBe(Math.min(most, 3 + toOthers));
				// No place is kept of what didn't go out.
				for (const name of [/^[^.]+\.limits:.*:all:\d+$/, /^[^.]+\.limits:.*:to:\d+:\d+$/]) {
					expect([name, kept().filter((mark) => name.test(mark)).length]).toEqual([name, sent]);
				}
			}),
			tries(60),
		);
	});

	it('without it, a process takes no place twice, though another one has overwritten what it wrote', async () => {
		const own = { id: 'overwritten' };
		for (const [limit, said] of [
			[perDay(2), 'after 2 today'],
			[perRecipient(2), undefined],
		] as const) {
			processedData.clear();
			await service.reset();
			await run(limit, [one], own);
			const before = kept();
			await run(limit, [one], own);
			processedData.rows.set('1', before);
			const { error, output } = await run(limit, [one], own);
			if (said) expect(error?.message).toContain(said);
			else expect(skipsOf(output)).toEqual(['overRecipientLimit']);
			expect(await messages(service)).toHaveLength(2);
		}
	});

	it('without it, a process keeps its places of a day that another one has dropped with the day', async () => {
		const date = { doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'performance', 'hrtime'] };
		jest.useFakeTimers({ now: Date.parse('2027-03-01T12:00:00Z'), ...date } as never);
		await run(perDay(1), [one]);
		jest.setSystemTime(Date.parse('2027-03-02T12:00:00Z'));
		await run(perDay(1), [two], { type: elsewhere });
		jest.setSystemTime(Date.parse('2027-03-01T12:00:00Z'));
		const { error } = await run(perDay(1), [one]);
		jest.useRealTimers();
		expect(error?.message).toContain('after 1 today');
	});

	it('without it, a place is free that another process has given back', async () => {
		const own = { id: 'given-back' };
		await run(perDay(1), [one], { type: elsewhere, ...own });
		expect((await run(perDay(1), [one], own)).error?.message).toContain('after 1 today');
		processedData.rows.set(
			'1',
			kept().filter((mark) => mark.includes('.day:')),
		);
		expect((await run(perDay(1), [one], own)).error).toBeUndefined();
	});

	it('without it, more go out', async () => {
		await clock.pass(86_400_000);
		const [delays] = fc.sample(fc.infiniteStream(fc.nat(30)), { ...tries(1), numRuns: 1 });
		processedData.access = async () => await pause(Number(delays.next().value));
		const posts = recipients(40).map(async (item, index) => {
			const node = { id: 'more', ...(index % 2 && { type: elsewhere }) };
			void (await run(perDay(10), [item], node)).error;
		});
		await clock.until(Promise.all(posts));
		expect((await messages(service)).length).toBeGreaterThan(10);
	});
});
