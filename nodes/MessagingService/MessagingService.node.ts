import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { answerQuestion } from './ask/answer';
import { questionWebhooks } from './ask/webhooks';
import * as account from './resources/account';
import * as campaign from './resources/campaign';
import * as contact from './resources/contact';
import * as email from './resources/email';
import * as sms from './resources/sms';
import * as suppression from './resources/suppression';
import * as viber from './resources/viber';
import { testCredential } from './shared/credentialTest';
import { hints } from './shared/hints';
import { readResponse } from './shared/lists';
import { requestOptions } from './shared/requestOptionsField';
import { throwApiError } from './shared/serviceErrors';
import { requestSettings } from './shared/requests';
import { smsHints } from './shared/smsHints';
import { subtitleOf } from './shared/subtitle';
import { transport } from './shared/transport';

const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
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
		// Resource is always shown, so every request goes through transport and both hooks.
		routing: {
			send: { paginate: true },
			output: { postReceive: [throwApiError, readResponse] },
		},
	},
	...account.description,
	...campaign.description,
	...contact.description,
	...email.description,
	...sms.description,
	...suppression.description,
	...viber.description,
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
			'Send SMS, email and Viber messages, follow their delivery, and manage campaigns and contacts',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'messagingServiceApi',
				required: true,
				testedBy: 'testCredential',
				displayOptions: { hide: { operation: ['preview', 'summarizeReports'] } },
			},
		],
		hints: [...hints, ...smsHints],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the user\'s response" : "" }}',
		webhooks: questionWebhooks,
		requestDefaults: requestSettings,
		requestOperations: { pagination: transport },
		// A list of its own, since n8n adds fields to it.
		properties: [...properties],
	};

	webhook = answerQuestion;

	methods = { credentialTest: { testCredential } };

	customOperations = { sms: sms.customOperations, contact: contact.customOperations };
}
