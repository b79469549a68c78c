import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { additionalData } from './additionalData';
import { NODE, nodeTypes } from './nodeTypes';

/** What the picker of contacts lists, as n8n's editor asks for it. */
export async function searchContacts(
	credential: ICredentialDataDecryptedObject,
	filter?: string,
	parameters: INodeParameters = {},
): Promise<INodeListSearchResult> {
	const node: INode = {
		id: 'node',
		name: 'Messaging Service',
		type: NODE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'contact', operation: 'updateConsent', ...parameters },
		credentials: { messagingServiceApi: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const context = new LoadOptionsContext(workflow, node, additionalData(credential), 'contactId');
	const { searchContacts: search } = new MessagingService().methods.listSearch;
	return await search.call(context, filter);
}
