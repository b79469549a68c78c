import { readFile } from 'node:fs/promises';

import { errorOf, itemsOf, otherCredential, sandboxKey } from '../e2e/support';
import { inEachVersion, runSms } from './support';

const items = ['37060010001', '37060010012', '37060010023'].map((to) => ({ to }));
const message = { to: '={{ $json.to }}', from: 'Shop', text: 'Hello' };
const send = { operation: 'send', ...message };
const sent = items.map((item) => ({ ...item, from: 'Shop', text: 'Hello' }));
const single = '/v1/sms/single';
const wrongKey = 'a-wrong-key-4f1c';

inEachVersion('In n8n %s', (host) => {
	/** The bodies that the sandbox received at a path. */
	const bodies = async (path: string) =>
		(await host.sandbox.requests()).filter((one) => one.path === path).map(({ body }) => body);

	test('Send makes a request for each item, and gives each its message', async () => {
		const execution = await runSms(host, items, send);
		expect(errorOf(execution, 'Node')).toBeUndefined();
		expect(await bodies(single)).toEqual(expect.arrayContaining(sent));
		expect(await bodies(single)).toHaveLength(3);
		const messages = await host.sandbox.messages();
		const output = execution.data.resultData.runData.Node[0].data?.main[0] ?? [];
		expect(output).toEqual(
			items.map(({ to }, item) => ({
				json: {
					to,
					messageId: messages.find((one) => one.to === to)?.messageId,
					sent: expect.any(String),
					partIds: [expect.any(String)],
				},
				pairedItem: { item },
			})),
		);
	});

	test('Send Bulk makes one request for all items, and gives each its message', async () => {
		const execution = await runSms(host, items, { operation: 'sendBulk', ...message });
		expect(errorOf(execution, 'Node')).toBeUndefined();
		expect(await bodies('/v1/sms/bulk')).toEqual([sent]);
		expect(itemsOf(execution, 'Node').map(({ to }) => String(to))).toEqual(
			items.map(({ to }) => to),
		);
	});

	test('Get Delivery Report gives one item for each SMS part', async () => {
		const long = await runSms(host, items.slice(0, 1), { ...send, text: 'A'.repeat(200) });
		const [{ messageId, partIds }] = itemsOf(long, 'Node');
		const execution = await runSms(host, [{ id: messageId }], {
			operation: 'getReport',
			messageId: '={{ $json.id }}',
		});
		const output = itemsOf(execution, 'Node');
		expect(output.map(({ partId }) => partId)).toEqual(partIds);
		expect(output[0]).toMatchObject({ messageId, to: 37060010001, state: expect.any(Number) });
		expect(output).toHaveLength(2);
	});

	test('a bad number is refused before anything is sent, with what to do', async () => {
		const execution = await runSms(host, [...items, { to: '8 600 1' }], send);
		const error = errorOf(execution, 'Node');
		expect(error?.message).toBe("'To' isn't a phone number: 8 600 1 (item 4 of 4)");
		expect(error?.description).toContain('Enter the number with its country code');
		expect(await host.sandbox.requests()).toEqual([]);
	});

	test('a wrong key is named, by what sends and what reads, and is neither in the execution nor in the log', async () => {
		const credentials = await otherCredential(host, { apiKey: wrongKey });
		const report = { operation: 'getReport', messageId: 'some-id' };
		for (const parameters of [send, report]) {
			const execution = await runSms(host, items, parameters, { credentials });
			expect(errorOf(execution, 'Node')).toMatchObject({
				description: expect.stringContaining('Check the API key in the credential'),
			});
			expect(JSON.stringify(execution)).not.toContain(wrongKey);
		}
		const log = await readFile(host.n8nLog, 'utf8');
		expect([log.includes(wrongKey), log.includes(sandboxKey)]).toEqual([false, false]);
	});
});
