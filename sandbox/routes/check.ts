import { object, text } from '../contract/values.ts';
import type { App } from '../contract/typed.ts';
import { Refusal, notFound } from '../traffic/refusal.ts';

/** Where what plays workflows listens, and what has to be said to it: `npm start` gives both. */
export interface CheckAddress {
	address: string;
	token: string;
}

const start = { schema: { body: object({ id: text }) } };

/** The check of workflows, for the page: handed on to `npm start`, whose n8n has them. */
export function addCheckRoutes(app: App, check?: CheckAddress): void {
	async function ask(method: string, path = '', body?: object): Promise<unknown> {
		if (!check) throw notFound('Nothing here plays workflows: start the sandbox with npm start');
		const headers = { authorization: `Bearer ${check.token}` };
		const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const response = await fetch(`${check.address}/${path}`, sent).catch(() => undefined);
		const answer = await response?.json().catch(() => undefined);
		if (response?.ok) return answer;
		const message = (answer as { error?: { message?: string } })?.error?.message;
		throw new Refusal(response?.status ?? 502, 'check', message ?? 'npm start does not answer');
	}
	app.get('/_sandbox/check', async () => await ask('GET'));
	app.get('/_sandbox/check/workflows', async () => await ask('GET', 'workflows'));
	app.post('/_sandbox/check', start, async ({ body }) => await ask('POST', '', body));
	app.delete('/_sandbox/check', async () => await ask('DELETE'));
}
