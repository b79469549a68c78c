import { Problem } from '../../errors/problem';
import {
	assumedBody,
	assumedOptions,
	recipient,
	sender,
	text,
	wordsField,
} from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, optionsWith, sendRequests } from '../../fields/requestFields';
import { messageLimits } from '../../limits/limitFields';
import {
	optionalAddress,
	optionalText,
	phoneNumber,
	requiredText,
	senderId,
} from '../../values/readers';
import { keepBack } from '../keepBack';
import { requestOperation } from '../declared';

const kept = keepBack(messageLimits, 'sendWindow');

export const operation = requestOperation({
	name: 'Send',
	value: 'send',
	action: 'Send Viber message',
	description: 'Send one Viber message to one phone number, with a picture or a button if you like',
	request: { method: 'POST', url: '{viberPath}' },
	effect: 'send',
	body: {
		to: phoneNumber,
		from: senderId,
		text: requiredText,
		imageUrl: optionalAddress,
		buttonText: optionalText,
		buttonUrl: optionalAddress,
	},
	complete: (request) => {
		const { buttonText, buttonUrl } = request.body ?? {};
		if ((buttonText === undefined) === (buttonUrl === undefined)) return request;
		throw new Problem(
			'The button has a text or an address, but not both',
			"Fill in both 'Button Text' and 'Button URL', or neither.",
		);
	},
	...kept.steps,
	fields: [
		...assumedBody([
			recipient,
			sender,
			{ ...text, description: 'Message to send' },
			wordsField('Image URL', 'imageUrl', {
				placeholder: 'e.g. https://example.com/picture.png',
				description: 'Web address of a picture to show',
			}),
			wordsField('Button Text', 'buttonText', {
				placeholder: 'e.g. Track the order',
				description: 'Label of the button',
			}),
			wordsField('Button URL', 'buttonUrl', {
				placeholder: 'e.g. https://example.com/orders/1001',
				description: 'Web address that the button opens',
			}),
		]),
		optionsWith([
			...assumedOptions([defaultCountry, ...kept.options, bodyFields('validity', '24')]),
			sendRequests,
		]),
	],
});
