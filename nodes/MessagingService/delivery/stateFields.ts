import type { INodeProperties } from 'n8n-workflow';

const UNPUBLISHED = "The service doesn't document what its states mean.";

/** A list of states, as an entry of the options. */
export function stateList(
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${description} ${UNPUBLISHED}`,
	};
}

export const deliveredStates = stateList(
	'Delivered States',
	'deliveredStates',
	'2',
	'Comma-separated states of delivered parts. Leave empty to go by the delivery time.',
);

export const failedStates = stateList(
	'Failed States',
	'failedStates',
	'3',
	'Comma-separated states of parts that have failed. Leave empty to go by the error code.',
);
