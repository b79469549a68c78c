import { match } from 'node:assert/strict';
import { Agent, request } from 'undici';
import { buildApp, createClock } from '../../sandbox/app.ts';
import type { SandboxOptions } from '../../sandbox/app.ts';

const key = 'sandbox-key';
/** The headers that the service asks for. */
export const json = { accept: 'application/json', 'content-type': 'application/json' };

export interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads what it expects
	body: any;
}

type Headers = Record<string, string>;

/** A sandbox on a loopback port of its own, with a clock that only the tests move. */
export async function startSandbox(options: SandboxOptions = {}) {
	const clock = createClock({ start: new Date('2030-01-01T12:00:00.000Z'), frozen: true });
	const app = await buildApp({ clock, ...options });
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const agent = new Agent();

	async function call(
		method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'HEAD',
		path: string,
		{ timeout = 0, ...given }: { headers?: Headers; body?: string; timeout?: number } = {},
	): Promise<Answer> {
		const signal = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
		const answer = await request(address + path, { method, dispatcher: agent, signal, ...given });
		const text = await answer.body.text();
		const isJson = String(answer.headers['content-type']).startsWith('application/json');
		let parsed: unknown;
		try {
			parsed = isJson ? JSON.parse(text) : undefined;
		} catch {
			parsed = undefined;
		}
		const { message = 'A sentence' } = Object(Object(parsed).error) as { message?: string };
		// Whatever the sandbox says to people.
		match(message, /^[A-Z]/);
		return { status: answer.statusCode, headers: answer.headers, text, body: parsed };
	}

	/** A POST of a text, which may be no JSON, with the key in the header: the controls don't look at it. */
	const postText = (path: string, body: string, timeout = 0) =>
		call('POST', path, { headers: { ...json, 'x-apikey': key }, body, timeout });
	const post = (path: string, body: unknown = {}, timeout = 0) =>
		postText(path, JSON.stringify(body), timeout);

	return {
		app,
		clock,
		address,
		call,
		/** A GET as the specification has it: the key and the parameters in the query. */
		get: (path: string, query: Record<string, string> = {}) =>
			call('GET', `${path}?${new URLSearchParams({ 'X-ApiKey': key, ...query })}`, {
				headers: { accept: 'application/json' },
			}),
		/** A POST as the specification has it: the key in the header, the parameters in the body. */
		post,
		postText,
		/** An SMS that has other fields than usual. */
		send: (fields = {}, timeout = 0) => post('/v1/sms/single', sms(fields), timeout),
		control: (path: string, body: unknown = {}) =>
			call('POST', `/_sandbox/${path}`, { headers: json, body: JSON.stringify(body) }),
		read: async (path: string) => (await call('GET', `/_sandbox/${path}`)).body,
		close: async () => {
			await app.close();
			await agent.destroy();
		},
	};
}

export type OpenSandbox = Awaited<ReturnType<typeof startSandbox>>;

export const sms = (fields: Record<string, unknown> = {}) => ({
	to: '37060012345',
	from: 'Shop',
	text: 'Hello',
	...fields,
});
