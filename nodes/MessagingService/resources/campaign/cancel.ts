import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { campaignId } from '../../fields/common';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import type { Operation } from '../../run/operation';

export const option = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel campaign',
	description: 'Stop a campaign before it has sent to all recipients',
	routing: { request: { method: 'POST', url: '/campaigns/{campaignId}/cancel' } },
} satisfies INodePropertyOptions;

export const operation: Operation = { ...option.routing, effect: 'change', body: {} };

export const fields: INodeProperties[] = [
	campaignId,
	optionsWith([bodyFields('reason', 'Sold out')]),
];
