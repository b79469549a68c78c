import type { FastifyInstance } from 'fastify';
import { deliveryReport, sendResponse } from '../messages.ts';
import { invalid } from '../refusal.ts';
import type { Store } from '../store.ts';
import {
	optionalTime,
	requireObject,
	requirePhoneNumber,
	requireSmsText,
	requireText,
} from '../validation.ts';
import type { Fields } from '../validation.ts';

interface ById {
	Params: { campaignId: string };
}

function requireRecipients(fields: Fields): string[] {
	const { recipients } = fields;
	if (!Array.isArray(recipients) || recipients.length === 0) {
		throw invalid('recipients must be an array of at least one phone number');
	}
	const named: Fields = Object.fromEntries(recipients.entries());
	return recipients.map((_, index) => requirePhoneNumber(named, `${index}`, 'recipients'));
}

export function addCampaignRoutes(app: FastifyInstance, store: Store): void {
	const { campaigns, clock } = store;

	app.post('/campaigns', async (request) => {
		const fields = requireObject(request.body);
		return campaigns.create({
			name: requireText(fields, 'name'),
			from: requireText(fields, 'from'),
			text: requireSmsText(fields, 'text'),
			recipients: requireRecipients(fields),
			scheduledAt: optionalTime(fields, 'scheduledAt'),
		});
	});

	app.get<ById>('/campaigns/:campaignId', async ({ params }) => campaigns.view(params.campaignId));

	app.get<ById>('/campaigns/:campaignId/messages', async ({ params }) =>
		campaigns.messages(params.campaignId).map((message) => ({
			...sendResponse(message),
			to: message.to,
		})),
	);

	app.get<ById>('/campaigns/:campaignId/reports', async ({ params }) =>
		campaigns
			.messages(params.campaignId)
			.flatMap((message) => deliveryReport(message, clock.now())),
	);

	app.post<ById>('/campaigns/:campaignId/cancel', async ({ params }) =>
		campaigns.cancel(params.campaignId),
	);
}
