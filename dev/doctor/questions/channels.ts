import { asText, isObject } from '../node.ts';
import type { Asking } from '../ask.ts';
import type { Answer, Sending } from '../exchange.ts';
import type { Findings } from '../findings.ts';
import {
	asked,
	entriesIn,
	isJson,
	isMissing,
	isUnauthorized,
	judgeBody,
	NO_SETTING,
} from '../judge.ts';
import { askForReport } from './reports.ts';
import { shapeOf, statusOf } from '../shapes.ts';

const PAUSE_MS = 5000;
const TEXT = 'Test by npm run doctor.';

/** One Viber message; its ID has to open a report. */
export async function sendViber(asking: Asking, { to, from, waitMs }: Sending): Promise<void> {
	const { findings } = asking;
	const body = { to, from, text: TEXT };
	const answer = await asked(asking, { name: 'POST {viberPath}', body });
	judgePath('Viber Path', answer, findings);
	if (!judgeBody('viber-request', answer, findings)) return;
	const { json } = answer;
	const change = `${NO_SETTING}: SMS → Get Delivery Report can't read the delivery of Viber messages`;
	const id = isObject(json) ? asText(json.messageId) : '';
	if (!id) return findings.different('viber-delivery', shapeOf(json), change);
	for (let waited = PAUSE_MS; ; waited += PAUSE_MS) {
		await asking.pause(PAUSE_MS);
		const report = await askForReport(asking, id);
		const entries = entriesIn(report, id);
		if (entries?.length) return findings.asAssumed('viber-delivery', 'its report came');
		if (report.status && waited < waitMs) continue;
		const came = `after ${waited / 1000} s the report is answered ${statusOf(report)}`;
		if (entries || isUnauthorized(report)) {
			findings.notTried('viber-delivery', `${came}; it takes --message-id ID later`);
		} else findings.different('viber-delivery', came, change);
		return;
	}
}

export async function sendEmail(asking: Asking, to: string, from: string): Promise<void> {
	const { findings } = asking;
	const body = { to, from, subject: TEXT, text: TEXT, html: `<p>${TEXT}</p>` };
	const answer = await asked(asking, { name: 'POST {emailPath}', body });
	judgePath('Email Path', answer, findings);
	judgeBody('email-request', answer, findings);
}

function judgePath(field: string, answer: Answer, findings: Findings): void {
	if (isMissing(answer)) {
		const change = `Credential: Custom Paths on. Ask the service for the path, and fill in ${field}`;
		findings.different('channel-paths', `${field} is answered ${statusOf(answer)}`, change);
	} else if (isJson(answer)) findings.asAssumed('channel-paths', `${field} leads somewhere`);
}
