import { campaignId } from '../../fields/common';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel campaign',
	description: 'Stop a campaign before it has sent to all recipients',
	request: { method: 'POST', url: '/campaigns/{campaignId}/cancel' },
	effect: 'change',
	body: {},
	fields: [campaignId, optionsWith([bodyFields('reason', 'Sold out')])],
});
