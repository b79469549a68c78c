import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { requestJson } from '../http.ts';

/** The owner of a local n8n. */
export const ownerEmail = 'demo@example.com';

/** The password that every owner had before each got one of their own. */
const publishedPassword = 'Sandbox-4010';

/** How often, and after how long, to ask again for what n8n is still writing. */
const [mostLooks, lookMs] = [400, 300];

/** n8n refused a request; the message is n8n's own. */
export class N8nRefusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.name = 'N8nRefusal';
		this.status = status;
	}
}

/** Requests to n8n's REST interface, the one its editor uses, by who is signed in. */
export class N8nSession {
	readonly address: string;
	#cookie: string;

	/** @param session that of a client which has signed in: n8n lets nobody sign in often */
	constructor(address: string, session = '') {
		this.address = address;
		this.#cookie = session;
	}

	/** The cookies of who has signed in, as a browser sends them. */
	get session(): string {
		return this.#cookie;
	}

	/** Sends a request and gives the `data` of n8n's answer. */
	async call<Data>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		body?: unknown,
	): Promise<Data> {
		const { status, cookies, answer } = await requestJson<{ data?: Data; message?: string }>(
			method,
			`${this.address}/rest${path}`,
			{ headers: this.#headers(), body },
		);
		if (status >= 400) {
			const message = answer?.message ?? `${method} ${path} was answered with status ${status}`;
			throw new N8nRefusal(status, message);
		}
		if (cookies.length > 0) this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
		return answer?.data as Data;
	}

	/** What there is at a path, or undefined; of some things that there are not n8n says 403. */
	async find<Data>(path: string): Promise<Data | undefined> {
		return await this.call<Data>('GET', path).catch((error: unknown) => {
			if (error instanceof N8nRefusal && [403, 404].includes(error.status)) return undefined;
			throw error;
		});
	}

	/** Signs in as the owner, who is created if n8n has none yet. An owner with the published password gets this one. */
	async signIn(password: string): Promise<void> {
		const email = ownerEmail;
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const name = { firstName: 'Demo', lastName: 'Owner' };
			return await this.call('POST', '/owner/setup', { email, password, ...name });
		}
		if (await this.#login(password)) return;
		if (await this.#login(publishedPassword)) {
			const change = { currentPassword: publishedPassword, newPassword: password };
			return await this.call('PATCH', '/me/password', change);
		}
		throw new Failure(
			`n8n does not let ${email} in with the password that its data folder keeps; it was changed since.`,
			'Write the new password into the file owner-password there, or remove the folder to begin anew.',
		);
	}

	/** Whether n8n lets the owner in with a password. */
	async #login(password: string): Promise<boolean> {
		try {
			await this.call('POST', '/login', { emailOrLdapLoginId: ownerEmail, password });
			return true;
		} catch (error) {
			if (error instanceof N8nRefusal && error.status === 401) return false;
			throw error;
		}
	}

	/** A JSON file that n8n serves to those who are signed in, such as `types/nodes.json`. */
	async staticFile<Content>(path: string): Promise<Content> {
		const url = `${this.address}/${path}`;
		// A busy n8n that has just started answers with its editor's page until it has written the file.
		for (let looks = 0; looks < mostLooks; looks++) {
			const { answer } = await requestJson<Content>('GET', url, { headers: this.#headers() });
			if (answer !== undefined) return answer;
			await sleep(lookMs);
		}
		throw new Failure(
			`n8n did not give ${path} within ${(mostLooks * lookMs) / 1_000} seconds.`,
			'On a busy machine, run the command again.',
		);
	}

	#headers(): Record<string, string> {
		return this.#cookie ? { cookie: this.#cookie } : {};
	}
}
