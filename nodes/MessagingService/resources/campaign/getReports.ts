import { campaignId } from '../../fields/common';
import { listFields } from '../../fields/list';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Get Delivery Reports',
	value: 'getReports',
	action: 'Get campaign delivery reports',
	description: 'Get the delivery reports of a campaign, one item for each report entry',
	request: { method: 'GET', url: '/campaigns/{campaignId}/reports' },
	answer: 'list-answer',
	fields: [campaignId, ...listFields],
});
