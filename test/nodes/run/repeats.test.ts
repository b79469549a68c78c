import type { INodeParameters } from 'n8n-workflow';

import { deadAddress } from '../../support/answeringServer';
import { clockForTests } from '../../support/clock';
import { runNode } from '../../support/engine';
import { passing, status, withOptions } from '../../support/faults';
import { group, recipients, send, sendBulk, skip } from '../../support/sending';
import { serviceForTests } from '../../support/service';
import { SlowServer } from '../../support/slowServer';

const service = serviceForTests();
const clock = clockForTests();

const [{ to }] = recipients(1);

/** Requests that do no harm twice, as they only read or set something, and those that send or change something. */
const repeatable: Array<[string, INodeParameters]> = [
	['Get Balance', { resource: 'account', operation: 'getBalance' }],
	['Get Campaign', { resource: 'campaign', operation: 'get', campaignId: '7' }],
	['Get Report by POST', { resource: 'sms', operation: 'getReport', messageId: '7' }],
	[
		'Get Report by GET',
		{
			resource: 'sms',
			operation: 'getReport',
			messageId: '7',
			options: group('requests', { method: 'GET' }),
		},
	],
	['Suppression: Add', { resource: 'suppression', operation: 'add', phoneNumber: to }],
	['Contact: Update Consent', { resource: 'contact', operation: 'updateConsent', contactId: '7' }],
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
	const { values } =
		(parameters.options as { requests?: { values: INodeParameters } })?.requests ?? {};
	const { error } = await clock.run(
		service.credential,
		withOptions(parameters, group('requests', { ...values, maxWait: 3 })),
	);
	return { made: (await service.received()).length, httpCode: error?.httpCode };
}

/** What is turned away for certain. */
const turnedAway: Array<[string, object]> = [
	['429', status(429)],
	['429 with Retry-After', status(429, 1)],
	['503 with Retry-After', status(503, 1)],
	['503 with Retry-After: 0', status(503, 0)],
];

/** What it is no use to repeat. */
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
	await clock.run(
		service.credential,
		withOptions(
			{ ...parameters, campaignId: '={{ $json.id }}' },
			group('requests', { maxWait: 3, concurrency: 100 }),
		),
		items,
		{ onError: 'continueErrorOutput' },
	);
	const paths = (await service.received()).map(({ path }) => path.split('/')[2]);
	return new Map(
		all.map(([name], index) => [name, paths.filter((path) => path === `c${index}x`).length]),
	);
}

describe('A request that does no harm twice', () => {
	let made: Map<string, number>;

	beforeAll(async () => {
		made = await clock.during(
			async () => await requestsByFailure({ resource: 'campaign', operation: 'get' }),
		);
	});

	it.each([...turnedAway, ...passing])('is repeated after %s', (name) => {
		expect(made.get(name)).toBe(2);
	});

	it.each(lasting)('is not repeated after %s', (name) => {
		expect(made.get(name)).toBe(1);
	});

	it.each(repeatable)('is every one of them: %s', async (_, parameters) => {
		expect(await requestsAfter(status(502), parameters)).toEqual({ made: 2 });
	});

	it('is repeated also where it serves a send', async () => {
		await service.fail({ ...status(502), path: '/suppression' });
		const parameters = withOptions({ ...send, to }, skip('skipSuppressed'));
		const { error } = await clock.run(service.credential, parameters);
		expect(error).toBeUndefined();
		const paths = (await service.received()).map(({ path }) => path);
		expect(paths).toEqual(['/suppression', '/suppression', '/v1/sms/single']);
	});
});

describe('A request that sends or changes something', () => {
	let made: Map<string, number>;

	beforeAll(async () => {
		made = await clock.during(
			async () => await requestsByFailure({ resource: 'campaign', operation: 'cancel' }),
		);
	});

	it.each(turnedAway)('is repeated after %s', (name) => {
		expect(made.get(name)).toBe(2);
	});

	it.each([...passing, ...lasting])('is not repeated after %s', (name) => {
		expect(made.get(name)).toBe(1);
	});

	it.each(sends)('is every one of them: %s', async (_, parameters) => {
		expect(await requestsAfter(status(503, 0), parameters)).toEqual({ made: 2 });
		expect(await requestsAfter(status(502), parameters)).toEqual({ made: 1, httpCode: '502' });
	});
});

describe('A connection that cannot be made', () => {
	it.each([
		['nobody listens', deadAddress],
		['the name is not found', async () => 'http://nothing.invalid'],
	])('is tried again when %s, also for a send', async (_, address) => {
		const begun = Date.now();
		const { error } = await clock.run(
			{ ...service.credential, sandboxUrl: await address() },
			withOptions(send, group('requests', { maxWait: 2 })),
			recipients(1),
		);
		expect(error?.description).toContain('Nothing was sent.');
		// One wait of about a second; the next one would be too long.
		expect(Date.now() - begun).toBeGreaterThanOrEqual(750);
		expect(Date.now() - begun).toBeLessThanOrEqual(1_250);
	});

	it('is made as soon as somebody listens', async () => {
		const late = await SlowServer.start(1);
		const { port } = new URL(late.address);
		await late.stop();
		const begun = runNode(
			{ ...service.credential, sandboxUrl: late.address },
			withOptions(send, group('requests', { maxWait: 30 })),
			recipients(3),
		);
		await clock.untilTrue(() => clock.ended === 3);
		const server = await SlowServer.start(1, undefined, Number(port));
		try {
			expect((await clock.until(begun)).error).toBeUndefined();
			expect(server.arrivals).toHaveLength(3);
		} finally {
			await server.stop();
		}
	});
});
