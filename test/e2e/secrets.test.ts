import { readFile } from 'node:fs/promises';

import { credentialOf, errorOf, otherCredential, runNode, sandboxKey, sharedHost } from './support';
import { group } from '../support/sending';

const wrongKey = 'a-wrong-key-4f1c';

const holdsKey = (text: string) => text.includes(sandboxKey) || text.includes(wrongKey);

const host = sharedHost();
const read = (
	parameters: Record<string, unknown>,
	credentials: Record<string, { id: string; name: string }>,
) =>
	runNode(host, {
		type: 'n8n-nodes-messaging-service-sms.messagingService',
		parameters,
		credentials,
	});

const send = (to: string) =>
	runNode(host, {
		type: 'n8n-nodes-messaging-service-sms.messagingService',
		parameters: {
			resource: 'sms',
			operation: 'send',
			to,
			from: 'Shop',
			text: 'Hello',
			options: {},
		},
	});

/** Gets a report with a credential of other data than the sandbox's: the key is part of a GET's address. */
async function reportWith(data: Record<string, string>) {
	const options = group('requests', { maxWait: 1, method: 'GET' });
	return await read(
		{ resource: 'sms', operation: 'getReport', messageId: '7', options },
		await otherCredential(host, data),
	);
}

test("the key is in no execution's data and not in n8n's log, whatever went wrong", async () => {
	const worked = await read({ resource: 'account', operation: 'getBalance' }, credentialOf(host));
	expect(errorOf(worked, 'Node')).toBeUndefined();
	const failed = {
		'a wrong key': await reportWith({ apiKey: wrongKey }),
		'an unreachable address': await reportWith({ sandboxUrl: 'http://127.0.0.1:9' }),
		'an unknown name': await reportWith({ sandboxUrl: 'http://no-such-host.invalid' }),
		'a page instead of JSON': await send('37060000200'),
		'a refused key': await send('37060000401'),
		'a dropped connection': await send('37060000444'),
		'an internal error': await send('37060000500'),
	};
	const unexpected = Object.entries(failed).filter(([, execution]) => !errorOf(execution, 'Node'));
	expect(unexpected.map(([what]) => what)).toEqual([]);

	const executions = await host.client.executions();
	expect(executions.length).toBeGreaterThan(Object.keys(failed).length);
	const leaking: string[] = [];
	for (const { id } of executions) {
		const { data } = await host.client.call<{ data: string }>('GET', `/executions/${id}`);
		if (holdsKey(data)) leaking.push(id);
	}
	expect(leaking).toEqual([]);
	expect(holdsKey(await readFile(host.n8nLog, 'utf8'))).toBe(false);
});
