import type { INodeParameters } from 'n8n-workflow';

import { waitBefore } from '../../nodes/MessagingService/shared/repeat';
import { retryAfter } from '../../nodes/MessagingService/shared/serviceErrors';
import { deadAddress } from '../support/answeringServer';
import type { NodeRun } from '../support/engine';
import { runNode } from '../support/engine';
import { messagesPerRecipient, recipients, retry, roads, send, sendBulk } from '../support/sending';
import { serviceForTests } from '../support/service';
import { SlowServer } from '../support/slowServer';

const service = serviceForTests();

type Options = INodeParameters;

const withOptions = (parameters: INodeParameters, options: Options): INodeParameters => ({
	...parameters,
	requestOptions: { timeout: 1_000 },
	options: { ...(parameters.options as Options), ...options },
});

const [{ to }] = recipients(1);

/** Requests that only read, and those that send or change something. */
const reads: Array<[string, INodeParameters]> = [
	['Get Balance', { resource: 'account', operation: 'getBalance' }],
	['Get Campaign', { resource: 'campaign', operation: 'get', campaignId: '7' }],
	['Get Report by POST', { resource: 'sms', operation: 'getReport', messageId: '7' }],
	[
		'Get Report by GET',
		{ resource: 'sms', operation: 'getReport', messageId: '7', options: { method: 'GET' } },
	],
];
const sends: Array<[string, INodeParameters]> = [
	['Send', { ...send, to }],
	['Send Bulk', { ...sendBulk(100), to }],
	['Suppression: Add', { resource: 'suppression', operation: 'add', phoneNumber: to }],
	['Campaign: Cancel', { resource: 'campaign', operation: 'cancel', campaignId: '7' }],
	['Contact: Import', { resource: 'contact', operation: 'import', phoneNumber: to }],
];

/** How many requests there were when the first of them met the fault and the second is answered. */
async function requestsAfter(fault: object, parameters: INodeParameters): Promise<number> {
	await service.reset();
	await service.fail(fault);
	await service.fail({ kind: 'status', status: 200, body: [{ messageId: 'a' }], count: 10 });
	await runNode(service.credential, withOptions(parameters, { maxWait: 3 }));
	return (await service.received()).length;
}

const status = (code: number, retryAfter?: number | string) => ({
	kind: 'status',
	status: code,
	...(retryAfter === undefined ? {} : { retryAfter }),
});

/** What is turned away for certain, what may have been carried out, and what it is no use to repeat. */
const turnedAway: Array<[string, object]> = [
	['429', status(429)],
	['429 with Retry-After', status(429, 1)],
	['503 with Retry-After', status(503, 1)],
	['503 with Retry-After: 0', status(503, 0)],
];
const passing: Array<[string, object]> = [
	['502', status(502)],
	['503', status(503)],
	['503 with a Retry-After that is neither seconds nor a date', status(503, 'soon')],
	['504', status(504)],
	['a time-out', { kind: 'timeout' }],
	['a dropped connection', { kind: 'drop' }],
];
const lasting: Array<[string, object]> = [
	['400', status(400)],
	['401', status(401)],
	['402', status(402)],
	['404', status(404)],
	['408', status(408)],
	['409', status(409)],
	['422', status(422)],
	['500', status(500)],
	['501', status(501)],
	['an HTML page', { kind: 'html' }],
	['broken JSON', { kind: 'invalidJson' }],
];

/** How many requests each kind of failure led to, when all of them met items of the same run. */
async function requestsByFailure(parameters: INodeParameters): Promise<Map<string, number>> {
	const all = [...turnedAway, ...passing, ...lasting];
	await service.reset();
	for (const [index, [, fault]] of all.entries()) {
		await service.fail({ ...fault, path: `/campaigns/c${index}x` });
	}
	const items = all.map((_, index) => ({ id: `c${index}x` }));
	await runNode(
		service.credential,
		withOptions({ ...parameters, campaignId: '={{ $json.id }}' }, { maxWait: 3, concurrency: 100 }),
		items,
		{ onError: 'continueErrorOutput' },
	);
	const paths = (await service.received()).map(({ path }) => path.split('/')[2]);
	return new Map(
		all.map(([name], index) => [name, paths.filter((path) => path === `c${index}x`).length]),
	);
}

describe('A request that reads', () => {
	let made: Map<string, number>;

	beforeAll(async () => {
		made = await requestsByFailure({ resource: 'campaign', operation: 'get' });
	});

	it.each([...turnedAway, ...passing])('is repeated after %s', (name) => {
		expect(made.get(name)).toBe(2);
	});

	it.each(lasting)('is not repeated after %s', (name) => {
		expect(made.get(name)).toBe(1);
	});

	it.each(reads)('is every one of them: %s', async (_, parameters) => {
		expect(await requestsAfter(status(502), parameters)).toBe(2);
	});
});

describe('A request that sends or changes something', () => {
	let made: Map<string, number>;

	beforeAll(async () => {
		made = await requestsByFailure({ resource: 'campaign', operation: 'cancel' });
	});

	it.each(turnedAway)('is repeated after %s', (name) => {
		expect(made.get(name)).toBe(2);
	});

	it.each([...passing, ...lasting])('is not repeated after %s', (name) => {
		expect(made.get(name)).toBe(1);
	});

	it.each(sends)('is every one of them: %s', async (_, parameters) => {
		expect(await requestsAfter(status(503, 0), parameters)).toBe(2);
		expect(await requestsAfter(status(502), parameters)).toBe(1);
	});
});

describe('A connection that cannot be made', () => {
	it.each([
		['nobody listens', deadAddress],
		['the name is not found', async () => 'http://nothing.invalid'],
	])('is tried again when %s, also for a send', async (_, address) => {
		const begun = Date.now();
		const { error } = await runNode(
			{ ...service.credential, sandboxUrl: await address() },
			withOptions(send, { maxWait: 2 }),
			recipients(1),
		);
		expect(error?.description).toContain('Nothing was sent.');
		// One wait of about a second; the next one would be too long.
		expect(Date.now() - begun).toBeGreaterThan(700);
	});

	it('is made as soon as somebody listens', async () => {
		const late = await SlowServer.start(1);
		const { port } = new URL(late.address);
		await late.stop();
		const run = runNode(
			{ ...service.credential, sandboxUrl: late.address },
			withOptions(send, { maxWait: 30 }),
			recipients(3),
		);
		await new Promise((resolve) => setTimeout(resolve, 300));
		const server = await SlowServer.start(1, undefined, Number(port));
		try {
			expect((await run).error).toBeUndefined();
			expect(server.arrivals).toHaveLength(3);
		} finally {
			await server.stop();
		}
	});
});

describe('Waiting', () => {
	const lateBy = (ms: number) => new Date(Date.now() + ms).toUTCString();

	it.each([
		['seconds', () => 2, 1_900],
		// A date has no fractions of a second.
		['a date', () => lateBy(3_000), 1_900],
	])('takes as long as the service asks in %s', async (_, retryAfter, least) => {
		await service.fail(status(429, retryAfter()));
		const begun = Date.now();
		const { error } = await runNode(service.credential, send, recipients(1));
		expect(error).toBeUndefined();
		expect(Date.now() - begun).toBeGreaterThan(least);
	});

	it('does not begin if the service asks for longer than Max Wait', async () => {
		for (const retryAfter of [3, lateBy(60_000)]) {
			await service.fail(status(429, retryAfter));
			const { error } = await runNode(
				service.credential,
				withOptions(send, { maxWait: 2 }),
				recipients(1),
			);
			expect(error?.httpCode).toBe('429');
			expect(error?.description).toContain('for longer than Max Wait (Options) allows');
		}
		expect(await service.received()).toHaveLength(2);
	});

	it('ends when the waits together would be longer than Max Wait', async () => {
		await service.fail({ ...status(429, 1), count: 10 });
		const begun = Date.now();
		await runNode(service.credential, withOptions(send, { maxWait: 2 }), recipients(1));
		expect(await service.received()).toHaveLength(3);
		expect(Date.now() - begun).toBeGreaterThan(1_900);
	});

	it('is not done at all with Max Wait 0, but a Retry-After of 0 is no waiting', async () => {
		await service.fail(status(429, 1));
		await runNode(service.credential, withOptions(send, { maxWait: 0 }), recipients(1));
		expect(await service.received()).toHaveLength(1);
		await service.fail(status(429, 0));
		const { error } = await runNode(
			service.credential,
			withOptions(send, { maxWait: 0 }),
			recipients(1),
		);
		expect(error).toBeUndefined();
	});

	it('ends also when the service goes on asking for none', async () => {
		await service.fail({ ...status(429, 0), count: 1_000 });
		const { error } = await runNode(
			service.credential,
			withOptions(send, { maxWait: 2 }),
			recipients(1),
		);
		expect(error?.httpCode).toBe('429');
		// At once, then after about 1 second; 2 more would be too long.
		expect(await service.received()).toHaveLength(3);
	});

	it.each([
		[1, undefined, [750, 1_250]],
		[2, undefined, [1_500, 2_500]],
		[4, undefined, [6_000, 10_000]],
		[5, undefined, [11_250, 18_750]],
		[100, undefined, [11_250, 18_750]],
		[1, 0, [0, 0]],
		[2, 0, [750, 1_250]],
		[3, 500, [1_500, 2_500]],
		[1, 30_000, [30_000, 30_000]],
		[9, 30_000, [30_000, 30_000]],
	])('after failure %i and Retry-After %p is within %p ms', (attempts, retryAfterMs, range) => {
		expect([0, 1].map((chance) => waitBefore(retryAfterMs, attempts, chance))).toEqual(range);
		const waits = Array.from({ length: 50 }, () => waitBefore(retryAfterMs, attempts));
		for (const wait of waits) {
			expect(wait).toBeGreaterThanOrEqual(range[0]);
			expect(wait).toBeLessThanOrEqual(range[1]);
		}
		// Requests that failed together do not come back together.
		if (range[0] !== range[1]) expect(new Set(waits).size).toBeGreaterThan(1);
	});

	it.each([
		['0', 0],
		['120', 120_000],
		[' 7 ', 7_000],
		['1.5', 1_500],
		[3, 3_000],
		['Sun, 06 Nov 1994 08:49:37 GMT', 0],
		['soon', undefined],
		['in 5 minutes', undefined],
		['-1', undefined],
		['', undefined],
		[undefined, undefined],
		[['5', '6'], undefined],
	])('takes Retry-After: %p for %p ms', (header, ms) => {
		expect(retryAfter(header)).toBe(ms);
	});

	it('takes a date in Retry-After for the time until then', () => {
		const ms = retryAfter(lateBy(60_000)) ?? 0;
		expect(ms).toBeGreaterThan(50_000);
		expect(ms).toBeLessThanOrEqual(60_000);
	});

	it.each(roads)('holds all items after a 429: $road', async ({ send: parameters }) => {
		const server = await SlowServer.start(1, (request) => (request === 5 ? 429 : 200), undefined, {
			'retry-after': '1',
		});
		try {
			const { error } = await runNode(
				{ ...service.credential, sandboxUrl: server.address },
				{ ...parameters, options: { concurrency: 2 } },
				recipients(20),
			);
			expect(error).toBeUndefined();
			expect(server.arrivals).toHaveLength(21);
			// Of the two that may run at once, one more may have been on its way already.
			expect(server.arrivals[6] - server.arrivals[4]).toBeGreaterThan(950);
			expect(server.arrivals[20] - server.arrivals[6]).toBeLessThan(server.arrivals[6]);
		} finally {
			await server.stop();
		}
	});

	it('keeps to a limit of requests per second, and loses nothing', async () => {
		await service.control('POST', 'rate-limit', { requestsPerSecond: 20 });
		const { error, output } = await runNode(service.credential, send, recipients(50));
		await service.control('POST', 'rate-limit', { requestsPerSecond: null });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(50);
		expect(Object.values(await messagesPerRecipient(service))).toEqual(Array(50).fill(1));
		// Two waits, and not more than the 20 at a time that were on their way when it said so.
		expect((await service.received()).length).toBeLessThan(50 + 3 * 20);
	});
});

describe('What may have been sent', () => {
	const unknown: Array<[string, object]> = [
		...passing,
		['500', status(500)],
		['408', status(408)],
		['an HTML page', { kind: 'html' }],
		['broken JSON', { kind: 'invalidJson' }],
	];
	const SAYS = 'It is not known whether the service carried it out';

	describe.each(roads)('$road', ({ send: parameters, single }) => {
		const sendAll = async (options: Options, settings = {}): Promise<NodeRun> =>
			await runNode(
				service.credential,
				{
					...parameters,
					requestOptions: { timeout: 400 },
					options: { concurrency: 1, ...options },
				},
				recipients(4),
				{ ...retry, ...settings },
			);

		it.each(unknown)('is not sent again, nor is anything behind it: %s', async (_, fault) => {
			await service.fail({ ...single, ...fault, accepted: true, after: 1 });
			const { error } = await sendAll({});
			expect(error?.description).toContain(SAYS);
			expect(error?.description).toContain('This was item 2 of 4.');
			expect(error?.description).toContain('1 was accepted, 1 failed, 2 not attempted');
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1]);
			expect(await service.received()).toHaveLength(2);
		});

		it.each(unknown)('is sent again if the user wants it: %s', async (_, fault) => {
			await service.fail({ ...single, ...fault, accepted: true, after: 1 });
			const { error, output } = await sendAll({ onUnknownOutcome: 'resend' });
			expect(error).toBeUndefined();
			expect(output).toHaveLength(4);
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 2, 1, 1]);
		});

		it('holds up nobody else if the user goes on', async () => {
			await service.fail({ ...single, kind: 'drop', accepted: true, after: 1 });
			const { output, errorOutput } = await sendAll({}, { onError: 'continueErrorOutput' });
			expect([output.length, errorOutput.length]).toEqual([3, 1]);
			expect(errorOutput[0].json.details).toContain(SAYS);
			expect(Object.values(await messagesPerRecipient(service))).toEqual([1, 1, 1, 1]);
		});
	});

	it('is asked for again at once when it only reads, also by Retry On Fail', async () => {
		await service.fail({ ...status(502), count: 3 });
		await service.fail({ ...status(200), body: [{ partId: 'a' }] });
		const { output } = await runNode(
			service.credential,
			withOptions(reads[2][1], { maxWait: 0 }),
			[{}],
			{ ...retry, maxTries: 5 },
		);
		expect(output).toMatchObject([{ json: { partId: 'a' } }]);
	});

	it('is not what fails before it is sent', async () => {
		const { error } = await runNode(
			{ ...service.credential, sandboxUrl: await deadAddress() },
			withOptions(send, { maxWait: 0 }),
			recipients(2),
			retry,
		);
		expect(error?.description).not.toContain(SAYS);
	});
});
