import type { INodeProperties } from 'n8n-workflow';

/** What the page says, each with what it says unless the user gives other words. */
export const approveLabel = {
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	type: 'string',
	default: 'Approve',
	placeholder: 'e.g. Approve',
} satisfies INodeProperties;

export const disapproveLabel = {
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	type: 'string',
	displayOptions: { show: { approvalType: ['double'] } },
	default: 'Decline',
	placeholder: 'e.g. Decline',
} satisfies INodeProperties;

export const buttonLabel = {
	displayName: 'Button Label',
	name: 'buttonLabel',
	type: 'string',
	displayOptions: { show: { '/responseType': ['freeText'] } },
	default: 'Send answer',
	placeholder: 'e.g. Send answer',
	description: 'Label of the button below the answer',
} satisfies INodeProperties;

export const confirmationText = {
	displayName: 'Confirmation Text',
	name: 'confirmationText',
	type: 'string',
	default: 'Your answer was recorded. You can close this page.',
	placeholder: 'e.g. Thank you.',
	description: 'What the page shows after the answer',
} satisfies INodeProperties;
