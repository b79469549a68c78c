import type { FromSchema } from 'json-schema-to-ts';
import { iso } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { filled, moment, object, phoneNumber, smsText, text } from '../contract/values.ts';
import type { Message, Outgoing } from './messages.ts';
import { Refusal, notFound } from '../traffic/refusal.ts';
import { cutIntoParts } from './smsParts.ts';

/** A campaign sends to one recipient after the other, this many milliseconds apart. */
const pace = 200;

/** A campaign without what follows from it. */
export const savedCampaign = object(
	{
		campaignId: text,
		name: text,
		from: text,
		text: smsText,
		recipients: filled(phoneNumber),
		createdAt: moment,
	},
	{ scheduledAt: moment, cancelledAt: moment },
);

type SavedCampaign = FromSchema<typeof savedCampaign>;
type NewCampaign = Pick<SavedCampaign, 'name' | 'from' | 'text' | 'recipients' | 'scheduledAt'>;

interface Campaign extends SavedCampaign {
	parts: string[];
	messages: Message[];
}

type SendOne = (outgoing: Outgoing, sentAt: number) => Message;

/** Campaigns, which send their recipients gradually on the clock until they end or are cancelled. */
export function createCampaigns(clock: Clock, newId: () => string, sendOne: SendOne) {
	const byId = new Map<string, Campaign>();

	const startOf = (campaign: Campaign) => campaign.scheduledAt ?? campaign.createdAt;

	function stateOf(campaign: Campaign) {
		if (campaign.cancelledAt !== undefined) return 'cancelled';
		if (campaign.messages.length >= campaign.recipients.length) return 'finished';
		return clock.now() < startOf(campaign) ? 'scheduled' : 'running';
	}

	const view = (campaign: Campaign) => ({
		campaignId: campaign.campaignId,
		name: campaign.name,
		from: campaign.from,
		text: campaign.text,
		state: stateOf(campaign),
		recipients: campaign.recipients.length,
		sent: campaign.messages.length,
		created: iso(campaign.createdAt),
		scheduledAt: campaign.scheduledAt === undefined ? undefined : iso(campaign.scheduledAt),
		cancelled: campaign.cancelledAt === undefined ? undefined : iso(campaign.cancelledAt),
	});

	function sendDue(campaign: Campaign) {
		const { campaignId, from, text, parts, recipients, messages } = campaign;
		const fields = { text };
		while (campaign.cancelledAt === undefined && messages.length < recipients.length) {
			const due = startOf(campaign) + pace * (messages.length + 1);
			if (due > clock.now()) return;
			const to = recipients[messages.length];
			messages.push(sendOne({ channel: 'sms', to, from, parts, fields, campaignId }, due));
		}
	}

	function get(campaignId: string): Campaign {
		const campaign = byId.get(campaignId);
		if (campaign === undefined) throw notFound(`There is no campaign ${campaignId}`);
		return campaign;
	}

	function put(saved: SavedCampaign): Campaign {
		const campaign = { ...saved, parts: cutIntoParts(saved.text), messages: [] };
		byId.set(campaign.campaignId, campaign);
		return campaign;
	}

	return {
		/** Sends what has become due since the last call; the service does so before every request. */
		sendAllDue: () => byId.forEach(sendDue),
		create(wanted: NewCampaign) {
			return view(put({ ...wanted, campaignId: newId(), createdAt: clock.now() }));
		},
		/** How long it still sends, in ms; nothing, if there is none, or it hasn't begun. */
		sendsForMs(campaignId: string): number {
			const campaign = byId.get(campaignId);
			if (!campaign || stateOf(campaign) !== 'running') return 0;
			return startOf(campaign) + pace * campaign.recipients.length - clock.now();
		},
		/** Goes on with a campaign that was saved, and gives its messages, of which there are none yet. */
		restore: (saved: SavedCampaign) => put(saved).messages,
		saved: (): SavedCampaign[] =>
			[...byId.values()].map((one) => ({ ...one, parts: undefined, messages: undefined })),
		view: (campaignId: string) => view(get(campaignId)),
		messages: (campaignId: string) => get(campaignId).messages,
		cancel(campaignId: string) {
			const campaign = get(campaignId);
			const state = stateOf(campaign);
			if (state === 'finished' || state === 'cancelled') {
				throw new Refusal(409, 'conflict', `The campaign is already ${state}`);
			}
			campaign.cancelledAt = clock.now();
			return view(campaign);
		},
		all: () => [...byId.values()].map(view),
	};
}
