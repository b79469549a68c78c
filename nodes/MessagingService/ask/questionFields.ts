import type { INodeProperties } from 'n8n-workflow';

import { menuField, wordsField } from '../fields/common';
import { collection, group } from '../fields/group';
import { limitWaitTime } from './waitLimit';

const message = wordsField('Message', 'message', {
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. May we refund order 1042?',
	description:
		'Question to ask. The SMS ends with a link to the answer page, which takes about 160 characters. A question of up to 140 characters takes 2 SMS parts, or 5 with an emoji or a letter such as ą.',
});

const responseType = menuField('Response Type', 'responseType', {
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
});

const BY_DEFAULT = 'If it is empty, the page says';
const IN_LANGUAGE = " in the reader's language.";

export const approveLabel = wordsField('Approve Button Label', 'approveLabel', {
	placeholder: 'e.g. Approve',
	description: "If empty, Approve in the reader's language",
});

export const disapproveLabel = wordsField('Disapprove Button Label', 'disapproveLabel', {
	displayOptions: { show: { approvalType: ['double'] } },
	placeholder: 'e.g. Decline',
	description: "If empty, Decline in the reader's language",
});

/** In the shape of n8n's own nodes, so that n8n's human review step has it too. */
const approvalOptions = collection(['Approval Options', 'approvalOptions'], ['Values', 'values'], {
	displayOptions: { show: { responseType: ['approval'] } },
	placeholder: 'Add option',
	values: [
		menuField('Type of Approval', 'approvalType', {
			options: [
				{ name: 'Approve and Disapprove', value: 'double' },
				{ name: 'Approve Only', value: 'single' },
			],
			default: 'double',
			description: 'Which buttons to show on the page',
		}),
		approveLabel,
		disapproveLabel,
	],
});

export const FEWEST_CHOICES = 2;
export const MOST_CHOICES = 10;

const choices = collection(['Choices', 'choices'], ['Choice', 'values'], {
	displayOptions: { show: { responseType: ['choices'] } },
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: MOST_CHOICES },
	placeholder: 'Add Choice',
	default: { values: [{ choice: '' }, { choice: '' }] },
	description: `Buttons on the page. Add ${FEWEST_CHOICES} to ${MOST_CHOICES}, each with its own label.`,
	values: [
		// Not required: n8n would ask for it too where Response Type is an expression, whatever that gives.
		wordsField('Choice', 'choice', {
			placeholder: 'e.g. Confirm',
			description:
				'Label of the button, which is also the answer that the node returns. If an expression returns a list, each entry becomes a button.',
		}),
	],
});

export const questionFields: INodeProperties[] = [message, responseType, approvalOptions, choices];

export const pageOptions: INodeProperties[] = [
	limitWaitTime,
	group('Answer Page', 'answerPage', {
		description: 'Words on the page that the link in the SMS opens',
		fields: [
			wordsField('Title', 'title', {
				placeholder: 'e.g. Refund of order 1042',
				description: `Heading above the question. ${BY_DEFAULT} that an approval or answer is needed${IN_LANGUAGE}`,
			}),
			wordsField('Text', 'text', {
				typeOptions: { rows: 4 },
				placeholder: 'e.g. The customer wants the money back because the parcel came too late.',
				description:
					"Text on the page instead of 'Message'. It can be long, because only 'Message' is sent by SMS.",
			}),
			wordsField('Button Label', 'buttonLabel', {
				displayOptions: { show: { '/responseType': ['freeText'] } },
				placeholder: 'e.g. Send answer',
				description: `Label of the button below the answer. ${BY_DEFAULT} Send answer${IN_LANGUAGE}`,
			}),
			wordsField('Confirmation Text', 'confirmationText', {
				placeholder: 'e.g. Your answer was saved.',
				description: `What the page shows below the answer. ${BY_DEFAULT} that it was saved${IN_LANGUAGE}`,
			}),
		],
	}),
];
