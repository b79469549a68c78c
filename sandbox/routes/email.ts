import * as email from '../contract/email.ts';
import { sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import type { Store } from '../store.ts';

export function addEmailRoute(app: App, store: Store, path: string): void {
	app.post(path, { schema: email.send, ...sending }, async ({ body, logged }) => {
		const { to, from, text, html } = body;
		const [{ messageId, sentAt }] = store.send(
			[{ channel: 'email', to, from, parts: [text || html || ''], fields: body }],
			logged,
		);
		return { messageId, sent: new Date(sentAt).toISOString() };
	});
}
