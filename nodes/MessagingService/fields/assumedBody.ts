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
			description:
				"Field names are assumed, because the service doesn't document them for this operation",
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'Send JSON exactly as you write it',
		},
	],
	default: 'fields',
	description: 'How to enter the data to send',
} satisfies INodeProperties;

/** @param example what the field holds to begin with; nothing that could be sent to anybody */
const jsonBody = (example: string) =>
	({
		displayName: 'JSON Body',
		name: 'jsonBody',
		type: 'json',
		typeOptions: { rows: 6 },
		displayOptions: { show: { specifyBody: ['json'] } },
		required: true,
		default: example,
		description: 'Sent to the service unchanged',
	}) satisfies INodeProperties;

/**
 * Fields for a payload that the specification does not show, or the user's own JSON in their place.
 *
 * @param example the JSON to begin with: its shape, with empty values
 */
export function assumedBody(fields: INodeProperties[], example = '{}'): INodeProperties[] {
	return [specifyBody, jsonBody(example), ...fields.map(notWithJson('specifyBody'))];
}

/** Options that add to such a payload. */
export function assumedOptions(options: INodeProperties[]): INodeProperties[] {
	return options.map(notWithJson('/specifyBody'));
}

/** A JSON body is sent as it stands, so nothing that would not be sent is shown beside it. */
function notWithJson(parameter: string) {
	return (field: INodeProperties): INodeProperties => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, [parameter]: ['fields'] },
		},
	});
}
