import type { FastifyReply, FastifyRequest } from 'fastify';
import { report, sent, sentTo } from '../contract/answers.ts';
import { asking, assumed, assumedOperation, operation, sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import {
	anyText,
	batch,
	emailAddress,
	emailAddresses,
	list,
	messageId,
	object,
	phoneNumber,
	smsText,
	text,
	time,
	webAddress,
} from '../contract/values.ts';
import { failWith } from '../traffic/faults.ts';
import { deliveryReport, sendResponse } from '../messages/messages.ts';
import type { Outgoing } from '../messages/messages.ts';
import { notFound } from '../traffic/refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { cutIntoParts } from '../messages/smsParts.ts';
import { specialRecipients } from '../messages/specialRecipients.ts';

const sms = object({ to: phoneNumber, from: text, text: smsText });
const byId = object({ messageId });
const sentWhole = object({ messageId, sent: time });

const send = operation('SMS', 'Send an SMS', { body: sms, answer: sent });
const sendBulk = assumedOperation('SMS', 'Send several SMS; one wrong entry refuses all of them', {
	body: batch(sms),
	answer: list(sentTo),
});
const getReport = operation('SMS', 'The delivery report of a message', {
	body: byId,
	answer: report,
});
const getReportByQuery = operation('SMS', 'The same, with the key in the address', {
	querystring: byId,
	answer: assumed(report),
});
const sendEmail = assumedOperation('Email', 'Send an email', {
	body: {
		...object(
			{ to: emailAddresses, from: emailAddress, subject: text },
			{ text: anyText, html: anyText },
		),
		anyOf: [object({ text }), object({ html: text })],
	},
	answer: sentWhole,
});
const sendViber = assumedOperation('Viber', 'Send a Viber message', {
	body: object(
		{ to: phoneNumber, from: text, text },
		{ imageUrl: webAddress, buttonText: anyText, buttonUrl: webAddress },
	),
	answer: sentWhole,
});

function outgoing(fields: { to: string; from: string; text: string }): Outgoing {
	const { to, from, text } = fields;
	return { channel: 'sms', to, from, parts: cutIntoParts(text), fields };
}

/** Has a request fail because of its recipients; the first special one decides. */
async function preHandler(request: FastifyRequest, reply: FastifyReply) {
	const recipients = [request.body as { to: string }].flat().map(({ to }) => to);
	const special = recipients.find((to) => to.slice(-4) in specialRecipients);
	return special && failWith(specialRecipients[special.slice(-4)], request, reply);
}

export function addSmsRoutes(app: App): void {
	function reportOf(messageId: string, sandbox: Sandbox) {
		const message = sandbox.store.messages.get(messageId);
		if (!message || message.channel === 'email') {
			throw notFound(`There is no SMS or Viber message with messageId ${messageId}`);
		}
		return deliveryReport(message, sandbox.clock.now());
	}

	app.post('/v1/sms/single', { schema: send, ...sending, preHandler }, async (request) => {
		const { body, logged, sandbox } = request;
		const [message] = sandbox.store.send([outgoing(body)], logged);
		return sendResponse(message);
	});
	app.post('/v1/sms/bulk', { schema: sendBulk, ...sending, preHandler }, async (request) => {
		const { body, logged, sandbox } = request;
		const messages = sandbox.store.send(body.map(outgoing), logged);
		return messages.map((message) => ({ ...sendResponse(message), to: message.to }));
	});
	app.post('/v1/sms/report', { schema: getReport, ...asking }, async ({ body, sandbox }) =>
		reportOf(body.messageId, sandbox),
	);
	app.get('/v1/sms/report', { schema: getReportByQuery, ...asking }, async ({ query, sandbox }) =>
		reportOf(query.messageId, sandbox),
	);
}

/** Email and Viber, whose paths nobody knows. */
export function addOtherRoutes(app: App, paths: { emailPath: string; viberPath: string }): void {
	function sendInOnePart(
		channel: 'email' | 'viber',
		fields: { to: string; from: string; text?: string; html?: string },
		{ logged, sandbox }: Pick<FastifyRequest, 'logged' | 'sandbox'>,
	) {
		const { to, from, text, html } = fields;
		const parts = [text || html || ''];
		const [message] = sandbox.store.send([{ channel, to, from, parts, fields }], logged);
		return { ...sendResponse(message), partIds: undefined };
	}

	app.post(paths.emailPath, { schema: sendEmail, ...sending }, async (request) =>
		sendInOnePart('email', request.body, request),
	);
	const schema = sendViber;
	app.post(paths.viberPath, { schema, ...sending, preHandler }, async (request) =>
		sendInOnePart('viber', request.body, request),
	);
}
