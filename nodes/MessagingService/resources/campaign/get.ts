import { campaignId } from '../../fields/common';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get',
	value: 'get',
	action: 'Get campaign',
	description: 'Retrieve a campaign by its ID, for example to see its state',
	request: { method: 'GET', url: '/campaigns/{campaignId}' },
	fields: [campaignId],
});
