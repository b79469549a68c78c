import * as campaign from '../contract/campaign.ts';
import { sending } from '../contract/operation.ts';
import type { App } from '../contract/typed.ts';
import { deliveryReport, sendResponse } from '../messages.ts';
import type { Store } from '../store.ts';

export function addCampaignRoutes(app: App, { campaigns, clock }: Store): void {
	app.post('/campaigns', { schema: campaign.create, ...sending }, async ({ body, logged }) => {
		const { name, from, text, recipients, scheduledAt } = body;
		const start = scheduledAt === undefined ? undefined : Date.parse(scheduledAt);
		if (logged) logged.accepted = recipients;
		return campaigns.create({ name, from, text, recipients, scheduledAt: start });
	});

	app.get('/campaigns/:campaignId', { schema: campaign.get }, async ({ params }) =>
		campaigns.view(params.campaignId),
	);

	app.get('/campaigns/:campaignId/messages', { schema: campaign.getMessages }, async ({ params }) =>
		campaigns.messages(params.campaignId).map((message) => ({
			...sendResponse(message),
			to: message.to,
		})),
	);

	app.get('/campaigns/:campaignId/reports', { schema: campaign.getReports }, async ({ params }) =>
		campaigns
			.messages(params.campaignId)
			.flatMap((message) => deliveryReport(message, clock.now())),
	);

	app.post('/campaigns/:campaignId/cancel', { schema: campaign.cancel }, async ({ params }) =>
		campaigns.cancel(params.campaignId),
	);
}
