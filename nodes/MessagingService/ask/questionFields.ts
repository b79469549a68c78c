import type { INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { approvalOptions } from './approval';
import { choices } from './choices';
import { buttonLabel } from './freeText';
import { limitWaitTime } from './waitLimit';

const message = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. May we refund order 1042?',
	description:
		'Question to ask. The SMS ends with a link to the answer page, which takes about 160 characters. A question of up to 140 characters takes 2 SMS parts, or 5 with an emoji or a letter such as ą.',
} satisfies INodeProperties;

const responseType = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The person approves or declines by pressing a button on the page',
		},
		{
			name: 'Choices',
			value: 'choices',
			description: 'The person presses one of the buttons that you list',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The person writes an answer on the page',
		},
	],
	default: 'approval',
	description: 'How the person answers',
} satisfies INodeProperties;

/** What the node asks, and how the person answers. */
export const questionFields: INodeProperties[] = [message, responseType, approvalOptions, choices];

export const confirmationText = {
	displayName: 'Confirmation Text',
	name: 'confirmationText',
	type: 'string',
	default: 'Your answer was recorded. You can close this page.',
	placeholder: 'e.g. Thank you.',
	description: 'What the page shows after the answer',
} satisfies INodeProperties;

/** How long to wait, and what the page says, as entries of the options. */
export const pageOptions: INodeProperties[] = [
	limitWaitTime,
	group(
		{
			displayName: 'Answer Page',
			name: 'answerPage',
			description: 'Words on the page that the link in the SMS opens',
		},
		[
			{
				displayName: 'Title',
				name: 'title',
				type: 'string',
				default: '',
				placeholder: 'e.g. Refund of order 1042',
				description: 'Heading above the question',
			},
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. The customer wants the money back because the parcel came too late.',
				description:
					"Text on the page instead of 'Message'. It can be long, because only 'Message' is sent by SMS.",
			},
			buttonLabel,
			confirmationText,
		],
	),
];
