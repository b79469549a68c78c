import * as controls from '../contract/controls.ts';
import type { App } from '../contract/typed.ts';
import type { Dialect } from '../dialect.ts';
import { messageInFull } from '../messages.ts';
import { invalid } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';

function addStateControls(app: App, sandbox: Sandbox): void {
	const { clock, store, log } = sandbox;
	const inFull = (channel: 'sms' | 'viber' | 'email') =>
		store.messages.all(channel).map((message) => messageInFull(message, clock.now()));

	app.get('/_sandbox/state', async () => ({
		clock: new Date(clock.now()).toISOString(),
		requests: log.total(),
		balance: store.balance.entries(),
		messages: inFull('sms'),
		viber: inFull('viber'),
		emails: inFull('email'),
		campaigns: store.campaigns.all(),
		contacts: store.contacts.all(),
		suppression: store.suppression.all(),
	}));

	app.get('/_sandbox/messages-per-recipient', async () => store.messages.perRecipient());

	app.post('/_sandbox/reset', async () => {
		sandbox.reset();
		return { reset: true };
	});

	app.post('/_sandbox/balance', { schema: { body: controls.balance } }, async ({ body }) => {
		for (const currency of ['EUR', 'USD'] as const) {
			const amount = body[currency];
			if (amount !== undefined) store.balance.set(currency, amount);
		}
		return store.balance.entries();
	});
}

function addClockControls(app: App, { clock, store }: Sandbox): void {
	const latest = clock.now() + controls.furthestMs;
	const now = () => ({ now: new Date(clock.now()).toISOString() });

	app.get('/_sandbox/clock', async () => now());
	app.post('/_sandbox/clock', { schema: { body: controls.clock } }, async ({ body }) => {
		if (clock.now() + body.advanceMs > latest) {
			throw invalid('The clock goes at most 10 years ahead. To begin anew, restart the sandbox');
		}
		clock.advance(body.advanceMs);
		store.campaigns.sendAllDue();
		return now();
	});
}

function addTroubleControls(app: App, { faults, traffic }: Sandbox): void {
	app.post('/_sandbox/faults', { schema: { body: controls.fault } }, async ({ body }) => {
		const status = body.kind === 'status' ? 500 : 200;
		faults.add({ status, ...body, method: body.method?.toUpperCase() });
		return { faults: faults.all() };
	});
	app.get('/_sandbox/faults', async () => ({ faults: faults.all() }));
	app.delete('/_sandbox/faults', async () => {
		faults.clear();
		return { faults: faults.all() };
	});

	app.post(
		'/_sandbox/latency',
		{ schema: { body: controls.latency } },
		async ({ body: { ms } }) => {
			traffic.setLatency(ms);
			return { ms };
		},
	);

	app.post('/_sandbox/rate-limit', { schema: { body: controls.rateLimit } }, async ({ body }) => {
		const { requestsPerSecond } = body;
		traffic.setRateLimit(requestsPerSecond);
		return { requestsPerSecond };
	});
}

function addDialectControls(app: App, { dialect }: Sandbox): void {
	app.get('/_sandbox/dialect', async () => dialect.get());
	app.post('/_sandbox/dialect', { schema: { body: controls.dialect } }, async ({ body }) => {
		dialect.set(body as Dialect);
		return dialect.get();
	});
}

/** The controls under /_sandbox/: no part of the service's API, and without its key. */
export function addControlRoutes(app: App, sandbox: Sandbox): void {
	app.get('/_sandbox/openapi.json', async () => app.swagger());
	addStateControls(app, sandbox);
	addClockControls(app, sandbox);
	addTroubleControls(app, sandbox);
	addDialectControls(app, sandbox);
}
