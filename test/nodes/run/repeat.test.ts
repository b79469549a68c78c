import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

import type { INodeParameters } from 'n8n-workflow';

import { Problem } from '../../../nodes/MessagingService/errors/problem';
import { Gate } from '../../../nodes/MessagingService/run/gate';
import { repeatWhereSafe, waitBefore } from '../../../nodes/MessagingService/run/repeat';
import { deadAddress, withServer } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { status, withOptions } from '../../support/faults';
import { group, recipients, send, sendBulk, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();
const clock = clockForTests();
const [{ to }] = recipients(1);

/** Runs the node with a Max Wait, in seconds. */
const waiting = async (maxWait: number, parameters: INodeParameters = send, credential = {}) =>
	await clock.run(
		{ ...service.credential, ...credential },
		withOptions(parameters, group('requests', { maxWait })),
		[{ to }],
	);

it.each([undefined, '429'])(
	'A request that waits to be made again is not made when the run has ended: status %s',
	async (httpCode) => {
		const gate = new Gate(1);
		const problem = new Problem('No', 'Wait.', { repeat: 'any', httpCode, retryAfterMs: 60_000 });
		let attempts = 0;
		const attempt = async () => {
			attempts++;
			setImmediate(() => gate.shut());
			throw problem;
		};
		const settings = { isRepeatable: false, maxWaitMs: 900_000, gate };
		await expect(repeatWhereSafe(attempt, settings)).rejects.toBe(problem);
		expect(attempts).toBe(1);
	},
);

describe('What is repeated', () => {
	/** Requests that do no harm twice, as they only read or set something, and those that send or change something. */
	const repeatable: Array<[string, INodeParameters]> = [
		['Get Balance', { resource: 'account', operation: 'getBalance' }],
		['Get Report by POST', { resource: 'sms', operation: 'getReport', messageId: '7' }],
		['Suppression: Add', { resource: 'suppression', operation: 'add', phoneNumber: to }],
		[
			'Contact: Update Consent',
			{ resource: 'contact', operation: 'updateConsent', contactId: '7' },
		],
	];
	const sends: Array<[string, INodeParameters]> = [
		['Send', { ...send, to }],
		['Send Bulk', { ...sendBulk(100), to }],
		['Campaign: Cancel', { resource: 'campaign', operation: 'cancel', campaignId: '7' }],
		['Contact: Import', { resource: 'contact', operation: 'import', phoneNumber: to }],
		['Contact: Validate Number', { resource: 'contact', operation: 'validate', phoneNumber: to }],
	];

	/** How many requests there were when the first of them met the fault and the second is answered, and how it ended. */
	async function requestsAfter(fault: object, parameters: INodeParameters) {
		await service.reset();
		await service.fail(fault);
		await service.fail({ kind: 'status', status: 200, body: { messageId: 'a' }, count: 10 });
		const { error } = await waiting(3, parameters);
		return { made: (await service.received()).length, httpCode: error?.httpCode };
	}

	it.each([
		['any', true, 2],
		['any', false, 2],
		['reads', true, 2],
		['reads', false, 1],
		['none', true, 1],
		[undefined, true, 1],
	] as const)(
		'a problem after which %s may be repeated, by a request that does no harm twice: %j',
		async (repeat, isRepeatable, expected) => {
			let attempts = 0;
			const attempt = async () => {
				attempts++;
				throw new Problem('No', 'Wait.', { repeat });
			};
			const settings = { isRepeatable, maxWaitMs: 1_500, gate: new Gate(1) };
			const repeated = repeatWhereSafe(attempt, settings).catch(() => undefined);
			await clock.until(repeated);
			expect(attempts).toBe(expected);
		},
	);

	it.each(repeatable)('is a request that does no harm twice: %s', async (_, parameters) => {
		expect(await requestsAfter(status(502), parameters)).toEqual({ made: 2 });
	});

	it('is what only reads also where it serves a send', async () => {
		await service.fail({ ...status(502), path: '/suppression' });
		const parameters = withOptions({ ...send, to }, skip('skipSuppressed'));
		const { error } = await clock.run(service.credential, parameters);
		expect(error).toBeUndefined();
		const paths = (await service.received()).map(({ path }) => path);
		expect(paths).toEqual(['/suppression', '/suppression', '/v1/sms/single']);
	});

	it.each(sends)('is no request that sends or changes something: %s', async (_, parameters) => {
		expect(await requestsAfter(status(503, 0), parameters)).toEqual({ made: 2 });
		expect(await requestsAfter(status(502), parameters)).toEqual({ made: 1, httpCode: '502' });
	});

	it.each([
		['nobody listens', deadAddress],
		['the name is not found', 'http://nothing.invalid'],
	])('is any request when there is no connection: %s', async (_, sandboxUrl) => {
		const begun = Date.now();
		const { error } = await waiting(2, send, { sandboxUrl });
		expect(error?.description).toContain('Nothing was sent.');
		// One wait of about a second; the next one would be too long.
		expect(Date.now() - begun).toBeGreaterThanOrEqual(750);
		expect(Date.now() - begun).toBeLessThanOrEqual(1_250);
	});
});

describe('Max Wait', () => {
	const lateBy = (ms: number) => new Date(Date.now() + ms).toUTCString();

	it.each([
		['seconds', () => 2, 2_000],
		['a date', () => lateBy(3_000), 3_000],
	])('takes as long as the service asks in %s', async (_, retryAfter, asked) => {
		await service.fail(status(429, retryAfter()));
		const begun = Date.now();
		const { error } = await waiting(60);
		expect(error).toBeUndefined();
		expect(Date.now() - begun).toBe(asked);
	});

	it('does not begin if the service asks for longer than Max Wait', async () => {
		for (const retryAfter of [3, lateBy(60_000)]) {
			await service.fail(status(429, retryAfter));
			const { error } = await waiting(2);
			expect(error?.httpCode).toBe('429');
			expect(error?.description).toContain(
				"for longer than the node waits. To wait longer, raise 'Max Wait' (Options → Requests).",
			);
		}
		expect(await service.received()).toHaveLength(2);
	});

	it.each([
		[1, 2_000, 2_000],
		// At once, then after about 1 second; 2 more would be too long.
		[0, 750, 1_250],
	])(
		'ends when the waits together would be longer than Max Wait: %i',
		async (asked, least, most) => {
			await service.fail({ ...status(429, asked), count: 1_000 });
			const begun = Date.now();
			const { error } = await waiting(2);
			expect(error?.httpCode).toBe('429');
			expect(await service.received()).toHaveLength(3);
			expect(Date.now() - begun).toBeGreaterThanOrEqual(least);
			expect(Date.now() - begun).toBeLessThanOrEqual(most);
		},
	);

	it('ends also if other items cause the waits', async () => {
		const counts = new Map<string, number>();
		const [busy, other] = recipients(2);
		const answer: RequestListener = (request, response) => {
			void text(request).then((body) => {
				const { to } = JSON.parse(body);
				const count = (counts.get(to) ?? 0) + 1;
				counts.set(to, count);
				const retryAfter = to === busy.to ? 4 : 9;
				if (to !== busy.to && count > 1) response.end('{"messageId":"a"}');
				else response.writeHead(429, { 'retry-after': String(retryAfter) }).end();
			});
		};
		await withServer(answer, async ({ address }) => {
			const { errorOutput } = await clock.run(
				{ ...service.credential, sandboxUrl: address },
				withOptions(send, group('requests', { maxWait: 10 })),
				[busy, other],
				{ onError: 'continueErrorOutput' },
			);
			expect(errorOutput.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
			// It asked for 4 seconds and waited for 9: another 4 would be more than 10.
			expect(Object.fromEntries(counts)).toEqual({ [busy.to]: 2, [other.to]: 2 });
		});
	});

	it('is not done at all with Max Wait 0, but a Retry-After of 0 is no waiting', async () => {
		await service.fail(status(429, 1));
		const refused = await waiting(0);
		expect(refused.error?.httpCode).toBe('429');
		expect(await service.received()).toHaveLength(1);
		await service.fail(status(429, 0));
		const { error } = await waiting(0);
		expect(error).toBeUndefined();
	});

	it.each([
		[1, undefined, [750, 1_250]],
		[2, undefined, [1_500, 2_500]],
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

	it('holds all items after a 429', async () => {
		const server = await SlowServer.start(1, (request) => (request === 5 ? 429 : 200), undefined, {
			'retry-after': '1',
		});
		try {
			const { error } = await clock.run(
				{ ...service.credential, sandboxUrl: server.address },
				{ ...send, options: group('requests', { concurrency: 2 }) },
				recipients(20),
			);
			expect(error).toBeUndefined();
			expect(server.arrivals).toHaveLength(21);
			// Of the two that may run at once, one more may have been on its way already.
			expect(server.arrivals[6] - server.arrivals[4]).toBe(1000);
			expect(server.arrivals[20]).toBe(server.arrivals[6]);
		} finally {
			await server.stop();
		}
	});
});
