import { stringify } from 'flatted';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { NodeRun } from './engine';
import { runNode } from './engine';
import { group, send } from './sending';
import type { Service } from './service';

/** Gets a campaign: a GET, so that the key stands in the address of the request. */
export const getCampaign = {
	resource: 'campaign',
	operation: 'get',
	campaignId: '={{ $json.id }}',
};

/** Gets a delivery report by the same, and gives up at once. */
export const getReport = {
	resource: 'sms',
	operation: 'getReport',
	messageId: '={{ $json.id }}',
	options: group('requests', { concurrency: 1, maxWait: 0, method: 'GET' }),
};

/** Sends an SMS to each item's `to`, in one request. */
export const sendAll = { ...send, operation: 'sendBulk' };

/** A campaign to get, and no request of it. */
export async function newCampaign(service: Service): Promise<string> {
	const { output } = await runNode(service.credential, {
		resource: 'campaign',
		operation: 'create',
		name: 'Spring',
		from: 'Shop',
		text: 'Sale!',
		recipients: '37060012345',
	});
	await service.control('DELETE', 'requests');
	return String(output[0].json.campaignId);
}

/** The run as n8n stores it: plainly, and in the format that keeps what refers to itself. */
export const stored = ({ run }: Pick<NodeRun, 'run'>) => JSON.stringify(run) + stringify(run);

/** The credential with another address. */
export const at = (
	{ credential }: Service,
	sandboxUrl: string,
): ICredentialDataDecryptedObject => ({ ...credential, sandboxUrl });
