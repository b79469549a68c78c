import { errorOf, itemsOf, sharedHost } from '../support';
import {
	approve,
	ask,
	askingNode,
	chain,
	finished,
	latestLink,
	open,
	start,
	statusOf,
	textsOn,
	untilStatus,
	untilWaiting,
} from '../support/asking';
import { group } from '../../support/sending';

const host = sharedHost();
beforeEach(async () => await host.sandbox.reset());

const limit = (amount: unknown, unit = 'minutes') => ({
	options: { limitWaitTime: { values: { amount, unit } } },
});

async function refusal(parameters: Record<string, unknown>) {
	const id = await start(host, chain([{ order: 1042 }], [askingNode(host, parameters)]));
	return errorOf(await untilStatus(host, id, ['error']), 'Ask');
}

describe('Send and Wait: the limit of waiting', () => {
	test('is a time from now on, or none', async () => {
		const end = async (parameters: Record<string, unknown>) => {
			const { id } = await ask(host, parameters);
			return new Date(
				String((await host.client.call<{ waitTill: string }>('GET', `/executions/${id}`)).waitTill),
			);
		};
		const before = Date.now();
		const inTwoDays = (await end(limit(2, 'days'))).getTime() - before;
		expect(inTwoDays).toBeGreaterThanOrEqual(2 * 86_400_000);
		expect(inTwoDays).toBeLessThan(2 * 86_400_000 + 60_000);
		expect(await end({})).toEqual(new Date('3000-01-01T00:00:00Z'));
	});

	test.each([
		[limit(0), "'Limit Wait Time' isn't a time to wait: 0 minutes (item 1 of 1)"],
		[limit('={{ "soon" }}'), "'Limit Wait Time' isn't a time to wait: soon minutes (item 1 of 1)"],
		[limit(1e9, 'days'), expect.stringContaining("'Limit Wait Time' isn't a time to wait")],
	])('is refused before anything is sent if it is none: %j', async (parameters, message) => {
		expect(await refusal(parameters)).toMatchObject({ message });
		expect(await host.sandbox.requests()).toEqual([]);
	});
});

describe('Send and Wait: when sending fails', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const single = { path: '/v1/sms/single' };

	test('tries again what was refused, sends once, and waits', async () => {
		await host.sandbox.call('POST', 'faults', { ...single, kind: 'status', status: 400 });
		const id = await start(host, chain([{}], [askingNode(host, {}, retry)]));
		await untilWaiting(host, id);
		expect(await host.sandbox.messages()).toHaveLength(1);
		await open(await latestLink(host), 'POST', approve);
		expect(itemsOf(await finished(host, id), 'Ask')).toMatchObject([{ data: { approved: true } }]);
		expect(await host.sandbox.requests()).toHaveLength(2);
	});

	test('does not send again what may have been sent, and does not wait', async () => {
		await host.sandbox.call('POST', 'faults', { ...single, kind: 'drop', accepted: true });
		const id = await start(host, chain([{}], [askingNode(host, {}, retry)]));
		const error = errorOf(await untilStatus(host, id, ['error']), 'Ask');
		expect(error?.description).toContain("It isn't known whether the service carried it out");
		expect(await host.sandbox.messages()).toHaveLength(1);
		expect((await open(await latestLink(host), 'POST', approve)).status).toBe(409);
	});

	test('gives a good link with the second SMS too, if the user wants it sent again', async () => {
		await host.sandbox.call('POST', 'faults', { ...single, kind: 'drop', accepted: true });
		const sendAgain = { options: group('requests', { onUnknownOutcome: 'resend' }) };
		const id = await start(host, chain([{}], [askingNode(host, sendAgain, retry)]));
		await untilWaiting(host, id);
		const [first, second, ...others] = await textsOn(host);
		expect(others).toEqual([]);
		expect(first).toBe(second);
		await open(await latestLink(host), 'POST', approve);
		await finished(host, id);
	});

	test('waits for a service that is too busy', async () => {
		await host.sandbox.call('POST', 'faults', {
			...single,
			kind: 'status',
			status: 429,
			retryAfter: 1,
		});
		await ask(host);
		expect(await host.sandbox.messages()).toHaveLength(1);
	});

	test.each([
		[{ to: '+370 600' }, "'To' isn't a phone number: +370 600 (item 1 of 1)"],
		[{ message: '={{ " " }}' }, "'Message' is empty (item 1 of 1)"],
		[{ from: '={{ "" }}' }, "'From' is empty (item 1 of 1)"],
		[{ options: group('requests', { maxWait: -1 }) }, expect.stringContaining("'Max Wait'")],
	])('refuses what cannot be sent: %j', async (parameters, message) => {
		expect(await refusal(parameters)).toMatchObject({ message });
		expect(await host.sandbox.requests()).toEqual([]);
	});

	test('does not wait for what left by the error output', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const id = await start(host, chain([{ order: 7 }], [askingNode(host, { to: '12' }, settings)]));
		const execution = await finished(host, id);
		expect(itemsOf(execution, 'Ask', 1)).toMatchObject([
			{ order: 7, error: expect.stringContaining("'To' isn't a phone number") },
		]);
		expect(await statusOf(host, id)).toBe('success');
	});
});
