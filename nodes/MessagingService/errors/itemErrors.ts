import type { IExecuteFunctions, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asNodeError } from './nodeError';

/** What n8n is told of the items of a run that failed: with their numbers, and without the API key. */
export class ItemErrors {
	/** Whether the user wants failed items to come out, and the others to go on. */
	readonly continues: boolean;

	private readonly itemCount: number;

	private readonly node: INode;

	constructor(
		context: IExecuteFunctions,
		private readonly apiKey = '',
	) {
		this.continues = context.continueOnFail();
		this.itemCount = context.getInputData().length;
		this.node = context.getNode();
	}

	/** n8n's error for the whole run, because of one item. */
	errorOf(problem: unknown, itemIndex: number): ReturnType<typeof asNodeError> {
		const { node, itemCount, apiKey } = this;
		return asNodeError(node, problem, { itemIndex, itemCount }, apiKey);
	}

	/** What comes out for an item in place of its result. */
	itemOf(problem: unknown, itemIndex: number): INodeExecutionData {
		return errorItem(this.errorOf(problem, itemIndex), itemIndex);
	}

	/** @throws n8n's error, unless the user continues: then what comes out for the item */
	throwOrItem(problem: unknown, itemIndex: number): INodeExecutionData {
		if (this.continues) return this.itemOf(problem, itemIndex);
		throw this.errorOf(problem, itemIndex);
	}
}

/**
 * An error for every item, if the user continues: if the node threw, n8n would take its input for its output, as if
 * all of it were sent.
 *
 * @throws the error, if the user does not continue
 */
export function failAll(context: IExecuteFunctions, error: Error): INodeExecutionData[] {
	if (!context.continueOnFail()) throw error;
	// What n8n says of a credential that it does not find has no advice.
	const { description: advice } = error as { description?: string | null };
	const description = advice || 'Nothing was sent in this try. Select the credential again.';
	const nodeError = new NodeOperationError(context.getNode(), error.message, { description });
	return context.getInputData().map((_, itemIndex) => errorItem(nodeError, itemIndex));
}

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
