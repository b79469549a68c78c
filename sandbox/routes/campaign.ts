import { report, sentTo } from '../contract/answers.ts';
import { asking, assumedOperation, sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import {
	count,
	list,
	object,
	oneOf,
	phoneNumber,
	smsText,
	text,
	time,
} from '../contract/values.ts';
import { deliveryReport, sendResponse } from '../messages/messages.ts';

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

const create = assumedOperation('Campaign', 'Create a campaign', {
	body: object({ ...content, recipients }, { scheduledAt: time }),
	answer: campaign,
});
const get = assumedOperation('Campaign', 'A campaign', { params, answer: campaign });
const getMessages = assumedOperation('Campaign', 'The messages of a campaign', {
	params,
	answer: list(sentTo),
});
const getReports = assumedOperation('Campaign', 'The delivery reports of a campaign', {
	params,
	answer: report,
});
const cancel = assumedOperation('Campaign', 'Stop a campaign before it has sent to everybody', {
	params,
	answer: campaign,
});

export function addCampaignRoutes(app: App): void {
	app.post('/campaigns', { schema: create, ...sending }, async ({ body, logged, sandbox }) => {
		const { name, from, text, recipients, scheduledAt } = body;
		const start = scheduledAt === undefined ? undefined : Date.parse(scheduledAt);
		if (logged) logged.accepted = recipients;
		return sandbox.store.campaigns.create({ name, from, text, recipients, scheduledAt: start });
	});

	app.get('/campaigns/:campaignId', { schema: get, ...asking }, async ({ params, sandbox }) =>
		sandbox.store.campaigns.view(params.campaignId),
	);

	app.get('/campaigns/:campaignId/messages', { schema: getMessages }, async ({ params, sandbox }) =>
		sandbox.store.campaigns
			.messages(params.campaignId)
			.map((message) => ({ ...sendResponse(message), to: message.to })),
	);

	app.get(
		'/campaigns/:campaignId/reports',
		{ schema: getReports, ...asking },
		async ({ params, sandbox }) =>
			sandbox.store.campaigns
				.messages(params.campaignId)
				.flatMap((message) => deliveryReport(message, sandbox.clock.now())),
	);

	app.post('/campaigns/:campaignId/cancel', { schema: cancel }, async ({ params, sandbox }) =>
		sandbox.store.campaigns.cancel(params.campaignId),
	);
}
