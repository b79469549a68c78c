import { report, sent, sentTo } from './messages.ts';
import { assumed, operation } from './operation.ts';
import { batch, list, messageId, object, phoneNumber, smsText, text } from './values.ts';

const sendRequest = object({ to: phoneNumber, from: text, text: smsText });
const reportRequest = object({ messageId });

export const send = operation('SMS', 'Send an SMS', { body: sendRequest, answer: sent });

export const sendBulk = operation('SMS', 'Send several SMS; one wrong entry refuses all of them', {
	assumed: true,
	body: batch(sendRequest),
	answer: assumed(list(sentTo)),
});

export const getReport = operation('SMS', 'The delivery report of a message', {
	body: reportRequest,
	answer: report,
});

export const getReportByQuery = operation('SMS', 'The same, with the key in the address', {
	querystring: reportRequest,
	answer: assumed(report),
});
