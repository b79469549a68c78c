import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from './options';
import { pairs } from './pairs';

/** The fields of each list. We cut it ourselves, since the specification does not show how lists page. */
export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
	optionsWith([
		pairs({
			displayName: 'Query Parameters',
			name: 'queryParameters',
			entry: 'Parameter',
			example: ['page', '2'],
			description: 'Additional parameters to send, under the names that the service uses',
		}),
	]),
];
