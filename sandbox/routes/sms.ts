import type { FastifyInstance } from 'fastify';
import { numericId } from '../dialect.ts';
import { failWith } from '../faults.ts';
import { deliveryReport, sendResponse } from '../messages.ts';
import { notFound } from '../refusal.ts';
import { cutIntoParts } from '../smsParts.ts';
import { faultForRecipients } from '../specialRecipients.ts';
import type { Outgoing, Store } from '../store.ts';
import {
	requireBatch,
	requireMessageId,
	requireObject,
	requirePhoneNumber,
	requireSmsText,
	requireText,
} from '../validation.ts';
import type { Fields } from '../validation.ts';

function readSendRequest(body: unknown, at?: string): Outgoing {
	const fields = requireObject(body, at);
	const to = requirePhoneNumber(fields, 'to', at);
	const from = requireText(fields, 'from', at);
	const text = requireSmsText(fields, 'text', at);
	return { channel: 'sms', to, from, parts: cutIntoParts(text), fields };
}

export function addSmsRoutes(app: FastifyInstance, store: Store): void {
	function report(source: Fields) {
		const messageId = requireMessageId(source, numericId);
		const message = store.messages.get(messageId);
		if (!message || message.channel === 'email') {
			throw notFound(`There is no SMS or Viber message with messageId ${messageId}`);
		}
		return deliveryReport(message, store.clock.now());
	}

	app.post('/v1/sms/single', async (request, reply) => {
		const outgoing = readSendRequest(request.body);
		const fault = faultForRecipients([outgoing.to]);
		if (fault !== undefined) return failWith(fault, request, reply);
		const [message] = store.send([outgoing]);
		return sendResponse(message);
	});

	// The shape of this one is assumed; the whole batch is valid or nothing of it is sent.
	app.post('/v1/sms/bulk', async (request, reply) => {
		const batch = requireBatch(request.body).map((entry, index) =>
			readSendRequest(entry, `[${index}]`),
		);
		const fault = faultForRecipients(batch.map(({ to }) => to));
		if (fault !== undefined) return failWith(fault, request, reply);
		return store.send(batch).map((message) => ({ ...sendResponse(message), to: message.to }));
	});

	app.post('/v1/sms/report', async (request) => report(requireObject(request.body)));
	app.get('/v1/sms/report', async (request) => report(request.query as Fields));
}
