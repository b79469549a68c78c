import type { FastifyInstance } from 'fastify';
import { failWith } from '../faults.ts';
import { faultForRecipients } from '../specialRecipients.ts';
import type { Store } from '../store.ts';
import {
	optionalText,
	optionalWebAddress,
	requireObject,
	requirePhoneNumber,
	requireText,
} from '../validation.ts';

export function addViberRoute(app: FastifyInstance, store: Store, path: string): void {
	app.post(path, async (request, reply) => {
		const fields = requireObject(request.body);
		const to = requirePhoneNumber(fields, 'to');
		const from = requireText(fields, 'from');
		const text = requireText(fields, 'text');
		optionalWebAddress(fields, 'imageUrl');
		optionalText(fields, 'buttonText');
		optionalWebAddress(fields, 'buttonUrl');
		const fault = faultForRecipients([to]);
		if (fault !== undefined) return failWith(fault, request, reply);
		const [{ messageId, sentAt }] = store.send([
			{ channel: 'viber', to, from, parts: [text], fields },
		]);
		return { messageId, sent: new Date(sentAt).toISOString() };
	});
}
