import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { defaultCountry } from '../nodes/MessagingService/fields/defaultCountry';
import { whyUnsendable } from './apiKey';

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	documentationUrl = 'https://messaging-service.example.com/n8n#credentials';

	icon: Icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Production', value: 'production' },
				{ name: 'Sandbox', value: 'sandbox' },
			],
			default: 'sandbox',
			description: 'Environment that the API key belongs to',
		},
		{
			displayName: 'Sandbox URL',
			name: 'sandboxUrl',
			type: 'string',
			displayOptions: { show: { environment: ['sandbox'] } },
			required: true,
			default: '',
			placeholder: 'e.g. http://127.0.0.1:4010',
			description:
				'Address of the Sandbox environment that you received from the service. For the local sandbox of this package, enter http://127.0.0.1:4010.',
		},
		{
			displayName: 'Production URL',
			name: 'productionUrl',
			type: 'string',
			displayOptions: { show: { environment: ['production'] } },
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the Production environment that you received from the service. It must begin with https://.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'API v1 key from the customer portal or your account manager',
		},
		{
			displayName: 'Account Defaults',
			name: 'accountDefaults',
			type: 'boolean',
			default: false,
			description:
				'Whether to set once what is the same for all nodes: your sender, your country, and what the states in delivery reports mean',
		},
		{
			displayName: 'Sender ID',
			name: 'senderId',
			type: 'string',
			displayOptions: { show: { accountDefaults: [true] } },
			default: '',
			placeholder: 'e.g. MyCompany',
			description:
				"Sender of SMS, campaigns, and Viber messages where 'From' is empty. It must be registered for your account.",
		},
		{
			...defaultCountry,
			displayOptions: { show: { accountDefaults: [true] } },
			description: `${defaultCountry.description} A node's own Default Country comes first.`,
		},
		{
			displayName: 'Delivered States',
			name: 'deliveredStates',
			type: 'string',
			displayOptions: { show: { accountDefaults: [true] } },
			default: '',
			placeholder: 'e.g. 2',
			description:
				"Comma-separated states of delivered SMS parts. The service doesn't document them. Leave empty to go by the delivery time.",
		},
		{
			displayName: 'Failed States',
			name: 'failedStates',
			type: 'string',
			displayOptions: { show: { accountDefaults: [true] } },
			default: '',
			placeholder: 'e.g. 3',
			description:
				"Comma-separated states of SMS parts that have failed. The service doesn't document them. Leave empty to go by the error code.",
		},
		{
			displayName: 'Custom Paths',
			name: 'customPaths',
			type: 'boolean',
			default: false,
			description:
				"Whether to set the paths that the service doesn't document: those of campaigns, contacts, suppression, email, and Viber. The test of the credential doesn't check these paths.",
		},
		{
			displayName: 'Path Prefix',
			name: 'pathPrefix',
			type: 'string',
			displayOptions: { show: { customPaths: [true] } },
			default: '',
			placeholder: 'e.g. /v1',
			description:
				'Text to put before the paths of campaigns, contacts, suppression, email, and Viber',
		},
		{
			displayName: 'Email Path',
			name: 'emailPath',
			type: 'string',
			displayOptions: { show: { customPaths: [true] } },
			default: '/email',
			description: "Where to send emails. 'Path Prefix' goes before it.",
		},
		{
			displayName: 'Viber Path',
			name: 'viberPath',
			type: 'string',
			displayOptions: { show: { customPaths: [true] } },
			default: '/viber',
			description: "Where to send Viber messages. 'Path Prefix' goes before it.",
		},
	];

	/**
	 * As the specification has it (section 5): the key is a query parameter on GET and a header on POST; on any other
	 * method, of which it does not speak, a header too. Also used by n8n's HTTP Request node, whose options have `uri` in place of `url`; n8n offers
	 * that node only credentials of which this is a property of the object, and not of its class.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { uri } = requestOptions as { uri?: string };
		const address = `${requestOptions.baseURL ?? ''}${requestOptions.url ?? uri ?? ''}`;
		if (credentials.environment === 'production' && !/^https:\/\//i.test(address.trim())) {
			throw new UserError(
				'The API key for Production is sent only to addresses that begin with https://',
				{
					description: 'Any other address would send it unencrypted. Correct the address.',
				},
			);
		}

		const method = (requestOptions.method ?? 'GET').toUpperCase();
		const apiKey = String(credentials.apiKey ?? '');
		const problem = whyUnsendable(apiKey);
		if (problem) throw new UserError(problem, { description: 'Copy the key again.' });
		const others = Object.entries(requestOptions.headers ?? {}).filter(
			([name]) => !/^(accept|x-apikey)$/i.test(name),
		);
		const headers = Object.fromEntries([...others, ['Accept', 'application/json']]);
		if (method === 'GET') {
			requestOptions.qs = { ...requestOptions.qs, 'X-ApiKey': apiKey };
		} else {
			headers['X-ApiKey'] = apiKey;
			const hasType = others.some(([name]) => /^content-type$/i.test(name));
			if (!hasType) headers['Content-Type'] = 'application/json';
		}
		requestOptions.headers = headers;
		return requestOptions;
	};
}
