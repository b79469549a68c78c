import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { subtitleOf } from './fields/subtitle';
import { testCredential } from './service/credentialTest';
import { fields } from './trigger/triggerFields';
import { pollReports } from './trigger/poll';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(fields, ['triggerOn']),
		// n8n shows this one for both nodes in its list of apps.
		description:
			'Send SMS, email, and Viber messages, or start a workflow when a delivery report is new or has changed',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Reads the delivery reports of message IDs that are known beforehand, or of one campaign. Receives no SMS and no replies. For messages that a workflow sends, store each messageId in a Data Table, and read the reports on a schedule with Get Delivery Report of the Messaging Service node.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-service-sms.messagingService',
					relationHint: 'Sends the messages, and summarizes their delivery reports',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: 'Stores the delivery state of each message',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true, testedBy: 'testCredential' }],
		// A list of its own, since n8n adds fields to it.
		properties: [...fields],
	};

	methods = { credentialTest: { testCredential } };

	async poll(this: IPollFunctions) {
		return await pollReports(this);
	}
}
