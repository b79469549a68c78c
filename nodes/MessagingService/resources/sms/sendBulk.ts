import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions, recipient, sender, text } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, bulkRequests, optionsWith } from '../../fields/requestFields';
import { smsLimits } from '../../limits/limitFields';
import type { Operation } from '../../run/operation';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { phoneNumber, senderId } from '../../values/readers';
import { keepBack } from '../keepBack';

export const option = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send SMS in bulk',
	description: 'Send one text message for each input item, with many in one request',
	routing: { request: { method: 'POST', url: '/v1/sms/bulk' } },
} satisfies INodePropertyOptions;

const kept = keepBack(smsLimits, 'skipDuplicates', 'skipSuppressed', 'sendWindow');

export const operation: Operation = {
	...option.routing,
	effect: 'send',
	answer: 'bulk-answer',
	inBatches: true,
	body: { to: phoneNumber, from: senderId, text: smsText },
	...kept.steps,
};

export const fields: INodeProperties[] = [
	...assumedBody([recipient, sender, text], '[\n\t{ "to": "", "from": "", "text": "" }\n]'),
	optionsWith([
		...assumedOptions([
			defaultCountry,
			simplifyOption,
			...kept.options,
			bodyFields('validity', '24'),
		]),
		bulkRequests,
	]),
];
