import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** A failed item for "Continue": what happened, what to do, and which input item it came from. */
export function errorItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	// n8n sends an item to the error output if its json holds nothing but error, message and details.
	const item: INodeExecutionData = {
		json: { error: error.message, details: error.description ?? '' },
		pairedItem: { item: itemIndex },
	};
	// n8n 2.0 and before look for an `error` of the item, but then put its message in the place of the
	// json. As one that is not enumerable it is seen, and gone when n8n adds the fields of the input.
	if (error.node.onError === 'continueErrorOutput') {
		Object.defineProperty(item, 'error', { value: error });
	}
	return item;
}
