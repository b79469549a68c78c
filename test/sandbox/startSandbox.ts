import { match } from 'node:assert/strict';
import { Agent, request } from 'undici';
import { buildApp, createClock } from '../../sandbox/app.ts';
import type { SandboxOptions } from '../../sandbox/app.ts';

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

	/** Somebody who has the key of an account, and its controls; without a name, of the sandbox's own. */
	function clientOf(name?: string) {
		const key = name === undefined ? 'sandbox-key' : `sandbox-key-${name}`;
		const account = name === undefined ? '' : `account=${encodeURIComponent(name)}`;
		const controlAt = (path: string) =>
			`/_sandbox/${path}${account && (path.includes('?') ? '&' : '?')}${account}`;
		const postText = (path: string, body: string, timeout = 0) =>
			call('POST', path, { headers: { ...json, 'x-apikey': key }, body, timeout });
		const post = (path: string, body: unknown = {}, timeout = 0) =>
			postText(path, JSON.stringify(body), timeout);
		const look = (path: string) => call('GET', controlAt(path));
		return {
			/** A GET as the specification has it: the key and the parameters in the query. */
			get: (path: string, query: Record<string, string> = {}) =>
				call('GET', `${path}?${new URLSearchParams({ 'X-ApiKey': key, ...query })}`, {
					headers: { accept: 'application/json' },
				}),
			/** A POST as the specification has it: the key in the header, the parameters in the body. */
			post,
			/** The same of a text, which may be no JSON. */
			postText,
			/** An SMS that has other fields than usual. */
			send: (fields = {}, timeout = 0) => post('/v1/sms/single', sms(fields), timeout),
			/** A POST to a control, which needs no key. */
			control: (path: string, body: unknown = {}) =>
				call('POST', controlAt(path), { headers: json, body: JSON.stringify(body) }),
			look,
			/** What a control shows. */
			read: async (path: string) => (await look(path)).body,
		};
	}

	return {
		app,
		clock,
		address,
		call,
		clientOf,
		...clientOf(),
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
