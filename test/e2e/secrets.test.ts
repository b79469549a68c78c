import { readFile } from 'node:fs/promises';

import { group } from '../support/group';
import { credentialOf, errorOf, otherCredential, runNode, sandboxKey, sharedHost } from './support';

const wrongKey = 'a-wrong-key-4f1c';
const holdsKey = (text: string) => text.includes(sandboxKey) || text.includes(wrongKey);

const host = sharedHost();
const run = async (parameters: Record<string, unknown>, credentials = credentialOf(host)) =>
	await runNode(host, { parameters, credentials });

const send = async (to: string) =>
	await run({ resource: 'sms', operation: 'send', to, from: 'Shop', text: 'Hello', options: {} });

/** Gets a report with a credential of other data than the sandbox's: the key is part of a GET's address. */
async function reportWith(data: Record<string, string>) {
	const options = group('requests', { maxWait: 1, method: 'GET' });
	const parameters = { resource: 'sms', operation: 'getReport', messageId: '7', options };
	return await run(parameters, await otherCredential(host, data));
}

test("the key is in no execution's data and not in n8n's log, whatever went wrong", async () => {
	const worked = await run({ resource: 'account', operation: 'getBalance' });
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
