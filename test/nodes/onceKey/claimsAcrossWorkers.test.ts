import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode, startNode } from '../../support/engine';
import { inAnotherProcess } from '../../support/nodeTypes';
import { processedData } from '../../support/processedData';
import { tries } from '../../support/properties';
import {
	messagesPerRecipient,
	pause,
	recipients,
	send,
	single,
	group,
} from '../../support/sending';
import { serviceForTests } from '../../support/service';

const service = serviceForTests();
const clock = clockForTests();

const elsewhere = inAnotherProcess();
beforeEach(() => processedData.clear());

const withKey = (values: INodeParameters = {}, others: INodeParameters = {}): INodeParameters => ({
	...send,
	options: {
		...group('onceKey', { key: '={{ $json.to }}', acrossWorkers: true, ...values }),
		...others,
	},
});
const items = recipients(30);
const keysKept = () => [...processedData.rows.values()].flat();

/** What stays of a key: that it was used, and the message. */
const marksOf = (key: string) => [
	`messagingService.onceKey:${key}`,
	expect.stringMatching(new RegExp(`^messagingService\\.onceKey\\.message:[0-9a-f]+:${key}$`)),
];

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

describe('Once Key Across Workers', () => {
	it('sends each key once when two processes overwrite what each other remembers', async () => {
		expect(await race({})).toEqual(Array(30).fill(1));
		const { output } = await clock.run(service.credential, withKey(), items);
		expect(output.filter(({ json }) => json.skipped === 'alreadySent')).toHaveLength(30);
	});

	it('is needed: without it, some of these go out twice', async () => {
		expect(Math.max(...(await race({ acrossWorkers: false })))).toBe(2);
	});

	it('claims a key again that another process has overwritten before it was confirmed', async () => {
		const { finished } = startNode(service.credential, withKey(), [items.slice(0, 1)]);
		await clock.untilTrue(() => keysKept().length > 0);
		processedData.rows.clear();
		expect((await clock.until(finished)).error).toBeUndefined();
		expect(keysKept()).toEqual(marksOf(items[0].to));
		expect(Object.values(await messagesPerRecipient(service))).toEqual([1]);
	});

	it('leaves a message to the process that has overwritten the claim with its own', async () => {
		const { finished } = startNode(service.credential, withKey(), [items.slice(0, 1)]);
		await clock.untilTrue(() => keysKept().length > 0);
		for (const [row, marks] of processedData.rows) {
			processedData.rows.set(
				row,
				marks.filter((mark) => !mark.includes('.claim:')),
			);
		}
		const { output, error } = await clock.until(finished);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.skipped)).toEqual(['alreadySent']);
		expect(await service.received()).toEqual([]);
	});

	it.each([
		['a second', 10, 1_000],
		['five times as long as n8n takes to write, if that is longer', 1_000, 10_000],
	])('waits %s before it looks again', async (_, accessMs, waitMs) => {
		processedData.access = async () => await pause(accessMs);
		// The clock has been running before.
		await clock.pass(60_000);
		const begun = Date.now();
		const { error } = await clock.run(service.credential, withKey(), items.slice(0, 1));
		expect(error).toBeUndefined();
		// To read and to write takes an access each: to claim, to confirm, and to take back what tells claims apart.
		expect(Date.now() - begun).toBe(2 * accessMs + waitMs + 3 * accessMs);
	});

	it('waits as long when it claims a key again, even if n8n is faster then', async () => {
		processedData.access = async () => await pause(1_000);
		await clock.pass(60_000);
		const begun = Date.now();
		const { finished } = startNode(service.credential, withKey(), [items.slice(0, 1)]);
		await clock.untilTrue(() => keysKept().length > 0);
		processedData.rows.clear();
		processedData.access = async () => await pause(10);
		expect((await clock.until(finished)).error).toBeUndefined();
		expect(Date.now() - begun).toBeGreaterThanOrEqual(2 * 10_000);
	});

	it('keeps nothing but the keys', async () => {
		await clock.run(service.credential, withKey(), items.slice(0, 3));
		expect(keysKept()).toHaveLength(6);
		expect(keysKept()).toEqual(
			expect.arrayContaining(items.slice(0, 3).flatMap(({ to }) => marksOf(to))),
		);
	});

	it('gives the keys back that wait to be confirmed when the execution is stopped', async () => {
		const { finished, stop } = startNode(service.credential, withKey(), [items.slice(0, 3)]);
		await clock.untilTrue(() => keysKept().length >= 9);
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
