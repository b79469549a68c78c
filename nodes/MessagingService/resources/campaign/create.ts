import {
	assumedBody,
	assumedOptions,
	exact,
	peopleField,
	sender,
	text,
	wordsField,
} from '../../fields/common';
import { defaultCountry } from '../../fields/defaultCountry';
import { bodyFields, optionsWith } from '../../fields/requestFields';
import { smsLimits } from '../../limits/limitFields';
import { withinLimits } from '../../limits/withinLimits';
import { simplifyOption, smsText } from '../../smsText/smsText';
import { optionalFutureTime, phoneNumberList, requiredText, senderId } from '../../values/readers';
import { requestOperation } from '../declared';

export const operation = requestOperation({
	name: 'Create',
	value: 'create',
	action: 'Create campaign',
	description: 'Create a campaign that sends one text to many recipients',
	request: { method: 'POST', url: '/campaigns' },
	effect: 'change',
	body: {
		name: requiredText,
		from: senderId,
		text: smsText,
		recipients: phoneNumberList,
		scheduledAt: optionalFutureTime,
	},
	before: [withinLimits],
	fields: [
		...assumedBody([
			wordsField('Name', 'name', {
				required: true,
				placeholder: 'e.g. Spring sale',
				description: 'What to call the campaign',
			}),
			sender,
			text,
			peopleField('Recipients', 'recipients', {
				typeOptions: { rows: 3 },
				required: true,
				placeholder: 'e.g. +370 600 12345, +370 600 12346',
				description:
					'Phone numbers with their country code, separated by commas or new lines. An expression can also return a list.',
				builderHint: {
					propertyHint:
						'All numbers of the campaign: each input item creates a campaign of its own. For a list of items, set executeOnce: true on this node and use expr(\'{{ $jmespath($("Read Contacts").all(), "[*].json.phone") }}\'). Everybody gets the same text. For a text of their own, use the resource sms and the operation sendBulk.',
				},
			}),
		]),
		optionsWith(
			assumedOptions([
				exact({
					displayName: 'Scheduled At',
					name: 'scheduledAt',
					type: 'dateTime',
					default: '',
					description:
						'When to start the campaign, in the time zone of the workflow. Leave empty to start at once.',
				}),
				defaultCountry,
				simplifyOption,
				smsLimits,
				bodyFields('validity', '24'),
			]),
		),
	],
});
