import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField, textField } from './common';
import { collection } from './group';

/** n8n's own Request Options. n8n adds them to a declarative node, but not to one with a webhook, as Send and Wait has. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		collection(['Batching', 'batching'], ['Batching', 'batch'], {
			placeholder: 'Add Batching',
			typeOptions: { multipleValues: false },
			default: { batch: {} },
			values: [
				numberField('Items per Batch', 'batchSize', {
					typeOptions: { minValue: -1 },
					default: 50,
					description:
						'Input will be split in batches to throttle requests. -1 for disabled. 0 will be treated as 1.',
				}),
				numberField('Batch Interval (Ms)', 'batchInterval', {
					typeOptions: { minValue: 0 },
					default: 1000,
					description: 'Time (in milliseconds) between each batch of requests. 0 for disabled.',
				}),
			],
		}),
		switchField('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', {
			noDataExpression: true,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		}),
		textField('Proxy', 'proxy', {
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy to use. If it needs a password, include it, as in http://username:password@myproxy:3128.',
		}),
		numberField('Timeout', 'timeout', {
			typeOptions: { minValue: 1 },
			default: 10000,
			description:
				'Time in ms to wait for the server to send response headers (and start the response body) before aborting the request',
		}),
	],
};
