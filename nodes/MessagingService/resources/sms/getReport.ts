import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { addToQuery, readFields, sendQueryParameters } from '../../shared/bodies';
import { deliveryOptions } from '../../shared/deliveryOptions';
import { messageId } from '../../shared/fields';
import { forOperation } from '../../shared/forOperation';
import { unwrapList } from '../../shared/lists';
import { optionsForReading } from '../../shared/options';
import { bodyFields, queryParameters } from '../../shared/pairs';
import { beforeSending } from '../../shared/problems';
import { requiredText } from '../../shared/values';

/** The report of one message, by either method: in the body of a POST, in the query of a GET. */
const sendMessageId = beforeSending(async function (options) {
	const body = readFields(
		(name, fallback) => this.getNodeParameter(name, fallback as string),
		{ messageId: requiredText },
		this.getTimezone(),
	);
	const { method } = this.getNodeParameter('options', {}) as IDataObject;
	if (method === 'GET') {
		options.method = 'GET';
		addToQuery(options, { messageId: body.messageId });
	} else {
		options.body = body;
	}
});

export const option = {
	name: 'Get Delivery Report',
	value: 'getReport',
	action: 'Get a delivery report',
	description: 'Get the delivery report of a message, one item for each SMS part',
	routing: {
		request: { method: 'POST', url: '/v1/sms/report' },
		send: { preSend: [sendMessageId, sendQueryParameters] },
		output: { postReceive: [unwrapList] },
	},
} satisfies INodePropertyOptions;

export const fields: INodeProperties[] = forOperation('sms', 'getReport', [
	messageId,
	optionsForReading([
		{
			...bodyFields('verbose', 'true'),
			displayOptions: { hide: { method: ['GET'] } },
		},
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: [
				{ name: 'GET', value: 'GET', description: 'The API key is part of the URL' },
				{ name: 'POST', value: 'POST', description: 'The API key stays out of the URL' },
			],
			default: 'POST',
			description: 'How to ask for the report',
		},
		...deliveryOptions,
		queryParameters('lang', 'en'),
	]),
]);
