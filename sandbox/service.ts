import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './contract/typed.ts';
import { noteChange } from './changes.ts';
import { speak } from './traffic/dialect.ts';
import type { Accounts } from './account/accounts.ts';
import { keysOf, requireApiKey, requireMediaTypes } from './account/authentication.ts';
import { answerWithFault, failWith, takeFault } from './traffic/faults.ts';
import type { Fault } from './traffic/faults.ts';
import type { Played } from './like/player.ts';
import { Refusal, notFound } from './traffic/refusal.ts';
import { pathOf } from './traffic/requestLog.ts';
import type { LoggedRequest } from './traffic/requestLog.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addCampaignRoutes } from './routes/campaign.ts';
import { addContactRoutes } from './routes/contact.ts';
import { addOtherRoutes, addSmsRoutes } from './routes/messages.ts';
import { addSuppressionRoutes } from './routes/suppression.ts';
import type { Sandbox } from './sandbox.ts';
import { safeHeaders } from './account/visitors.ts';

declare module 'fastify' {
	interface FastifyRequest {
		fault?: Fault;
		logged?: LoggedRequest;
		/** The account that it is about. */
		sandbox: Sandbox;
		hasWrongKey?: boolean;
		/** What an account that was recorded answered. */
		played?: Played;
	}
	interface FastifyContextConfig {
		sends?: boolean;
		/** Whether it asks how messages are doing. */
		asks?: boolean;
		/** Whether the body is a file, as deep as files are. */
		isFile?: boolean;
	}
}

export interface ServiceOptions {
	/** Put before the paths of campaigns, contacts, suppression, email and Viber; default empty. */
	pathPrefix: string;
	emailPath: string;
	viberPath: string;
}

/** Latency, rate limit and faults: what stands between a valid request and its handler. */
async function meetTrouble(request: FastifyRequest, reply: FastifyReply) {
	const { sandbox } = request;
	const { store, admit, settings } = sandbox;
	if (settings.latencyMs > 0) await wait(settings.latencyMs, undefined, { ref: false });
	// What came before a reset has no effect after it.
	if (sandbox.store !== store) return failWith({ kind: 'drop' }, request, reply);
	const { requestsPerSecond, faults } = sandbox.settings;
	const waitMs = admit(requestsPerSecond);
	if (waitMs > 0) {
		reply.header('retry-after', String(Math.ceil(waitMs / 1_000)));
		const message = 'Too many requests: over the limit per second that was set';
		throw new Refusal(429, 'rate_limited', message);
	}
	const { sends } = request.routeOptions.config;
	const fault = takeFault(faults, request.method, pathOf(request), sends);
	if (fault?.accepted) request.fault = fault;
	else if (fault !== undefined) return failWith(fault, request, reply);
	return undefined;
}

/** Requires the key, unless an account was recorded with a wrong one. */
function requireKey(request: FastifyRequest): void {
	const { player } = request.sandbox;
	if (request.is404 && !player?.knows(request)) return;
	try {
		requireApiKey(request);
	} catch (error) {
		request.hasWrongKey = true;
		if (!player?.knows(request)) throw error;
	}
	if (!request.is404) requireMediaTypes(request);
}

/** Answers like the account; what it carried out, the sandbox carries out first, and answers like it then. */
function answerLikeAccount(request: FastifyRequest, reply: FastifyReply) {
	request.played = request.sandbox.player?.play(request);
	if (!request.played) return undefined;
	const { answer, isChange } = request.played;
	if (!answer) return failWith({ kind: 'drop' }, request, reply);
	if (isChange && !request.is404) return undefined;
	return reply.code(answer.status).headers(answer.headers).send(answer.text);
}

/** What the sandbox has carried out or refused, as the account would say it. */
function spokenLikeAccount(
	payload: unknown,
	{ played, sandbox: { player } }: FastifyRequest,
	reply: FastifyReply,
): unknown {
	const answer = played?.answer;
	if (answer && (reply.statusCode < 400 || !played?.isChange)) {
		reply.code(answer.status).headers(answer.headers);
		return answer.text;
	}
	if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
	const { message } = (JSON.parse(payload) as { error: { message: string } }).error;
	const refusal = player?.refuse(reply.statusCode, message);
	if (!refusal) return payload;
	reply.code(refusal.status);
	return refusal.text;
}

/**
 * Who asks right after sending hears that nothing is delivered yet, of each message of a campaign; who asks the same again has
 * waited.
 */
function letTimePass({ sandbox, url, body, params }: FastifyRequest): void {
	if (sandbox.eachReportMs === 0) return;
	const { campaignId = '' } = params as { campaignId?: string };
	const sendsForMs = sandbox.store.campaigns.sendsForMs(campaignId);
	if (sendsForMs > 0) sandbox.clock.advance(sendsForMs);
	const what = `${url} ${JSON.stringify(body)}`;
	if (sandbox.asked.has(what)) {
		sandbox.clock.advance(sandbox.eachReportMs);
		sandbox.asked.clear();
	}
	sandbox.asked.add(what);
}

function addHooks(app: App, { main, ofKey }: Accounts): void {
	app.addHook('onRequest', async (request) => {
		const [given, other] = keysOf(request);
		const sandbox = ofKey(given ?? other) ?? main;
		Object.assign(request, { sandbox, logged: sandbox.log.record(request, sandbox.clock.now()) });
		sandbox.isUsed = true;
		requireKey(request);
	});
	app.addHook('preValidation', async (request, reply) => {
		if (request.routeOptions.config.asks) letTimePass(request);
		const answered = await meetTrouble(request, reply);
		request.sandbox.store.campaigns.sendAllDue();
		return answered ?? answerLikeAccount(request, reply);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { logged, fault, sandbox } = request;
		// Who was turned away at the door has not come to the service.
		if (logged === undefined) return payload;
		const isRefused = reply.statusCode >= 400;
		Object.assign(noteChange(logged), { isRefused, isFaulty: Boolean(fault) });
		const answer = await answerWithFault(request, reply, payload);
		const said = () =>
			sandbox.player
				? spokenLikeAccount(answer, request, reply)
				: speak(sandbox.settings.dialect, answer, reply);
		const spoken = fault === undefined ? said() : answer;
		reply.headers(safeHeaders);
		// Who has hung up gets no answer.
		if (!request.raw.socket?.destroyed) {
			sandbox.log.answered(logged, reply.statusCode, spoken, sandbox.apiKey);
		}
		return spoken;
	});
}

/** The service itself: what the specification shows, and the parts of it that are assumed. */
export function addService(app: App, accounts: Accounts, options: ServiceOptions): void {
	addHooks(app, accounts);
	addAccountRoutes(app);
	addSmsRoutes(app);
	void app.register(
		async (prefixed) => {
			addCampaignRoutes(prefixed);
			addContactRoutes(prefixed);
			addSuppressionRoutes(prefixed);
			addOtherRoutes(prefixed, options);
		},
		{ prefix: options.pathPrefix },
	);
	app.setNotFoundHandler(async (request) => {
		throw notFound(`The service has no ${request.method} ${pathOf(request)}`);
	});
}
