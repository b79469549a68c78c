import type { FastifyInstance } from 'fastify';
import type { Store } from '../store.ts';

export function addAccountRoutes(app: FastifyInstance, { balance }: Store): void {
	app.get('/v1/Common/balance', async () => balance.entries());
}
