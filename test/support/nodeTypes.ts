import type { IExecuteFunctions, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DirectoryLoader } from 'n8n-core';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node';

/** A node that emits the items it was given as a parameter: the start of every test workflow. */
class Start implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Emits items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
	};

	async execute(this: IExecuteFunctions) {
		const items = JSON.parse(this.getNodeParameter('items', 0) as string);
		return [items.map((json: object, item: number) => ({ json, pairedItem: { item } }))];
	}
}

/** As n8n's loader hands it out: a declarative node gets Request Options. */
function declarative(nodeType: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	return nodeType;
}

const types: Record<string, INodeType> = {
	'test.start': new Start(),
	'n8n-nodes-messaging-service.messagingService': declarative(new MessagingService()),
	'n8n-nodes-messaging-service.messagingServiceTrigger': new MessagingServiceTrigger(),
};

export const NODE = 'n8n-nodes-messaging-service.messagingService';
export const TRIGGER = 'n8n-nodes-messaging-service.messagingServiceTrigger';

export const nodeTypes: INodeTypes = {
	getByName: (name: string): INodeType | IVersionedNodeType => types[name],
	getByNameAndVersion: (name: string): INodeType => types[name],
	getKnownTypes: () => ({}),
};
