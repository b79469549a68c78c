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
	name: 'Get Messages',
	value: 'getMessages',
	action: 'Get the messages of a campaign',
	description: 'Get the messages of a campaign, one item for each message',
	routing: {
		request: { method: 'GET', url: '/campaigns/{campaignId}/messages' },
		send: { preSend: [fillPath('campaignId'), sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('campaign', 'getMessages', [
	campaignId,
	...listFields,
	optionsForReading([queryParameters('page', '2')]),
]);
