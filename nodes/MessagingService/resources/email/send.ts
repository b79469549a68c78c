import { Problem } from '../../errors/problem';
import {
	assumedBody,
	assumedOptions,
	peopleField,
	textField,
	wordsField,
} from '../../fields/common';
import { bodyFields, optionsWith, sendRequests } from '../../fields/requestFields';
import { emailLimits } from '../../limits/limitFields';
import { emailAddress, emailAddresses } from '../../values/emailAddresses';
import { lineOfText, optionalText } from '../../values/readers';
import { keepBack } from '../keepBack';
import { requestOperation } from '../declared';

const kept = keepBack(emailLimits, 'sendWindow');

export const operation = requestOperation({
	name: 'Send',
	value: 'send',
	action: 'Send email',
	description: 'Send an email as plain text, HTML, or both',
	request: { method: 'POST', url: '{emailPath}' },
	effect: 'send',
	body: {
		to: emailAddresses,
		from: emailAddress,
		subject: lineOfText,
		text: optionalText,
		html: optionalText,
	},
	complete: (request) => {
		const { text, html } = request.body ?? {};
		if (text !== undefined || html !== undefined) return request;
		throw new Problem("The email has neither 'Text' nor 'HTML'", 'Fill in one of them, or both.');
	},
	...kept.steps,
	fields: [
		...assumedBody([
			peopleField('To', 'to', {
				required: true,
				placeholder: 'e.g. ada@example.com',
				description:
					'Email address of the recipient, with or without a name. Separate several with commas.',
			}),
			textField('From', 'from', {
				required: true,
				placeholder: 'e.g. hello@example.com',
				description: 'Email address of the sender, with or without a name',
			}),
			wordsField('Subject', 'subject', {
				required: true,
				placeholder: 'e.g. Your order',
				description: 'Subject line that the recipient sees',
			}),
			wordsField('Text', 'text', {
				typeOptions: { rows: 4 },
				placeholder: 'e.g. Your order is on its way',
				description: "Plain-text version. Enter 'Text', 'HTML', or both.",
			}),
			wordsField('HTML', 'html', {
				typeOptions: { rows: 6 },
				placeholder: 'e.g. <p>Your order is on its way</p>',
				description: "HTML version. Enter 'Text', 'HTML', or both.",
			}),
		]),
		optionsWith([
			...assumedOptions([...kept.options, bodyFields('replyTo', 'help@example.com')]),
			sendRequests,
		]),
	],
});
