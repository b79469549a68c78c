import type { INodeProperties } from 'n8n-workflow';

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

/** Fields for a payload that the specification does not show, or the user's own JSON in their place. */
export function assumedBody(fields: INodeProperties[]): INodeProperties[] {
	return [specifyBody, jsonBody, ...fields.map(notWithJson('specifyBody'))];
}

/** Options that add to such a payload. */
export function assumedOptions(options: INodeProperties[]): INodeProperties[] {
	return options.map(notWithJson('/specifyBody'));
}

/** A JSON body is sent as it stands, so nothing that would not be sent is shown beside it. */
function notWithJson(parameter: string) {
	return (field: INodeProperties): INodeProperties => ({
		...field,
		displayOptions: { show: { [parameter]: ['fields'] } },
	});
}
