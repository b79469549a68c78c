import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { campaignId } from '../../fields/common';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get',
	value: 'get',
	action: 'Get campaign',
	description: 'Retrieve a campaign by its ID, for example to see its state',
	routing: { request: { method: 'GET', url: '/campaigns/{campaignId}' } },
} satisfies INodePropertyOptions;

export const operation: Operation = option.routing;

export const fields: INodeProperties[] = [campaignId];
