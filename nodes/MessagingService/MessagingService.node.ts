import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { answerQuestion, questionWebhooks } from './ask/webhook';
import { menuField } from './fields/common';
import { getCountries } from './fields/defaultCountry';
import { requestOptions } from './fields/requestOptions';
import { subtitleOf } from './fields/subtitle';
import { assumptionHints, smsHints } from './hints';
import { descriptions, patterns } from './patterns';
import { resources } from './resources';
import { customOperations, runForAgent } from './run/execute';
import { testCredential } from './service/credentialTest';
import { requestSettings } from './service/request';

const properties: INodeProperties[] = [
	menuField('Resource', 'resource', {
		noDataExpression: true,
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Campaign', value: 'campaign' },
			{ name: 'Contact', value: 'contact' },
			{ name: 'Email', value: 'email' },
			{ name: 'SMS', value: 'sms' },
			{ name: 'Suppression', value: 'suppression' },
			{ name: 'Viber', value: 'viber' },
		],
		default: 'sms',
		// Resource is always shown, so a tool of an older AI Agent goes through `runForAgent`.
		routing: { send: { paginate: true } },
	}),
	...Object.values(resources).flatMap(({ description }) => description),
	requestOptions,
];

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(properties, ['operation', 'resource']),
		description:
			'Send SMS, email, and Viber messages, track their delivery, and manage campaigns and contacts',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends one message for each input item, so no loop is needed. To send only once for each order or row, set Once Key. To go on after delivery, set Wait for Delivery, not a Wait node. To ask a person and go on with the answer, use Send and Wait for Response. Receives no SMS.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-messaging-service-sms.messagingServiceTrigger',
					relationHint: 'Starts a workflow when the delivery report of a message changes',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: 'Stores the messageId of each message, to read its delivery report later',
				},
			],
			extraTypeDefContent: [...patterns, ...descriptions],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'messagingServiceApi',
				required: true,
				testedBy: 'testCredential',
				// n8n knows only one entry of a name: Preview and Summarize Reports need it if this is on, all others always.
				displayOptions: { hide: { useAccountDefaults: [false] } },
			},
		],
		hints: [...assumptionHints, ...smsHints],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the user\'s response" : "" }}',
		webhooks: questionWebhooks,
		requestDefaults: requestSettings,
		requestOperations: { pagination: runForAgent(resources) },
		// A list of its own, since n8n adds fields to it.
		properties: [...properties],
	};

	webhook = answerQuestion;

	methods = { credentialTest: { testCredential }, loadOptions: { getCountries } };

	customOperations = customOperations(resources);
}
