import { sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import * as viber from '../contract/viber.ts';
import { failWith } from '../faults.ts';
import { faultForRecipients } from '../specialRecipients.ts';
import type { Store } from '../store.ts';

export function addViberRoute(app: App, store: Store, path: string): void {
	app.post(path, { schema: viber.send, ...sending }, async (request, reply) => {
		const { to, from, text } = request.body;
		const fault = faultForRecipients([to]);
		if (fault !== undefined) return failWith(fault, request, reply);
		const [{ messageId, sentAt }] = store.send(
			[{ channel: 'viber', to, from, parts: [text], fields: request.body }],
			request.logged,
		);
		return { messageId, sent: new Date(sentAt).toISOString() };
	});
}
