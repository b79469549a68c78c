import type { FastifyInstance } from 'fastify';
import type { Store } from '../store.ts';
import { optionalText, requireObject, requirePhoneNumber } from '../validation.ts';

export function addSuppressionRoutes(app: FastifyInstance, { suppression }: Store): void {
	app.post('/suppression', async (request) => {
		const fields = requireObject(request.body);
		const phoneNumber = requirePhoneNumber(fields, 'phoneNumber');
		return suppression.add(phoneNumber, optionalText(fields, 'reason'));
	});

	app.get('/suppression', async () => suppression.all());
}
