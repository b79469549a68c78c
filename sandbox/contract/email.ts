import { sentWhole } from './messages.ts';
import { assumed, operation } from './operation.ts';
import { anyText, emailAddress, emailAddresses, object, text } from './values.ts';

export const send = operation('Email', 'Send an email', {
	assumed: true,
	body: {
		...object(
			{ to: emailAddresses, from: emailAddress, subject: text },
			{ text: anyText, html: anyText },
		),
		anyOf: [object({ text }), object({ html: text })],
	},
	answer: assumed(sentWhole),
});
