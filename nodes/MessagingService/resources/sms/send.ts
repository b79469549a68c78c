import { followSent, waitForDelivery } from '../../delivery/waitForDelivery';
import { recipient, sender, text } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, optionsWith, sendRequests } from '../../fields/requestFields';
import { smsLimits } from '../../limits/limitFields';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { phoneNumber, senderId } from '../../values/readers';
import { keepBack } from '../keepBack';
import { requestOperation } from '../declared';

const kept = keepBack(smsLimits, 'skipSuppressed', 'sendWindow');

export const operation = requestOperation({
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text message to one phone number',
	request: { method: 'POST', url: '/v1/sms/single' },
	effect: 'send',
	answer: 'send-answer',
	body: { to: phoneNumber, from: senderId, text: smsText },
	...kept.steps,
	after: followSent,
	fields: [
		recipient,
		sender,
		text,
		optionsWith([
			defaultCountry,
			simplifyOption,
			...kept.options,
			waitForDelivery,
			bodyFields('validity', '24'),
			sendRequests,
		]),
	],
});
