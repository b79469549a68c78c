import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sendQueryParameters } from '../../shared/bodies';
import { campaignId } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { optionsForReading } from '../../shared/options';
import { queryParameters } from '../../shared/pairs';
import { fillPath } from '../../shared/paths';

export const option = {
	name: 'Get',
	value: 'get',
	action: 'Get a campaign',
	description: 'Get one campaign',
	routing: {
		request: { method: 'GET', url: '/campaigns/{campaignId}' },
		send: { preSend: [fillPath('campaignId'), sendQueryParameters] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('campaign', 'get', [
	campaignId,
	optionsForReading([queryParameters('include', 'statistics')]),
]);
