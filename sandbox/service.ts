import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './contract/typed.ts';
import { requireApiKey, requireMediaTypes } from './authentication.ts';
import { answerWithFault, failWith } from './faults.ts';
import type { Fault } from './faults.ts';
import { notFound } from './refusal.ts';
import { pathOf } from './requestLog.ts';
import type { LoggedRequest } from './requestLog.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addCampaignRoutes } from './routes/campaign.ts';
import { addContactRoutes } from './routes/contact.ts';
import { addEmailRoute } from './routes/email.ts';
import { addSmsRoutes } from './routes/sms.ts';
import { addSuppressionRoutes } from './routes/suppression.ts';
import { addViberRoute } from './routes/viber.ts';
import type { Sandbox } from './sandbox.ts';
import { tooManyRequests } from './traffic.ts';

declare module 'fastify' {
	interface FastifyRequest {
		fault?: Fault;
		logged?: LoggedRequest;
	}
}

export interface ServiceOptions {
	apiKey: string;
	pathPrefix: string;
	emailPath: string;
	viberPath: string;
}

/** Latency, rate limit and faults: what stands between a valid request and its handler. */
async function meetTrouble(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
	if (!(await sandbox.traffic.delay())) return failWith({ kind: 'drop' }, request, reply);
	const waitMs = sandbox.traffic.admit();
	if (waitMs > 0) {
		reply.header('retry-after', String(Math.ceil(waitMs / 1_000)));
		throw tooManyRequests();
	}
	const fault = sandbox.faults.take(request.method, pathOf(request));
	if (fault?.accepted) request.fault = fault;
	else if (fault !== undefined) return failWith(fault, request, reply);
	return undefined;
}

function addHooks(app: App, sandbox: Sandbox, apiKey: string): void {
	app.addHook('onRequest', async (request) => {
		request.logged = sandbox.log.record(request, sandbox.clock.now());
		if (request.is404) return;
		requireApiKey(request, apiKey);
		requireMediaTypes(request);
	});
	app.addHook('preValidation', async (request, reply) => {
		if (request.logged !== undefined) request.logged.body = request.body;
		const answered = await meetTrouble(sandbox, request, reply);
		sandbox.store.campaigns.sendAllDue();
		return answered;
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const answer = await answerWithFault(request, reply, payload);
		const spoken = request.fault === undefined ? sandbox.dialect.speak(answer, reply) : answer;
		if (request.logged !== undefined) {
			sandbox.log.answered(request.logged, reply.statusCode, spoken, apiKey);
		}
		return spoken;
	});
}

/** The service itself: what the specification shows, and the parts of it that are assumed. */
export function addService(app: App, sandbox: Sandbox, options: ServiceOptions): void {
	const { store } = sandbox;
	addHooks(app, sandbox, options.apiKey);
	addAccountRoutes(app, store);
	addSmsRoutes(app, store);
	void app.register(
		async (prefixed) => {
			addCampaignRoutes(prefixed, store);
			addContactRoutes(prefixed, store);
			addSuppressionRoutes(prefixed, store);
			addEmailRoute(prefixed, store, options.emailPath);
			addViberRoute(prefixed, store, options.viberPath);
		},
		{ prefix: options.pathPrefix },
	);
	app.setNotFoundHandler(async (request) => {
		throw notFound(`The service has no ${request.method} ${pathOf(request)}`);
	});
}
