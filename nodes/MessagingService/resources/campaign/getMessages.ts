import { campaignId } from '../../fields/common';
import { listFields } from '../../fields/list';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get Messages',
	value: 'getMessages',
	action: 'Get campaign messages',
	description: 'Get the messages of a campaign, one item for each message',
	request: { method: 'GET', url: '/campaigns/{campaignId}/messages' },
	answer: 'list-answer',
	fields: [campaignId, ...listFields],
});
