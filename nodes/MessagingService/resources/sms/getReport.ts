import type { IDataObject } from 'n8n-workflow';

import { followReports, waitForDelivery } from '../../delivery/waitForDelivery';
import { menuField, messageId } from '../../fields/common';
import { concurrency, maxWait, optionsWith, requests } from '../../fields/requestFields';
import { groupOf, oneOf } from '../../parameters/optionReaders';
import { oneId } from '../../values/readers';
import { requestOperation } from '../declared';

const method = menuField('Method', 'method', {
	options: [
		{ name: 'GET', value: 'GET', description: 'The API key is part of the URL' },
		{ name: 'POST', value: 'POST', description: 'The API key stays out of the URL' },
	],
	default: 'POST',
	description: 'How to ask for the report. Choose GET only if the service refuses POST.',
});

export const operation = requestOperation({
	name: 'Get Delivery Report',
	value: 'getReport',
	action: 'Get delivery report',
	description: 'Get the delivery report of a message, one item for each SMS part',
	request: { method: 'POST', url: '/v1/sms/report' },
	body: { messageId: oneId },
	// The ID is in the body of a POST, and in the query of a GET.
	complete: (request, getParameter) => {
		const given = groupOf(getParameter('options', {}) as IDataObject, 'requests')?.method;
		const chosen = oneOf(given ?? method.default, `'${method.displayName}'`, ['GET', 'POST']);
		return chosen === 'POST'
			? request
			: { ...request, method: 'GET', body: undefined, qs: request.body };
	},
	effect: 'read',
	answer: 'report-answer',
	after: followReports,
	fields: [messageId, optionsWith([waitForDelivery, requests([concurrency, maxWait, method])])],
});
