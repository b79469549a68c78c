import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { noteChange } from './changes.ts';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { addOpenApi } from './contract/openApi.ts';
import { validationOptions, validationRefusal } from './contract/validation.ts';
import type { App } from './contract/typed.ts';
import { Refusal, errorBody, refusalFor } from './refusal.ts';
import type { Recording } from './like/recording.ts';
import { addCheckRoutes } from './routes/check.ts';
import type { CheckAddress } from './routes/check.ts';
import { addControlRoutes } from './routes/control.ts';
import { addInspectionRoutes } from './routes/inspection.ts';
import { addPageRoutes } from './routes/page.ts';
import { createSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { addService } from './service.ts';
import type { ServiceOptions } from './service.ts';
import { jsonFrom } from './stranger.ts';
import { askForToken, safeHeaders, turnAwayWebsites } from './visitors.ts';
import type { Visitors } from './visitors.ts';

export { createClock } from './clock.ts';
export type { Clock } from './clock.ts';

declare module 'fastify' {
	interface FastifyInstance {
		sandbox: Sandbox;
	}
}

export interface SandboxOptions extends Visitors, Partial<ServiceOptions> {
	clock?: Clock;
	newId?: () => string;
	/** An account to answer like. */
	like?: Recording;
	check?: CheckAddress;
}

const jsonParser =
	(sandbox: Sandbox) =>
	async ({ logged, routeOptions }: FastifyRequest, text: string): Promise<unknown> => {
		// A POST that needs no body, such as a cancellation, may come with an empty one.
		if (text === '') return undefined;
		let body: unknown = text;
		try {
			body = jsonFrom(text, routeOptions.config);
		} finally {
			const shown = typeof body === 'string' ? text : body;
			if (logged !== undefined) sandbox.log.received(logged, shown, text.length);
		}
		return body;
	};

/** The local Messaging Service, ready to listen or to be injected into; it never listens itself. */
export async function buildApp(options: SandboxOptions = {}): Promise<App> {
	const { apiKey = 'sandbox-key', clock = createClock(), newId = randomUUID, token } = options;
	const { pathPrefix = '', emailPath = '/email', viberPath = '/viber' } = options;
	const sandbox = createSandbox(clock, newId, options.like);
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

	app.decorate('sandbox', sandbox);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, jsonParser(sandbox));
	// The schemas of answers describe them; they do not cut them.
	app.setSerializerCompiler(() => JSON.stringify);
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
		addService(service, sandbox, { apiKey, pathPrefix, emailPath, viberPath });
	});
	await app.register(async (control) => {
		if (token !== undefined) control.addHook('onRequest', askForToken(token));
		control.addHook('onSend', async ({ method }) => {
			if (method !== 'GET') noteChange({});
		});
		addControlRoutes(control, sandbox);
		addInspectionRoutes(control, sandbox, apiKey);
		addCheckRoutes(control, options.check);
		addPageRoutes(control, sandbox);
	});
	await app.ready();
	return app;
}
