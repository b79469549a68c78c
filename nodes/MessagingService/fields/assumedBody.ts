import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

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

/**
 * Fields for a payload that the specification does not show, or the user's own JSON in their place.
 *
 * @param example the JSON to begin with: its shape, with empty values, so that it could be sent to nobody
 */
export function assumedBody(fields: INodeProperties[], example = '{}'): INodeProperties[] {
	const shownFields = updateDisplayOptions({ show: { specifyBody: ['fields'] } }, fields);
	const jsonBody = {
		displayName: 'JSON Body',
		name: 'jsonBody',
		type: 'json',
		typeOptions: { rows: 6 },
		displayOptions: { show: { specifyBody: ['json'] } },
		required: true,
		default: example,
		description: 'Sent to the service unchanged',
	} satisfies INodeProperties;
	return [specifyBody, jsonBody, ...shownFields];
}

/** Options that add to such a payload: a JSON body is sent as it stands, so nothing that would not be sent is shown beside it. */
export function assumedOptions(options: INodeProperties[]): INodeProperties[] {
	return updateDisplayOptions({ show: { '/specifyBody': ['fields'] } }, options);
}
