import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operations } from '../run/operation';

/** What the file of an operation exports. */
type OperationFile = {
	option: INodePropertyOptions;
	operation: Operations[string];
	fields: INodeProperties[];
};

/**
 * A resource of the node, made of the files of its operations: its menu and all of their fields for the
 * form, each shown for its own operation only, and the operations for the engine.
 *
 * @param files in the order of the menu
 * @param usual the operation that is chosen to begin with
 */
export function resourceOf(
	resource: string,
	usual: string,
	files: OperationFile[],
): { description: INodeProperties[]; operations: Operations } {
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: files.map(({ option }) => option),
		default: usual,
	};
	const shownFields = files.flatMap(({ option, fields }) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [option.value] } }, fields),
	);
	return {
		description: [menu, ...shownFields],
		operations: Object.fromEntries(files.map(({ option, operation }) => [option.value, operation])),
	};
}
