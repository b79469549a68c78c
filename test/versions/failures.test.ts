import { errorOf, itemsOf } from '../e2e/support';
import { inEachVersion, runSms, smsWorkflow } from './support';
import { group } from '../support/sending';

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const items = ['37060010001', '37060010012', '37060010023'].map((to) => ({ to }));
const send = { operation: 'send', to: '={{ $json.to }}', from: 'Shop', text: 'Hello' };

inEachVersion('In n8n %s', (host) => {
	/** How often each number was sent to. */
	const counts = async () =>
		Object.values(await host.sandbox.call<Record<string, number>>('GET', 'messages-per-recipient'));

	test('a failed item leaves by the error output with its input, the others are sent', async () => {
		const execution = await runSms(host, [{ to: '37060000400', customer: 'Ada' }, ...items], send, {
			onError: 'continueErrorOutput',
		});
		expect(itemsOf(execution, 'Node')).toHaveLength(3);
		expect(itemsOf(execution, 'Node', 1)).toEqual([
			{
				to: '37060000400',
				customer: 'Ada',
				error: expect.any(String),
				details: expect.stringContaining('HTTP status 400. This was item 1 of 4.'),
			},
		]);
	});

	test('Retry On Fail sends nothing again after a connection that broke', async () => {
		await host.sandbox.fail({ kind: 'drop', accepted: true });
		const execution = await runSms(host, items, send, retry);
		expect(errorOf(execution, 'Node')).toMatchObject({
			message: 'The connection was closed before the service answered',
			description: expect.stringContaining("It isn't known whether the service carried it out"),
			context: { data: { item: expect.any(Number) } },
		});
		// Of it n8n's editor makes another number of the item, counted from 0.
		expect(errorOf(execution, 'Node')).not.toHaveProperty('context.itemIndex');
		expect(Math.max(...(await counts()))).toBe(1);
	});

	test.each([null, '', 'none really'])(
		'Retry On Fail sends nothing again if the answer holds an error that is none: %j',
		async (error) => {
			const body = { messageId: 'a', error };
			await host.sandbox.fail({ kind: 'status', status: 200, body, count: 99 });
			const execution = await runSms(host, items, send, retry);
			expect(errorOf(execution, 'Node')).toBeUndefined();
			expect(await host.sandbox.requests()).toHaveLength(3);
		},
	);

	test('an item that waits for a busy service does not hold up the error of another', async () => {
		const busy = { kind: 'status', status: 429, retryAfter: 800 };
		await host.sandbox.fail(busy);
		await host.sandbox.fail({ kind: 'status', status: 400 });
		// Waited for, this would last for Retry-After: 800 seconds.
		const execution = await runSms(host, items.slice(0, 2), {
			...send,
			options: group('requests', { maxWait: 900 }),
		});
		expect(errorOf(execution, 'Node')?.description).toContain('0 were accepted, 2 failed');
	});

	test('Once Key sends to nobody twice in two executions of a workflow', async () => {
		const workflow = await host.client.createWorkflow(
			smsWorkflow(host, items, { ...send, options: group('onceKey', { key: '={{ $json.to }}' }) }),
		);
		const first = await host.client.runWorkflow(workflow.id, 'Start');
		expect(itemsOf(first, 'Node').map(({ messageId }) => typeof messageId)).toEqual(
			items.map(() => 'string'),
		);
		const second = await host.client.runWorkflow(workflow.id, 'Start');
		expect(itemsOf(second, 'Node')).toEqual(
			items.map(({ to }) => ({ skipped: 'alreadySent', onceKey: to, to, sameMessage: true })),
		);
		expect(await counts()).toEqual([1, 1, 1]);
	});
});
