import type { INodeParameters } from 'n8n-workflow';

import { clockForTests } from '../../support/clock';
import { runNode, startNode } from '../../support/engine';
import { eventually } from '../../support/eventually';
import { inOrder, kept, places, recipients, retry, send, group } from '../../support/sending';
import { API_KEY } from '../../support/service';
import { UnheardRejections } from '../../support/rejections';
import { SlowServer } from '../../support/slowServer';

let server: SlowServer;
let unheard: UnheardRejections;

beforeEach(() => {
	unheard = new UnheardRejections();
});
afterEach(async () => {
	await server.stop();
	unheard.stop();
	expect(unheard.reasons).toEqual([]);
});

const credential = () => ({
	environment: 'sandbox',
	sandboxUrl: server.address,
	apiKey: API_KEY,
});

const report = { resource: 'sms', operation: 'getReport', messageId: '={{ $json.to }}' };
const addSuppression = {
	resource: 'suppression',
	operation: 'add',
	phoneNumber: '={{ $json.to }}',
};

const batchingOf = (
	parameters: INodeParameters,
	batchSize: number,
	batchInterval: number,
): INodeParameters => ({
	...parameters,
	requestOptions: { batching: { batch: { batchSize, batchInterval } } },
});

describe('Concurrency', () => {
	it.each([
		['20 unless it is set', send, 20],
		['1', { ...send, options: group('requests', { concurrency: 1 }) }, 1],
		['7', { ...send, options: group('requests', { concurrency: 7 }) }, 7],
		['100', { ...send, options: group('requests', { concurrency: 100 }) }, 100],
		['20 when reports are read', report, 20],
		['20 when numbers are suppressed', addSuppression, 20],
	])('is %s', async (_, parameters, most) => {
		server = await SlowServer.start(1);
		server.hold();
		const items = recipients(most === 1 ? 10 : 250);
		const { finished } = startNode(credential(), parameters, [items]);
		await eventually(`${most} requests`, () => server.underWay >= most);
		server.release();
		const { output, error } = await finished;
		expect(error).toBeUndefined();
		expect(output).toHaveLength(items.length);
		expect(server.mostAtOnce).toBe(most);
	});

	it('starts items in their order', async () => {
		server = await SlowServer.start(1);
		const { output } = await runNode(
			credential(),
			{ ...send, options: group('requests', { concurrency: 1 }) },
			recipients(30),
		);
		expect(output.map(({ json }) => json.messageId)).toEqual(
			recipients(30).map((_, item) => `m${item + 1}`),
		);
	});

	it('holds for each execution apart', async () => {
		server = await SlowServer.start(1);
		server.hold();
		const parameters = { ...send, options: group('requests', { concurrency: 3 }) };
		const runs = [recipients(20), recipients(20, 100)].map(
			async (items) => await runNode(credential(), parameters, items),
		);
		await eventually('3 requests of each', () => server.underWay >= 6);
		server.release();
		await Promise.all(runs);
		expect(server.arrivals).toHaveLength(40);
		expect(server.mostAtOnce).toBe(6);
	});
});

describe("n8n's own Batching", () => {
	const clock = clockForTests();
	const batching = (batchSize: number, batchInterval: number) =>
		batchingOf(send, batchSize, batchInterval);

	it('spaces requests out as before, and begins at once', async () => {
		server = await SlowServer.start(1);
		const begun = performance.now();
		const run = await clock.run(credential(), batching(2, 100), recipients(6));
		expect(places(run)).toEqual(inOrder(6));
		const [first, , third, , fifth] = server.arrivals;
		expect([first - begun, third - first, fifth - third]).toEqual([0, 100, 100]);
		expect(server.mostAtOnce).toBeLessThanOrEqual(2);
	});

	it.each([-1, 0])('takes an interval with size %i for one item at a time', async (size) => {
		server = await SlowServer.start(1);
		const run = await clock.run(credential(), batching(size, 20), recipients(4));
		expect(places(run)).toEqual(inOrder(4));
		const { arrivals } = server;
		expect(arrivals.slice(1).map((time, index) => time - arrivals[index])).toEqual([20, 20, 20]);
	});

	it('does not send the batches behind a failure', async () => {
		server = await SlowServer.start(1, (request) => (request === 1 ? 400 : 200));
		const { error, output } = await clock.run(credential(), batching(2, 30), recipients(5));
		expect(output).toEqual([]);
		expect(error?.description).toContain(
			'Of the 5 items, 1 was accepted, 1 failed, 3 not attempted.',
		);
		expect(server.arrivals).toHaveLength(2);
	});

	it.each([1, 3, 4, 6, 7])(
		'sends nothing twice with Retry On Fail when request %i fails',
		async (failing) => {
			server = await SlowServer.start(1, (request) => (request === failing ? 400 : 200));
			const run = await clock.run(credential(), batching(2, 30), recipients(7), retry);
			expect(run.error).toBeUndefined();
			expect(places(run)).toEqual(inOrder(7));
			expect(server.arrivals).toHaveLength(8);
			expect(kept(run)).toEqual({});
		},
	);
});

describe('The spacing of requests that the node makes itself', () => {
	const clock = clockForTests();

	it('ends at once with the first failure', async () => {
		server = await SlowServer.start(1, () => 400);
		const begun = Date.now();
		const { error } = await clock.run(credential(), batchingOf(send, 1, 20_000), recipients(5));
		expect(Date.now() - begun).toBeLessThan(20_000);
		expect(error?.description).toContain('0 were accepted, 1 failed, 4 not attempted');
	});

	it('ends at once with Stop', async () => {
		server = await SlowServer.start(1);
		const { finished, stop } = startNode(credential(), batchingOf(send, 1, 20_000), [
			recipients(5),
		]);
		await eventually('the first request', () => server.arrivals.length > 0);
		await clock.quiet();
		const begun = Date.now();
		stop();
		expect((await clock.until(finished)).error?.message).toMatch(/cancell?ed/);
		expect(Date.now() - begun).toBeLessThan(20_000);
		expect(server.arrivals).toHaveLength(1);
	});
});
