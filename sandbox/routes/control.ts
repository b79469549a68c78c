import type { FastifyInstance } from 'fastify';
import { readDialect } from '../dialect.ts';
import { readFault } from '../faultRequest.ts';
import { messageInFull } from '../messages.ts';
import type { Sandbox } from '../sandbox.ts';
import { optionalAmount, requireObject } from '../validation.ts';
import { invalid } from '../refusal.ts';

function addStateControls(app: FastifyInstance, sandbox: Sandbox): void {
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

	app.post('/_sandbox/balance', async (request) => {
		const fields = requireObject(request.body);
		for (const currency of ['EUR', 'USD'] as const) {
			const amount = optionalAmount(fields, currency);
			if (amount !== undefined) store.balance.set(currency, amount);
		}
		return store.balance.entries();
	});
}

function addClockControls(app: FastifyInstance, { clock, store }: Sandbox): void {
	const now = () => ({ now: new Date(clock.now()).toISOString() });

	app.get('/_sandbox/clock', async () => now());
	app.post('/_sandbox/clock', async (request) => {
		clock.advance(optionalAmount(requireObject(request.body), 'advanceMs') ?? 0);
		store.campaigns.sendAllDue();
		return now();
	});
}

function addRequestControls(app: FastifyInstance, { log }: Sandbox): void {
	app.get('/_sandbox/requests', async (_request, reply) => {
		reply.header('x-total-count', log.total());
		return log.latest();
	});
	app.delete('/_sandbox/requests', async () => {
		log.clear();
		return { total: log.total() };
	});
}

function addTroubleControls(app: FastifyInstance, { faults, traffic }: Sandbox): void {
	app.post('/_sandbox/faults', async (request) => {
		faults.add(readFault(requireObject(request.body)));
		return { faults: faults.all() };
	});
	app.get('/_sandbox/faults', async () => ({ faults: faults.all() }));
	app.delete('/_sandbox/faults', async () => {
		faults.clear();
		return { faults: faults.all() };
	});

	app.post('/_sandbox/latency', async (request) => {
		const ms = optionalAmount(requireObject(request.body), 'ms') ?? 0;
		traffic.setLatency(ms);
		return { ms };
	});

	app.post('/_sandbox/rate-limit', async (request) => {
		const { requestsPerSecond = null } = requireObject(request.body);
		if (requestsPerSecond !== null && !(Number(requestsPerSecond) >= 1)) {
			throw invalid('requestsPerSecond must be a number from 1, or null for no limit');
		}
		const limit = requestsPerSecond === null ? null : Number(requestsPerSecond);
		traffic.setRateLimit(limit);
		return { requestsPerSecond: limit };
	});
}

function addDialectControls(app: FastifyInstance, { dialect }: Sandbox): void {
	app.get('/_sandbox/dialect', async () => dialect.get());
	app.post('/_sandbox/dialect', async (request) => {
		dialect.set(readDialect(requireObject(request.body)));
		return dialect.get();
	});
}

/** The controls under /_sandbox/: no part of the service's API, and without a key. */
export function addControlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	addStateControls(app, sandbox);
	addClockControls(app, sandbox);
	addRequestControls(app, sandbox);
	addTroubleControls(app, sandbox);
	addDialectControls(app, sandbox);
}
