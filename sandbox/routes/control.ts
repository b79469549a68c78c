import { balanceWith, entriesOf } from '../balance.ts';
import { changeOf } from '../changes.ts';
import { iso } from '../clock.ts';
import * as controls from '../contract/controls.ts';
import type { App } from '../contract/typed.ts';
import { dialectOf } from '../dialect.ts';
import { planned } from '../faults.ts';
import { messageInFull } from '../messages.ts';
import { invalid, notFound } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { requireSense, restore, savedState, schema } from '../savedState.ts';
import { settingsOf } from '../settings.ts';
import { verdictOf } from '../verdict.ts';
import { wantedIn, weather, weathers } from '../weathers.ts';

/** A number as people write it, or an address, as messages have it. */
const asRecipient = (to: string) =>
	to.includes('@') ? to.trim().toLowerCase() : to.replace(/[\s+().-]/g, '');

/** How large a saved state can be, in bytes: more than 100,000 messages. */
const bodyLimit = 100 * 1024 * 1024;

function addStateControls(app: App, sandbox: Sandbox): void {
	const { clock } = sandbox;
	const inFull = (channel: 'sms' | 'viber' | 'email') =>
		sandbox.store.messages.all(channel).map((message) => messageInFull(message, clock.now()));

	app.get('/_sandbox/state', async () => ({
		clock: iso(clock.now()),
		requests: sandbox.log.total(),
		balance: entriesOf(sandbox.settings.balance),
		messages: inFull('sms'),
		viber: inFull('viber'),
		emails: inFull('email'),
		campaigns: sandbox.store.campaigns.all(),
		contacts: sandbox.store.contacts.all(),
		suppression: sandbox.store.suppression.all(),
	}));
	app.post('/_sandbox/reset', async () => {
		sandbox.reset();
		return { reset: true };
	});

	app.get('/_sandbox/messages-per-recipient', async () => sandbox.store.messages.perRecipient());
	const latest = { schema: { querystring: controls.latest } };
	app.get('/_sandbox/messages/latest', latest, async ({ query: { to, channel } }) => {
		const { store } = sandbox;
		store.campaigns.sendAllDue();
		const found = store.messages.latestTo(to && asRecipient(to), channel);
		if (!found) throw notFound('There is no such message yet');
		return messageInFull(found, clock.now());
	});

	app.get('/_sandbox/export', async (_request, reply) => {
		reply.header('content-disposition', 'attachment; filename="sandbox.json"');
		return savedState(sandbox);
	});
	const file = { body: schema, querystring: controls.importing };
	const options = { bodyLimit, config: { isFile: true }, schema: file };
	app.post('/_sandbox/import', options, async ({ body, query }) => {
		requireSense(body);
		if (query.check !== 'true') restore(sandbox, body);
		return sandbox.settings;
	});
}

function addRehearsalControls(app: App, sandbox: Sandbox): void {
	const verdict = () => {
		const { begun, weather, change } = sandbox.rehearsal;
		const isNew = (entry: object) => changeOf(entry) > change;
		const messages = sandbox.store.messages.latest(Infinity).filter(isNew);
		const since = { since: iso(begun), weather };
		return { ...since, ...verdictOf(messages, sandbox.log.all().filter(isNew)) };
	};
	app.get('/_sandbox/verdict', async () => verdict());
	app.post('/_sandbox/rehearsal', async () => {
		sandbox.beginRehearsal();
		return verdict();
	});

	app.get('/_sandbox/weathers', async () => weathers);
	app.post('/_sandbox/weather', { schema: { body: weather } }, async ({ body }) => {
		const { dialect } = sandbox.settings;
		sandbox.settings = settingsOf({ ...wantedIn(body.name, body.seed), dialect });
		sandbox.beginRehearsal(body.name);
		return sandbox.settings;
	});
}

function addFaultControls(app: App, sandbox: Sandbox): void {
	const all = () => ({ faults: sandbox.settings.faults });
	app.post('/_sandbox/faults', { schema: { body: controls.fault } }, async ({ body }) => {
		sandbox.settings.faults.push(planned(body));
		return all();
	});
	app.get('/_sandbox/faults', async () => all());
	app.delete('/_sandbox/faults', async () => {
		sandbox.settings.faults = [];
		return all();
	});
	app.delete<{ Params: { id: string } }>('/_sandbox/faults/:id', async ({ params: { id } }) => {
		const { faults } = sandbox.settings;
		const at = faults.findIndex((fault) => fault.id === Number(id));
		if (at < 0) throw notFound(`There is no fault ${id}: it has ended`);
		faults.splice(at, 1);
		return all();
	});
}

function addSettings(app: App, sandbox: Sandbox): void {
	const { clock } = sandbox;
	const latest = clock.now() + controls.furthestMs;
	const now = () => ({ now: iso(clock.now()) });
	app.get('/_sandbox/clock', async () => now());
	app.post('/_sandbox/clock', { schema: { body: controls.clock } }, async ({ body }) => {
		if (clock.now() + body.advanceMs > latest) {
			throw invalid('The clock goes at most 10 years ahead. Put it back first');
		}
		clock.advance(body.advanceMs);
		sandbox.store.campaigns.sendAllDue();
		return now();
	});
	app.delete('/_sandbox/clock', async () => {
		clock.reset();
		return now();
	});

	app.post('/_sandbox/balance', { schema: { body: controls.balance } }, async ({ body }) => {
		sandbox.settings.balance = balanceWith(body, sandbox.settings.balance);
		return entriesOf(sandbox.settings.balance);
	});
	app.post('/_sandbox/latency', { schema: { body: controls.latency } }, async ({ body }) => {
		sandbox.settings.latencyMs = body.ms;
		return { ms: body.ms };
	});
	app.post('/_sandbox/rate-limit', { schema: { body: controls.rateLimit } }, async ({ body }) => {
		const { requestsPerSecond } = body;
		sandbox.settings.requestsPerSecond = requestsPerSecond;
		return { requestsPerSecond };
	});
	app.get('/_sandbox/dialect', async () => sandbox.settings.dialect);
	app.post('/_sandbox/dialect', { schema: { body: controls.dialect } }, async ({ body }) => {
		sandbox.settings.dialect = dialectOf(body);
		return sandbox.settings.dialect;
	});
}

/** The controls under /_sandbox/: no part of the service's API, and without its key. */
export function addControlRoutes(app: App, sandbox: Sandbox): void {
	app.get('/_sandbox/openapi.json', async () => app.swagger());
	addStateControls(app, sandbox);
	addRehearsalControls(app, sandbox);
	addFaultControls(app, sandbox);
	addSettings(app, sandbox);
}
