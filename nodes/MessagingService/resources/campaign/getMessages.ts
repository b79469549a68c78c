import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { campaignId } from '../../fields/common';
import { listFields } from '../../fields/list';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get Messages',
	value: 'getMessages',
	action: 'Get campaign messages',
	description: 'Get the messages of a campaign, one item for each message',
	routing: { request: { method: 'GET', url: '/campaigns/{campaignId}/messages' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, answer: 'list-answer' };

export const fields: INodeProperties[] = [campaignId, ...listFields];
