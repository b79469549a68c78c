import { assumedBody, assumedOptions, recipient, sender, text } from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, bulkRequests, optionsWith } from '../../fields/requestFields';
import { smsLimits } from '../../limits/limitFields';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { phoneNumber, senderId } from '../../values/readers';
import { keepBack } from '../keepBack';
import { requestOperation } from '../declared';

const kept = keepBack(smsLimits, 'skipDuplicates', 'skipSuppressed', 'sendWindow');

export const operation = requestOperation({
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send SMS in bulk',
	description: 'Send one text message for each input item, with many in one request',
	request: { method: 'POST', url: '/v1/sms/bulk' },
	effect: 'send',
	answer: 'bulk-answer',
	inBatches: true,
	body: { to: phoneNumber, from: senderId, text: smsText },
	...kept.steps,
	fields: [
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
	],
});
