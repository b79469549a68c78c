import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { sendQueryParameters } from '../../shared/bodies';
import { campaignId } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { listFields } from '../../shared/listFields';
import { unwrapList } from '../../shared/lists';
import { optionsForReading } from '../../shared/options';
import { queryParameters } from '../../shared/pairs';
import { fillPath } from '../../shared/paths';

export const option = {
	name: 'Get Delivery Reports',
	value: 'getReports',
	action: 'Get the delivery reports of a campaign',
	description: 'Get the delivery reports of a campaign, one item for each report entry',
	routing: {
		request: { method: 'GET', url: '/campaigns/{campaignId}/reports' },
		send: { preSend: [fillPath('campaignId'), sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('campaign', 'getReports', [
	campaignId,
	...listFields,
	optionsForReading([queryParameters('page', '2')]),
]);
