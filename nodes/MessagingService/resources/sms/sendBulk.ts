import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assumedBody, assumedOptions } from '../../fields/assumedBody';
import { recipient, sender, text } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { batchSize, maxWait, onUnknownOutcome, optionsWith, requests } from '../../fields/options';
import { bodyFields } from '../../fields/pairs';
import { smsLimits } from '../../limits/limitFields';
import { withinLimits } from '../../limits/withinLimits';
import { sendOnce } from '../../onceKey/claims';
import { onceKey } from '../../onceKey/onceKeyOptions';
import type { Operation } from '../../run/operation';
import { skipMessages } from '../../skipping/skipMessages';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { phoneNumber, senderId } from '../../values/readers';

export const option = {
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send SMS in bulk',
	description: 'Send one text message for each input item, with many in one request',
	routing: { request: { method: 'POST', url: '/v1/sms/bulk' } },
} satisfies INodePropertyOptions;

const skipping = skipMessages('skipDuplicates', 'skipSuppressed', 'sendWindow');

export const operation: Operation = {
	...option.routing,
	effect: 'send',
	inBatches: true,
	body: { to: phoneNumber, from: senderId, text: smsText },
	before: [...skipping.steps, withinLimits],
	once: sendOnce,
};

export const fields: INodeProperties[] = [
	...assumedBody([recipient, sender, text], '[\n\t{ "to": "", "from": "", "text": "" }\n]'),
	optionsWith([
		...assumedOptions([
			defaultCountry,
			simplifyOption,
			smsLimits,
			skipping.option,
			onceKey,
			bodyFields('validity', '24'),
		]),
		requests([batchSize, maxWait, onUnknownOutcome]),
	]),
];
