import { AnsweringServer } from '../../support/answeringServer';
import { runNode } from '../../support/engine';
import {
	kept,
	messagesPerRecipient,
	recipients,
	retry,
	send,
	sendBulk,
	single,
	group,
} from '../../support/sending';
import { API_KEY, serviceForTests } from '../../support/service';
import { callTool } from '../../support/tool';

const service = serviceForTests();
const SAYS = "It isn't known whether the service carried it out";
const [one] = recipients(1);

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Requests that a service with this answer gets, and what comes of the run. */
async function meet(status: number, body: string, given: Parameters<typeof runNode>[1] = send) {
	const server = await AnsweringServer.start((request, response) => {
		request.resume();
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	});
	try {
		const credential = { ...service.credential, sandboxUrl: server.address };
		const run = await runNode(credential, given, [one], retry);
		return { run, requests: server.received.length };
	} finally {
		await server.stop();
	}
}

describe('An answer that cannot be read', () => {
	it.each([
		['nested too deep', `{"messageId":"m","t":${deep(20_000)},"k":"${API_KEY}"}`],
		['nested too deep where it may say no', `{"id":"m","status":${deep(20_000)}}`],
	])('is an error and no reason to send again: %s', async (_, body) => {
		for (const parameters of [send, sendBulk(10)]) {
			const { run, requests } = await meet(200, body, parameters);
			expect(requests).toBe(1);
			expect(run.error?.message).toBe("The service's answer is nested too deeply to be read");
			expect(run.error?.description).toContain(SAYS);
		}
	});

	it('is not one with a toString of its own', async () => {
		const json = { id: 1, status: { toString: 1 }, success: { toString: 2 } };
		for (const parameters of [send, sendBulk(10)]) {
			const { run, requests } = await meet(200, JSON.stringify(json), parameters);
			expect(requests).toBe(1);
			expect(run.output).toMatchObject([{ json }]);
		}
	});

	it('is unknown also for the model of an agent', async () => {
		const server = await AnsweringServer.start((request, response) => {
			request.resume();
			response.end(`{"a":${deep(20_000)},"k":"${API_KEY}"}`);
		});
		try {
			const credential = { ...service.credential, sandboxUrl: server.address };
			for (const byEngine of [true, false]) {
				const before = server.received.length;
				const parameters = { ...send, to: one.to };
				const { answers } = await callTool(credential, parameters, [{}, {}], { byEngine });
				const error = expect.stringContaining('Do not call the tool again');
				expect(answers).toEqual([{ error }, { error }]);
				expect(server.received.length - before).toBe(1);
			}
		} finally {
			await server.stop();
		}
	});

	it('does not show the key where its words are cut', async () => {
		for (const beside of [19_960, 19_979, 19_990, 290]) {
			const { run } = await meet(200, `${'x'.repeat(beside)}${API_KEY} tail`);
			expect(run.error).toBeDefined();
			expect(JSON.stringify(run.run.data)).not.toContain(API_KEY.slice(0, 8));
		}
	});
});

it('refuses a key that is too long to look for, before a request', async () => {
	const credential = { ...service.credential, apiKey: 'k1'.repeat(300) };
	const { error } = await runNode(credential, send, [one], retry);
	expect(error?.message).toBe('The API key is longer than 512 characters (the credential)');
	expect(await service.received()).toEqual([]);
});

it('names first what stopped the run, and then what an earlier try left unknown', async () => {
	await service.fail({ ...single, kind: 'status', status: 500, accepted: true, after: 1 });
	await service.fail({ ...single, kind: 'status', status: 400, body: 'nope', after: 1, count: 9 });
	const parameters = { ...send, options: group('requests', { concurrency: 1 }) };
	const { error } = await runNode(service.credential, parameters, recipients(4), retry);
	expect(error?.message).toBe('nope');
	expect(error?.description).toContain('This was item 3 of 4.');
	expect(error?.description).toContain('May have been carried out: item 2.');
});

it('keeps what was sent when something goes wrong while its delivery is waited for', async () => {
	await service.fail({
		path: '/v1/sms/report',
		kind: 'status',
		status: 200,
		body: [{ partId: 'a', state: { toString: 1 }, delivered: { toString: 2 } }],
		count: 9,
	});
	const options = group('waitForDelivery', { timeout: 1, failOnTimeout: true });
	const run = await runNode(service.credential, { ...send, options }, [one], retry);
	expect(run.error?.message).toContain("wasn't delivered within 1 second");
	expect(await messagesPerRecipient(service)).toEqual({ [one.to]: 1 });
	expect(kept(run)).toHaveProperty(['accepted:0']);
});
