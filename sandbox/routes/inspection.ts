import { object, anyText } from '../contract/values.ts';
import type { App } from '../contract/typed.ts';
import { messageInFull } from '../messages.ts';
import { notFound } from '../refusal.ts';
import { isKept, isKey } from '../page/curl.js';
import { createRequestLog } from '../requestLog.ts';
import type { Sandbox } from '../sandbox.ts';

const byNumber = { schema: { params: object({ number: anyText }) } };
const byMessageId = { schema: { params: object({ messageId: anyText }) } };
const byPhoneNumber = { schema: { params: object({ phoneNumber: anyText }) } };

/** For an email in a frame of the page: it has its own styles, and nothing else of it does anything. */
const emailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

/** A link to a style sheet or to a server: no policy keeps a browser from calling the latter ahead of time. */
const linkTag = /<link/gi;

function addRequestRoutes(app: App, sandbox: Sandbox, apiKey: string): void {
	function get(number: string) {
		const request = sandbox.log.get(Number(number));
		if (request === undefined) throw notFound(`Request ${number} is not there, or no longer`);
		return request;
	}

	app.get('/_sandbox/requests', async (_request, reply) => {
		reply.header('x-total-count', sandbox.log.total());
		return sandbox.log.all();
	});
	app.delete('/_sandbox/requests', async () => {
		sandbox.log = createRequestLog();
		return { total: 0 };
	});
	app.get('/_sandbox/requests/:number', byNumber, async ({ params }) => get(params.number));
	app.post('/_sandbox/requests/:number/again', byNumber, async ({ params }) => {
		const { method, path, query, headers, body } = get(params.number);
		const withKey = (values: Array<[string, unknown]>) =>
			Object.fromEntries(
				values.map(([name, value]) => [name, isKey(name, value) ? apiKey : value]),
			);
		const about = ([name]: [string, unknown]) => isKept(name) || name === 'user-agent';
		// It may never be answered.
		const again = app.inject({
			method: method as 'GET',
			url: path,
			query: withKey(Object.entries(query)) as Record<string, string>,
			headers: { ...withKey(Object.entries(headers).filter(about)), host: 'localhost' },
			payload: typeof body === 'string' ? body : JSON.stringify(body),
		});
		void again.catch(() => undefined);
		return { again: true };
	});
}

function addMessageRoutes(app: App, sandbox: Sandbox): void {
	function get(messageId: string) {
		const message = sandbox.store.messages.get(messageId);
		if (message === undefined) throw notFound(`There is no message ${messageId}`);
		return message;
	}

	app.get('/_sandbox/messages/:messageId', byMessageId, async ({ params }) =>
		messageInFull(get(params.messageId), sandbox.clock.now()),
	);
	app.get('/_sandbox/messages/:messageId/html', byMessageId, async ({ params }, reply) => {
		const { html } = get(params.messageId).fields;
		if (typeof html !== 'string') throw notFound('The message has no HTML');
		reply.header('content-security-policy', emailPolicy);
		reply.type('text/html; charset=utf-8');
		return html.replace(linkTag, '<no-link');
	});
}

/** What came and what was sent, one by one. */
export function addInspectionRoutes(app: App, sandbox: Sandbox, apiKey: string): void {
	addRequestRoutes(app, sandbox, apiKey);
	addMessageRoutes(app, sandbox);
	app.delete('/_sandbox/suppression/:phoneNumber', byPhoneNumber, async ({ params }) => ({
		removed: sandbox.store.suppression.remove(params.phoneNumber),
	}));
}
