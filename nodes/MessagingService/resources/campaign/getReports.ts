import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { campaignId } from '../../fields/common';
import { listFields } from '../../fields/list';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Get Delivery Reports',
	value: 'getReports',
	action: 'Get campaign delivery reports',
	description: 'Get the delivery reports of a campaign, one item for each report entry',
	routing: { request: { method: 'GET', url: '/campaigns/{campaignId}/reports' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, answer: 'list-answer' };

export const fields: INodeProperties[] = [campaignId, ...listFields];
