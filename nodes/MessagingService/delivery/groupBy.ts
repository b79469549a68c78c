import type { INodeProperties } from 'n8n-workflow';

import { oneOf } from '../values/optionReaders';
import type { Grouping } from './groups';

/** Which messages are counted together. */
export const groupBy = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'options',
	options: [
		{
			name: 'Country Code',
			value: 'countryCode',
			description: 'One item for each country code that the phone numbers begin with',
		},
		{
			name: 'Error Code',
			value: 'errorCode',
			description: 'One item for each error code. A message counts under its first one.',
		},
		{
			name: 'Everything',
			value: 'everything',
			description: 'One item for all messages together',
		},
		{
			name: 'Message',
			value: 'message',
			description: 'One item for each message',
		},
	],
	default: 'message',
	description: 'Which messages to count together',
} satisfies INodeProperties;

/** @throws Problem if an expression gave something else than one of the values */
export function readGrouping(given: unknown): Grouping | 'message' {
	const values = ['countryCode', 'errorCode', 'everything', 'message'] as const;
	return oneOf(given ?? groupBy.default, `'${groupBy.displayName}'`, values);
}
