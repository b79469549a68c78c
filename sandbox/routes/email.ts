import type { FastifyInstance } from 'fastify';
import { invalid } from '../refusal.ts';
import type { Store } from '../store.ts';
import { optionalText, requireEmailAddress, requireObject, requireText } from '../validation.ts';

export function addEmailRoute(app: FastifyInstance, store: Store, path: string): void {
	app.post(path, async (request) => {
		const fields = requireObject(request.body);
		const to = requireEmailAddress(fields, 'to', 100);
		const from = requireEmailAddress(fields, 'from');
		requireText(fields, 'subject');
		const text = optionalText(fields, 'text') || optionalText(fields, 'html');
		if (!text) throw invalid('text or html must be a string that is not blank; both are missing');
		const [{ messageId, sentAt }] = store.send([
			{ channel: 'email', to, from, parts: [text], fields },
		]);
		return { messageId, sent: new Date(sentAt).toISOString() };
	});
}
