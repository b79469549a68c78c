import type { INodeProperties } from 'n8n-workflow';

const UNPUBLISHED = 'The service does not publish what its states mean.';

/** A list of states, as an entry of the options. */
export function stateList(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. 2, 3',
		description: `${description} ${UNPUBLISHED}`,
	};
}

export const deliveredStates = stateList(
	'Delivered States',
	'deliveredStates',
	'States of parts that have arrived, separated by commas. Empty goes by the time of delivery.',
);

export const failedStates = stateList(
	'Failed States',
	'failedStates',
	'States of parts that have failed, separated by commas. Empty goes by the error code.',
);
