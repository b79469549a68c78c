import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { errorItem } from './errorItem';

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
