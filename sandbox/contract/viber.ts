import { sentWhole } from './messages.ts';
import { assumed, operation } from './operation.ts';
import { anyText, object, phoneNumber, text, webAddress } from './values.ts';

export const send = operation('Viber', 'Send a Viber message', {
	assumed: true,
	body: object(
		{ to: phoneNumber, from: text, text },
		{ imageUrl: webAddress, buttonText: anyText, buttonUrl: webAddress },
	),
	answer: assumed(sentWhole),
});
