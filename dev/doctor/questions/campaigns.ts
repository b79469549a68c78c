import { randomUUID } from 'node:crypto';

import { isObject } from '../../../nodes/MessagingService/service/answer.ts';
import { refusalToRead } from '../../../nodes/MessagingService/service/reports.ts';
import { asText } from '../../../nodes/MessagingService/values/parsing.ts';
import type { Asking, Sending } from '../ask.ts';
import type { Findings } from '../findings.ts';
import { asked, entriesIn, isDone, judgeBody } from '../judge.ts';
import { judgeList } from './lists.ts';
import { judgeDelivery } from './reports.ts';
import { statusOf } from '../shapes.ts';

const TEXT = 'Test of a campaign by npm run doctor.';
const PAUSE_MS = 5000;
const DAY_MS = 86_400_000;

/** Reads a campaign that is there. */
export async function readCampaign(asking: Asking, findings: Findings, id: string): Promise<void> {
	await asked(asking, findings, { method: 'GET', path: '/campaigns/{id}', id });
	const messages = await asked(asking, findings, {
		method: 'GET',
		path: '/campaigns/{id}/messages',
		id,
	});
	judgeList(messages, findings);
	const reports = await asked(asking, findings, {
		method: 'GET',
		path: '/campaigns/{id}/reports',
		id,
	});
	judgeList(reports, findings);
	judgeDelivery(entriesIn(reports) ?? [], findings);
}

/** A campaign that starts at once, and one for tomorrow that is canceled; both to one number. */
export async function sendCampaigns(
	asking: Asking,
	findings: Findings,
	sending: Sending,
): Promise<void> {
	const { to, from, waitMs, pause } = sending;
	const body = { name: newName(), from, text: TEXT, recipients: [to] };
	const answer = await asked(asking, findings, { method: 'POST', path: '/campaigns', body });
	if (!judgeBody('campaign-create', answer, findings)) return;
	const id = campaignIdIn(answer.json);
	if (id === undefined) return findings.notTried('campaign-start', 'no campaignId came');
	for (let waited = PAUSE_MS; ; waited += PAUSE_MS) {
		await pause(PAUSE_MS);
		const request = { method: 'GET', path: '/campaigns/{id}/messages', id } as const;
		const messages = await asked(asking, findings, request);
		const entries = entriesIn(messages);
		if (entries?.length) {
			findings.asAssumed('campaign-start', 'its message is there');
			break;
		}
		if (messages.status && waited < waitMs) continue;
		const change = 'Campaign Create: fill in Scheduled At';
		const came = `its messages are answered ${statusOf(messages)} after ${waited / 1000} s`;
		if (entries) findings.different('campaign-start', came, change);
		else findings.notTried('campaign-start', came);
		break;
	}
	await readCampaign(asking, findings, id);
	await cancelOne(asking, findings, { ...body, name: newName() });
}

async function cancelOne(asking: Asking, findings: Findings, campaign: object): Promise<void> {
	const scheduledAt = new Date(Date.now() + DAY_MS).toISOString();
	const body = { ...campaign, scheduledAt };
	const created = await asked(asking, findings, { method: 'POST', path: '/campaigns', body });
	if (!judgeBody('campaign-create', created, findings)) return;
	const id = campaignIdIn(created.json);
	if (id === undefined) return findings.notTried('campaign-cancel', 'no campaignId came');
	const request = { method: 'POST', path: '/campaigns/{id}/cancel', id, body: {} } as const;
	const answer = await asked(asking, findings, request);
	const isFine = () => isDone(answer) || refusalToRead(answer.json, true) === undefined;
	judgeBody('campaign-cancel', answer, findings, isFine);
}

function campaignIdIn(json: unknown): string | undefined {
	const objects = [json, ...(isObject(json) ? Object.values(json) : [])].filter(isObject);
	const ids = objects.flatMap((object) =>
		Object.entries(object).filter(
			([name, value]) => /^(campaign[_-]?)?(id|uuid)$/i.test(name) && typeof value !== 'object',
		),
	);
	return ids.map(([, value]) => asText(value ?? '')).find(Boolean);
}

/** A name that nothing in the account has. */
const newName = () => `Doctor ${randomUUID().slice(0, 8)}`;
