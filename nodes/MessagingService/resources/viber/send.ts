import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBody } from '../../shared/bodies';
import { recipient, sender, text } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { optionsForSending } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { requirePath } from '../../shared/paths';
import { Problem } from '../../shared/problems';
import { optionalText, phoneNumber, requiredText } from '../../shared/values';

export const option = {
	name: 'Send',
	value: 'send',
	action: 'Send a Viber message',
	description: 'Send one Viber message to one phone number',
	routing: {
		request: { method: 'POST', url: '={{ $credentials.viberPath }}' },
		send: {
			preSend: [
				requirePath('Viber Path'),
				sendBody(
					{
						to: phoneNumber,
						from: requiredText,
						text: requiredText,
						imageUrl: optionalText,
						buttonText: optionalText,
						buttonUrl: optionalText,
					},
					checkButton,
				),
			],
		},
	},
} satisfies INodePropertyOptions;

function checkButton({ buttonText, buttonUrl }: IDataObject): void {
	if ((buttonText === undefined) === (buttonUrl === undefined)) return;
	throw new Problem(
		'The button has a text or an address, but not both',
		'Fill in Button Text and Button URL, or neither.',
	);
}

export const fields: INodeProperties[] = forOperation('viber', 'send', [
	...assumedBody([
		recipient,
		sender,
		{ ...text, description: 'The message' },
		{
			displayName: 'Image URL',
			name: 'imageUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.png',
			description: 'Address of a picture to show',
		},
		{
			displayName: 'Button Text',
			name: 'buttonText',
			type: 'string',
			default: '',
			placeholder: 'e.g. Track the order',
			description: 'What stands on the button',
		},
		{
			displayName: 'Button URL',
			name: 'buttonUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/orders/1001',
			description: 'Address that the button opens',
		},
	]),
	optionsForSending(assumedOptions([bodyFields('validity', '24')])),
]);
