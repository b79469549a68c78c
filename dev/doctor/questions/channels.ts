import { isObject } from '../../../nodes/MessagingService/service/answer.ts';
import { customPath } from '../../../nodes/MessagingService/values/path.ts';
import { isGiven } from '../../../nodes/MessagingService/service/reports.ts';
import type { Answer, Asking, Sending } from '../ask.ts';
import type { Findings } from '../findings.ts';
import { asked, entriesIn, isJson, isMissing, isUnauthorized, judgeBody } from '../judge.ts';
import { askForReport } from './reports.ts';
import { shapeOf, statusOf } from '../shapes.ts';

const PAUSE_MS = 5000;
const TEXT = 'Test by npm run doctor.';

/** One Viber message; its ID has to open a report. */
export async function sendViber(
	asking: Asking,
	findings: Findings,
	{ to, from, waitMs, pause }: Sending,
): Promise<void> {
	const path = customPath(asking.credentials, 'viberPath');
	const answer = await asked(asking, findings, {
		method: 'POST',
		path,
		body: { to, from, text: TEXT },
	});
	judgePath('Viber Path', path, answer, findings);
	if (!judgeBody('viber-request', answer, findings)) return;
	const { json } = answer;
	const change = 'The delivery of Viber messages cannot be read with SMS → Get Delivery Report';
	if (!isObject(json) || !isGiven(json.messageId) || typeof json.messageId === 'object') {
		return findings.different('viber-delivery', shapeOf(json), change);
	}
	for (let waited = PAUSE_MS; ; waited += PAUSE_MS) {
		await pause(PAUSE_MS);
		const report = await askForReport(asking, findings, String(json.messageId));
		const entries = entriesIn(report);
		if (entries?.length) return findings.asAssumed('viber-delivery', 'its report came');
		if (report.status && waited < waitMs) continue;
		const came = `after ${waited / 1000} s the report is answered ${statusOf(report)}`;
		if (entries || isUnauthorized(report)) {
			findings.notTried('viber-delivery', `${came}; it takes --message-id ID later`);
		} else findings.different('viber-delivery', came, change);
		return;
	}
}

export async function sendEmail(
	asking: Asking,
	findings: Findings,
	to: string,
	from: string,
): Promise<void> {
	const path = customPath(asking.credentials, 'emailPath');
	const body = { to, from, subject: TEXT, text: TEXT, html: `<p>${TEXT}</p>` };
	const answer = await asked(asking, findings, { method: 'POST', path, body });
	judgePath('Email Path', path, answer, findings);
	judgeBody('email-request', answer, findings);
}

function judgePath(field: string, path: string, answer: Answer, findings: Findings): void {
	if (isMissing(answer)) {
		const change = `Credential: Custom Paths on. Ask the service for the path, and fill in ${field}`;
		findings.different('channel-paths', `${path} is answered ${statusOf(answer)}`, change);
	} else if (isJson(answer)) findings.asAssumed('channel-paths', `${path} is there`);
}
