import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

const description = `What the local sandbox takes and answers.

**x-assumed** of an operation: whether the specification of the service leaves open its path or what it takes. Of a schema:
it does not show this answer. The names, shapes and rules there are the sandbox's own.

Every request has the header Accept, which allows application/json. OpenAPI has no place for it beside the types of the answers.`;

/** Describes the service's operations, of which the contract has the schemas, in OpenAPI. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
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
