import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/**
 * The fields, shown for this operation of this resource only, or for several of its operations; their
 * own conditions stay.
 */
export function forOperation(
	resource: string,
	operation: string | string[],
	fields: INodeProperties[],
): INodeProperties[] {
	return updateDisplayOptions(
		{ show: { resource: [resource], operation: [operation].flat() } },
		fields,
	);
}
