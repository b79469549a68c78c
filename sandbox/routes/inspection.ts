import { setTimeout as pause } from 'node:timers/promises';
import type { FromSchema } from 'json-schema-to-ts';
import { changeOf } from '../changes.ts';
import * as controls from '../contract/controls.ts';
import { object, anyText } from '../contract/values.ts';
import type { App } from '../contract/typed.ts';
import { messageInFull } from '../messages/messages.ts';
import type { Message } from '../messages/messages.ts';
import { invalid, notFound } from '../traffic/refusal.ts';
import { isKept, isKey } from '../page/curl.js';
import { counted } from '../page/words.js';
import { createRequestLog } from '../traffic/requestLog.ts';
import type { Sandbox } from '../sandbox.ts';

const byNumber = { schema: { params: object({ number: anyText }) } };
const byMessageId = { schema: { params: object({ messageId: anyText }) } };
const byPhoneNumber = { schema: { params: object({ phoneNumber: anyText }) } };

/** For an email in a frame of the page: it has its own styles, and nothing else of it does anything. */
const emailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

/** A link to a style sheet or to a server: no policy keeps a browser from calling the latter ahead of time. */
const linkTag = /<link/gi;

/** How often it looks whether a message has come that somebody waits for, in milliseconds. */
const lookEvery = 100;

/** Whether a message came after another one, whose ID somebody gives, or after a time. */
function laterThan({ store }: Sandbox, after?: string): (message: Message) => boolean {
	if (after === undefined) return () => true;
	const known = store.messages.get(after);
	if (known) return (message) => changeOf(message) > changeOf(known);
	const time = /^\d{4}-\d\d-\d\dT/.test(after) ? Date.parse(after) : NaN;
	if (time > 0) return ({ sentAt }) => sentAt > time;
	const must = 'must be an ISO 8601 time, or the ID of a message that is there';
	throw invalid(`The field after ${must}; got "${after.slice(0, 60)}"`);
}

/** The latest message that somebody asks for, as soon as it is there. */
async function waitForMessage(
	sandbox: Sandbox,
	{ to, channel, after, wait = '0' }: FromSchema<typeof controls.latest>,
	isGone: () => boolean,
): Promise<Message> {
	const until = performance.now() + Number(wait) * 1_000;
	const isLater = laterThan(sandbox, after);
	for (;;) {
		sandbox.store.campaigns.sendAllDue();
		const found = sandbox.store.messages.latestTo(
			to,
			(message) => isLater(message) && (channel ?? message.channel) === message.channel,
		);
		if (found) return found;
		if (performance.now() >= until || isGone()) {
			const waited = wait === '0' ? 'yet' : `after ${counted(Number(wait), 'second')}`;
			const others = counted(sandbox.store.messages.count(), 'other message');
			throw notFound(`There is no such message ${waited}; the account has ${others}`);
		}
		await pause(lookEvery, undefined, { ref: false });
	}
}

function addRequestRoutes(app: App): void {
	function get(number: string, sandbox: Sandbox) {
		const request = sandbox.log.get(Number(number));
		if (request === undefined) throw notFound(`Request ${number} is not there, or no longer`);
		return request;
	}

	app.get('/_sandbox/requests', async ({ sandbox }, reply) => {
		reply.header('x-total-count', sandbox.log.total());
		return sandbox.log.all();
	});
	app.delete('/_sandbox/requests', async ({ sandbox }) => {
		sandbox.log = createRequestLog();
		return { total: 0 };
	});
	app.get('/_sandbox/requests/:number', byNumber, async ({ params, sandbox }) =>
		get(params.number, sandbox),
	);
	app.post('/_sandbox/requests/:number/again', byNumber, async ({ params, sandbox }) => {
		const { method, path, query, headers, body } = get(params.number, sandbox);
		const withKey = (values: Array<[string, unknown]>) =>
			Object.fromEntries(
				values.map(([name, value]) => [name, isKey(name, value) ? sandbox.apiKey : value]),
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

function addMessageRoutes(app: App): void {
	function get(messageId: string, sandbox: Sandbox) {
		const message = sandbox.store.messages.get(messageId);
		if (message === undefined) throw notFound(`There is no message ${messageId}`);
		return message;
	}

	app.get('/_sandbox/messages-per-recipient', async ({ sandbox }) =>
		sandbox.store.messages.perRecipient(),
	);
	const latest = { schema: { querystring: controls.latest } };
	app.get('/_sandbox/messages/latest', latest, async ({ query, sandbox, raw }) => {
		const message = await waitForMessage(sandbox, query, () => raw.socket?.destroyed);
		return messageInFull(message, sandbox.clock.now());
	});

	app.get('/_sandbox/messages/:messageId', byMessageId, async ({ params, sandbox }) =>
		messageInFull(get(params.messageId, sandbox), sandbox.clock.now()),
	);
	app.get('/_sandbox/messages/:messageId/html', byMessageId, async ({ params, sandbox }, reply) => {
		const { html } = get(params.messageId, sandbox).fields;
		if (typeof html !== 'string') throw notFound('The message has no HTML');
		reply.header('content-security-policy', emailPolicy);
		reply.type('text/html; charset=utf-8');
		return html.replace(linkTag, '<no-link');
	});
}

/** What came and what was sent, one by one. */
export function addInspectionRoutes(app: App): void {
	addRequestRoutes(app);
	addMessageRoutes(app);
	app.delete('/_sandbox/suppression/:phoneNumber', byPhoneNumber, async ({ params, sandbox }) => ({
		removed: sandbox.store.suppression.remove(params.phoneNumber),
	}));
}
