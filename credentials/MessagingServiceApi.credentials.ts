import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { updateDisplayOptions, UserError } from 'n8n-workflow';

import { whyUnsendable } from '../nodes/MessagingService/errors/withoutKey';
import { menuField, switchField, textField } from '../nodes/MessagingService/fields/common';
import { accountCountry } from '../nodes/MessagingService/fields/defaultCountry';

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	documentationUrl = 'https://messaging-service.example.com/n8n#credentials';

	icon: Icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	};

	properties: INodeProperties[] = [
		menuField('Environment', 'environment', {
			options: [
				{ name: 'Production', value: 'production' },
				{ name: 'Sandbox', value: 'sandbox' },
			],
			default: 'sandbox',
			description: 'Environment that the API key belongs to',
		}),
		textField('Sandbox URL', 'sandboxUrl', {
			displayOptions: { show: { environment: ['sandbox'] } },
			required: true,
			placeholder: 'e.g. http://127.0.0.1:4010',
			description:
				'Address of the Sandbox environment that you received from the service. For the local sandbox of this package, enter http://127.0.0.1:4010.',
		}),
		textField('Production URL', 'productionUrl', {
			displayOptions: { show: { environment: ['production'] } },
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the Production environment that you received from the service. It must begin with https://.',
		}),
		textField('API Key', 'apiKey', {
			typeOptions: { password: true },
			required: true,
			description: 'API v1 key from the customer portal or your account manager',
		}),
		switchField('Account Defaults', 'accountDefaults', {
			description:
				'Whether to set once what is the same for all nodes: your sender, your country, and what the states in delivery reports mean',
		}),
		...updateDisplayOptions({ show: { accountDefaults: [true] } }, [
			textField('Sender ID', 'senderId', {
				placeholder: 'e.g. MyCompany',
				description:
					"Sender of SMS, campaigns, and Viber messages where 'From' is empty. It must be registered for your account.",
			}),
			{
				...accountCountry,
				description: `${accountCountry.description} A node's own Default Country comes first.`,
			},
			textField('Price per Part', 'pricePerPart', {
				placeholder: 'e.g. 0.04 EUR',
				description:
					"Price of an SMS part. Or prices by beginning of the number: +370: 0.04 EUR, +49: 0.09 EUR. The node then says what messages cost, and 'Max Cost' limits it.",
			}),
			textField('Delivered States', 'deliveredStates', {
				placeholder: 'e.g. 2',
				description:
					"Comma-separated states of delivered SMS parts. The service doesn't document them. Leave empty to go by the delivery time.",
			}),
			textField('Failed States', 'failedStates', {
				placeholder: 'e.g. 3',
				description:
					"Comma-separated states of SMS parts that have failed. The service doesn't document them. Leave empty to go by the error code.",
			}),
			textField('Field of the Numbers', 'numberField', {
				placeholder: 'e.g. msisdn',
				description:
					"Field that has the phone number in each entry of the suppression list. The service doesn't document it. Leave empty for phoneNumber.",
			}),
			textField('Ignored Fields', 'ignoredFields', {
				placeholder: 'e.g. object, requestId',
				description:
					"Comma-separated fields beside the suppression list that never say that it has more entries. With any other field there, 'Skip Suppressed' sends nothing.",
			}),
		]),
		switchField('Custom Paths', 'customPaths', {
			description:
				"Whether to set the paths that the service doesn't document: those of campaigns, contacts, suppression, email, and Viber. The test of the credential doesn't check these paths.",
		}),
		...updateDisplayOptions({ show: { customPaths: [true] } }, [
			textField('Path Prefix', 'pathPrefix', {
				placeholder: 'e.g. /v1',
				description:
					'Text to put before the paths of campaigns, contacts, suppression, email, and Viber',
			}),
			textField('Email Path', 'emailPath', {
				default: '/email',
				description: "Where to send emails. 'Path Prefix' goes before it.",
			}),
			textField('Viber Path', 'viberPath', {
				default: '/viber',
				description: "Where to send Viber messages. 'Path Prefix' goes before it.",
			}),
		]),
	];

	/**
	 * The key is a query parameter on GET, and a header on POST (specification, 5) and on any other method. n8n's HTTP
	 * Request node also uses this: its options have `uri`, and it wants a property of the object, not of its class.
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
				{ description: 'Any other address would send it unencrypted. Correct the address.' },
			);
		}

		const method = (requestOptions.method ?? 'GET').toUpperCase();
		const apiKey = String(credentials.apiKey ?? '');
		const problem = whyUnsendable(apiKey);
		if (problem) throw new UserError(problem, { description: 'Copy the key again.' });
		const headers = { ...requestOptions.headers };
		for (const name of Object.keys(headers)) {
			if (/^(accept|x-apikey)$/i.test(name)) delete headers[name];
		}
		headers.Accept = 'application/json';
		if (method === 'GET') {
			requestOptions.qs = { ...requestOptions.qs, 'X-ApiKey': apiKey };
		} else {
			headers['X-ApiKey'] = apiKey;
			const hasType = Object.keys(headers).some((name) => /^content-type$/i.test(name));
			if (!hasType) headers['Content-Type'] = 'application/json';
		}
		requestOptions.headers = headers;
		return requestOptions;
	};
}
