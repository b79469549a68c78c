import type { INodeProperties } from 'n8n-workflow';

import { group, hiddenFromTools } from '../fields/group';

/** An entry of the options: each number gets one message in a run. */
export const skipDuplicates = {
	displayName: 'Skip Duplicates',
	name: 'skipDuplicates',
	type: 'boolean',
	displayOptions: hiddenFromTools,
	default: true,
	description:
		'Whether to send to each phone number only once. Other items with the same number are marked duplicate.',
} satisfies INodeProperties;

/** An entry of the options: nobody on the suppression list gets a message. */
export const skipSuppressed: INodeProperties = group(
	{
		displayName: 'Skip Suppressed',
		name: 'skipSuppressed',
		description:
			"Reads the suppression list first and doesn't send to the numbers on it. Their items are marked suppressed. If the list can't be read, nothing is sent.",
	},
	[
		{
			displayName: 'List Field',
			name: 'listField',
			type: 'string',
			default: '',
			placeholder: 'e.g. msisdn',
			hint: 'Leave empty to find it',
			description:
				"Name of the field that holds the phone numbers in the suppression list. The service doesn't document it. The node finds one that's called like a phone number.",
		},
	],
);
