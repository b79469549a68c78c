import { report, sentTo } from './messages.ts';
import { assumed, operation } from './operation.ts';
import { count, list, object, oneOf, phoneNumber, smsText, text, time } from './values.ts';

const params = object({ campaignId: text });
const content = { name: text, from: text, text: smsText };
const recipients = {
	...list(phoneNumber),
	minItems: 1,
	description: 'an array of at least one phone number',
} as const;

const campaign = object(
	{
		...content,
		campaignId: text,
		state: oneOf('scheduled', 'running', 'finished', 'cancelled'),
		recipients: count,
		sent: count,
		created: time,
	},
	{ scheduledAt: time, cancelled: time },
);

export const create = operation('Campaign', 'Create a campaign', {
	assumed: true,
	body: object({ ...content, recipients }, { scheduledAt: time }),
	answer: assumed(campaign),
});

export const get = operation('Campaign', 'A campaign', {
	assumed: true,
	params,
	answer: assumed(campaign),
});

export const getMessages = operation('Campaign', 'The messages of a campaign', {
	assumed: true,
	params,
	answer: assumed(list(sentTo)),
});

export const getReports = operation('Campaign', 'The delivery reports of a campaign', {
	assumed: true,
	params,
	answer: assumed(report),
});

export const cancel = operation('Campaign', 'Stop a campaign before it has sent to everybody', {
	assumed: true,
	params,
	answer: assumed(campaign),
});
