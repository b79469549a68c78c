import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import { fastify } from 'fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { createAccounts, rule } from './account/accounts.ts';
import type { Accounts } from './account/accounts.ts';
import { noteChange } from './changes.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { validationOptions, validationRefusal } from './contract/validation.ts';
import type { App } from './contract/typed.ts';
import { Refusal, errorBody, invalid, refusalFor } from './traffic/refusal.ts';
import type { Recording } from './like/recording.ts';
import { addCheckRoutes } from './routes/check.ts';
import type { CheckAddress } from './routes/check.ts';
import { addControlRoutes } from './routes/control.ts';
import { addInspectionRoutes } from './routes/inspection.ts';
import { addPageRoutes } from './routes/page.ts';
import { addService } from './service.ts';
import type { ServiceOptions } from './service.ts';
import { jsonFrom } from './stranger.ts';
import { askForToken, safeHeaders, turnAwayWebsites } from './account/visitors.ts';
import type { Visitors } from './account/visitors.ts';

export { createClock } from './clock.ts';
export type { Clock } from './clock.ts';

declare module 'fastify' {
	interface FastifyInstance {
		accounts: Accounts;
	}
}

export interface SandboxOptions extends Visitors, Partial<ServiceOptions> {
	apiKey?: string;
	clock?: Clock;
	newId?: () => string;
	/** An account to answer like. */
	like?: Recording;
	/** What plays workflows for the page. */
	check?: CheckAddress;
}

async function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
	// A POST that needs no body, such as a cancellation, may come with an empty one.
	if (text === '') return undefined;
	const { logged, routeOptions, sandbox } = request;
	let body: unknown = text;
	try {
		body = jsonFrom(text, routeOptions.config);
	} finally {
		const shown = typeof body === 'string' ? text : body;
		if (logged !== undefined) sandbox.log.received(logged, shown, text.length);
	}
	return body;
}

/** The account that a control or the page is about: the one that its address names, or that of the sandbox's own key. */
function accountOf({ main, named }: Accounts, { query, method }: FastifyRequest) {
	const { account: name } = query as Record<string, unknown>;
	const account = name === undefined ? main : named(String(name));
	if (!account) throw invalid(rule);
	if (method !== 'GET') account.isUsed = true;
	return account;
}

const description = `What the local sandbox takes and answers.

**x-assumed** of an operation: whether the specification of the service leaves open its path or what it takes. Of a schema:
it does not show this answer. The names, shapes and rules there are the sandbox's own.

Every request has the header Accept, which allows application/json. OpenAPI has no place for it beside the types of the answers.`;

/** Describes the service's operations, of which the contract has the schemas, in OpenAPI. */
async function addOpenApi(app: App): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: { title: 'Messaging Service sandbox', version: '1', description },
			components: {
				securitySchemes: {
					header: { type: 'apiKey', in: 'header', name: 'X-ApiKey' },
					query: { type: 'apiKey', in: 'query', name: 'X-ApiKey' },
				},
			},
		},
		// The page and the controls are no part of the service.
		hideUntagged: true,
		transform: ({ schema, url, route }) => ({
			schema: { ...schema, security: [{ [route.method === 'GET' ? 'query' : 'header']: [] }] },
			url,
		}),
	});
}

/** What Fastify made of the schemas for the first sandbox of the process; the next ones have the same. */
let compiler: App['validatorCompiler'];

/** The local Messaging Service, ready to listen or to be injected into; it never listens itself. */
export async function buildApp(options: SandboxOptions = {}): Promise<App> {
	const { apiKey = 'sandbox-key', clock = createClock(), newId = randomUUID, token } = options;
	const { pathPrefix = '', emailPath = '/email', viberPath = '/viber' } = options;
	const accounts = createAccounts(apiKey, clock, newId, options.like);
	const app: App = fastify({
		ajv: { customOptions: validationOptions },
		bodyLimit: 10 * 1024 * 1024,
		exposeHeadRoutes: false,
		// Requests that are never answered must not keep the server from closing.
		forceCloseConnections: true,
		frameworkErrors: (error, _request: unknown, reply: FastifyReply) => {
			reply.code(400).headers(safeHeaders);
			void reply.send(errorBody('invalid_request', `The address is wrong: ${error.message}`));
		},
	});

	app.decorate('accounts', accounts);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parseJson);
	// The schemas of answers describe them; they do not cut them.
	app.setSerializerCompiler(() => JSON.stringify);
	if (compiler) app.setValidatorCompiler(compiler);
	app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
		const isUnfit = 'validation' in error && error.validation;
		const refusal = isUnfit
			? validationRefusal(error.validation, request.body)
			: refusalFor(error, request.routeOptions.bodyLimit);
		const { status, code, message } = refusal;
		return await reply.code(status).send(errorBody(code, message));
	});

	app.addHook('onRequest', turnAwayWebsites(options));
	await addOpenApi(app);
	await app.register(async (service) => {
		addService(service, accounts, { pathPrefix, emailPath, viberPath });
		service.addHook('onReady', async () => void (compiler ??= service.validatorCompiler));
	});
	await app.register(async (control) => {
		if (token !== undefined) control.addHook('onRequest', askForToken(token));
		control.addHook('onRequest', async (request) => {
			request.sandbox = accountOf(accounts, request);
			request.sandbox.store.campaigns.sendAllDue();
		});
		control.addHook('onSend', async ({ method }) => {
			if (method !== 'GET') noteChange({});
		});
		addControlRoutes(control);
		addInspectionRoutes(control);
		addCheckRoutes(control, options.check);
		addPageRoutes(control, accounts, Boolean(options.check));
	});
	await app.ready();
	return app;
}
