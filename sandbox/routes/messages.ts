import * as sms from '../contract/sms.ts';
import { sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import { failWith } from '../faults.ts';
import { deliveryReport, sendResponse } from '../messages.ts';
import type { Outgoing } from '../messages.ts';
import { notFound } from '../refusal.ts';
import { cutIntoParts } from '../smsParts.ts';
import { faultForRecipients } from '../specialRecipients.ts';
import type { Store } from '../store.ts';

function outgoing(fields: { to: string; from: string; text: string }): Outgoing {
	const { to, from, text } = fields;
	return { channel: 'sms', to, from, parts: cutIntoParts(text), fields };
}

export function addSmsRoutes(app: App, store: Store): void {
	function report(messageId: string) {
		const message = store.messages.get(messageId);
		if (!message || message.channel === 'email') {
			throw notFound(`There is no SMS or Viber message with messageId ${messageId}`);
		}
		return deliveryReport(message, store.clock.now());
	}

	app.post('/v1/sms/single', { schema: sms.send, ...sending }, async (request, reply) => {
		const fault = faultForRecipients([request.body.to]);
		if (fault !== undefined) return failWith(fault, request, reply);
		const [message] = store.send([outgoing(request.body)], request.logged);
		return sendResponse(message);
	});

	app.post('/v1/sms/bulk', { schema: sms.sendBulk, ...sending }, async (request, reply) => {
		const fault = faultForRecipients(request.body.map(({ to }) => to));
		if (fault !== undefined) return failWith(fault, request, reply);
		const messages = store.send(request.body.map(outgoing), request.logged);
		return messages.map((message) => ({ ...sendResponse(message), to: message.to }));
	});

	app.post('/v1/sms/report', { schema: sms.getReport }, async ({ body }) => report(body.messageId));
	app.get('/v1/sms/report', { schema: sms.getReportByQuery }, async ({ query }) =>
		report(query.messageId),
	);
}
