import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField } from './common';
import { optionsWith, pairs } from './requestFields';

/** The fields of each list. The node cuts it, because the specification doesn't show how lists page. */
export const listFields: INodeProperties[] = [
	switchField('Return All', 'returnAll', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	numberField('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	}),
	optionsWith([
		pairs('Query Parameters', 'queryParameters', {
			description: 'Additional parameters to send, under the names that the service uses',
			entry: 'Parameter',
			example: ['page', '2'],
		}),
	]),
];
