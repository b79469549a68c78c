import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../shared/assumedBody';
import { sendBody } from '../../shared/bodies';
import { campaignId } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { optionsForSending } from '../../shared/options';
import { bodyFields } from '../../shared/pairs';
import { fillPath } from '../../shared/paths';

export const option = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a campaign',
	description: 'Stop a campaign before it has sent to all recipients',
	routing: {
		request: { method: 'POST', url: '/campaigns/{campaignId}/cancel' },
		send: { preSend: [fillPath('campaignId'), sendBody({})] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('campaign', 'cancel', [
	campaignId,
	...assumedBody([]),
	optionsForSending(assumedOptions([bodyFields('reason', 'Sold out')])),
]);
