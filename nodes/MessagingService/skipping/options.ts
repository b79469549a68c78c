import type { INodeProperties } from 'n8n-workflow';

import { group } from '../fields/group';
import { hiddenFromTools } from '../fields/hiddenFromTools';

/** An entry of the options: each number gets one message in a run. */
export const skipDuplicates = {
	displayName: 'Skip Duplicates',
	name: 'skipDuplicates',
	type: 'boolean',
	displayOptions: hiddenFromTools,
	default: true,
	description:
		'Whether to send to each phone number once only. Further items with the same number come out marked duplicate.',
} satisfies INodeProperties;

/** An entry of the options: nobody on the suppression list gets a message. */
export const skipSuppressed: INodeProperties = group(
	{
		displayName: 'Skip Suppressed',
		name: 'skipSuppressed',
		description:
			'Reads the suppression list first, and does not send to the numbers on it. Their items come out marked suppressed. If the list cannot be read, nothing is sent.',
	},
	[
		{
			displayName: 'Phone Number Field',
			name: 'field',
			type: 'string',
			default: '',
			placeholder: 'e.g. phoneNumber',
			description:
				'The field of the suppression list that holds the phone number. The service does not publish it. Leave empty to find it by its content.',
		},
	],
);
