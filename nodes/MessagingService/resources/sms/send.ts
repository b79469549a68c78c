import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { followSent } from '../../delivery/waitForDelivery';
import { waitForDelivery } from '../../delivery/options';
import { recipient, sender, text } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { optionsWith, sendRequests } from '../../fields/options';
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
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text message to one phone number',
	routing: { request: { method: 'POST', url: '/v1/sms/single' } },
} satisfies INodePropertyOptions;

const skipping = skipMessages('skipSuppressed', 'sendWindow');

export const operation: Operation = {
	...option.routing,
	effect: 'send',
	body: { to: phoneNumber, from: senderId, text: smsText },
	before: [...skipping.steps, withinLimits],
	once: sendOnce,
	after: followSent,
};

export const fields: INodeProperties[] = [
	recipient,
	sender,
	text,
	optionsWith([
		defaultCountry,
		simplifyOption,
		smsLimits,
		skipping.option,
		onceKey,
		waitForDelivery,
		bodyFields('validity', '24'),
		sendRequests,
	]),
];
