import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { errorItem } from './errorItem';
import { asNodeError } from './nodeError';

/** What n8n is told of the items of a run that failed: with their numbers, and without the API key. */
export class ItemErrors {
	/** Whether the user wants failed items to come out, and the others to go on. */
	readonly continues: boolean;

	readonly itemCount: number;

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
