import { randomUUID } from 'node:crypto';

import { asText, isObject } from '../node.ts';
import type { Asking } from '../ask.ts';
import type { Sending } from '../exchange.ts';
import { asked, entriesIn, judgeBody } from '../judge.ts';
import { judgeList } from './lists.ts';
import { judgeDelivery } from './reports.ts';
import { statusOf } from '../shapes.ts';

const TEXT = 'Test of a campaign by npm run doctor.';
const PAUSE_MS = 5000;
const DAY_MS = 86_400_000;

/** Reads a campaign that is there. */
export async function readCampaign(asking: Asking, id: string): Promise<void> {
	await asked(asking, { name: 'GET /campaigns/{id}', id });
	judgeList(await asked(asking, { name: 'GET /campaigns/{id}/messages', id }), asking);
	const reports = await asked(asking, { name: 'GET /campaigns/{id}/reports', id });
	judgeList(reports, asking);
	judgeDelivery(entriesIn(reports) ?? [], asking);
}

/** A campaign that starts at once, and one for tomorrow that is canceled; both to one number. */
export async function sendCampaigns(asking: Asking, sending: Sending): Promise<void> {
	const { findings } = asking;
	const { to, from, waitMs } = sending;
	const body = { name: newName(), from, text: TEXT, recipients: [to] };
	const answer = await asked(asking, { name: 'POST /campaigns', body });
	if (!judgeBody('campaign-create', answer, findings)) return;
	const id = campaignIdIn(answer.json);
	if (!id) return findings.notTried('campaign-start', NO_ID);
	for (let waited = PAUSE_MS; ; waited += PAUSE_MS) {
		await asking.pause(PAUSE_MS);
		const request = { name: 'GET /campaigns/{id}/messages', id } as const;
		const messages = await asked(asking, request);
		const { lists } = judgeList(messages, asking);
		if (lists.some(({ value }) => Array.isArray(value) && value.length)) {
			findings.asAssumed('campaign-start', 'its message is there');
			break;
		}
		if (messages.status && waited < waitMs) continue;
		const change = 'Campaign Create: fill in Scheduled At';
		const came = `its messages are answered ${statusOf(messages)} after ${waited / 1000} s`;
		if (!messages.problem) findings.different('campaign-start', came, change);
		break;
	}
	await readCampaign(asking, id);
	await cancelOne(asking, { ...body, name: newName() });
}

async function cancelOne(asking: Asking, campaign: object): Promise<void> {
	const { findings } = asking;
	const scheduledAt = new Date(Date.now() + DAY_MS).toISOString();
	const body = { ...campaign, scheduledAt };
	const created = await asked(asking, { name: 'POST /campaigns', body });
	if (!judgeBody('campaign-create', created, findings)) return;
	const id = campaignIdIn(created.json);
	if (!id) return findings.notTried('campaign-cancel', NO_ID);
	const request = { name: 'POST /campaigns/{id}/cancel', id, body: {} } as const;
	judgeBody('campaign-cancel', await asked(asking, request), findings);
}

const NO_ID = 'the answer has neither campaignId nor id';

const campaignIdIn = (json: unknown) =>
	isObject(json) ? asText(json.campaignId) || asText(json.id) : '';

/** A name that nothing in the account has. */
const newName = () => `Doctor ${randomUUID().slice(0, 8)}`;
