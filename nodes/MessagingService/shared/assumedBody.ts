import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from './options';

const specifyBody = {
	displayName: 'Specify Body',
	name: 'specifyBody',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Using Fields Below',
			value: 'fields',
			description: 'Field names are assumed: the service does not publish them for this operation',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'Send exactly this JSON',
		},
	],
	default: 'fields',
	description: 'How to give what is sent to the service',
} satisfies INodeProperties;

const jsonBody = {
	displayName: 'JSON Body',
	name: 'jsonBody',
	type: 'json',
	typeOptions: { rows: 6 },
	displayOptions: { show: { specifyBody: ['json'] } },
	default: '{}',
	description: 'Sent to the service as it stands here',
} satisfies INodeProperties;

/**
 * Fields for a payload that the specification does not show, and the options that add to it; or the
 * user's own JSON in place of both.
 */
export function assumedBody(
	fields: INodeProperties[],
	options: INodeProperties[],
): INodeProperties[] {
	const withFields = [...fields, optionsWith(options)].map((field) => ({
		...field,
		displayOptions: { show: { specifyBody: ['fields'] } },
	}));
	return [specifyBody, jsonBody, ...withFields];
}
