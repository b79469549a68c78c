import { matchEntries } from '../../../nodes/MessagingService/run/batchAnswer.ts';
import { isObject } from '../../../nodes/MessagingService/service/answer.ts';
import { measureSms } from '../../../nodes/MessagingService/smsText/parts.ts';
import { asText } from '../../../nodes/MessagingService/values/parsing.ts';
import type { Options } from '../arguments.ts';
import type { Asking, Sending } from '../ask.ts';
import { sendCampaigns } from './campaigns.ts';
import { sendEmail, sendViber } from './channels.ts';
import type { Findings } from '../findings.ts';
import { asked, judgeBody } from '../judge.ts';
import { judgePrice, readAmounts } from './price.ts';
import { followReport } from './reports.ts';
import { isTime, isUuid, shapeOf } from '../shapes.ts';

type Planned = { says: string; send: () => Promise<unknown> };

/** Two parts, so that the reports show how parts look. */
const LONG =
	'Test 1 by npm run doctor. This text is long on purpose, so that the service has to cut it into two SMS parts. The doctor then compares what the service says about each of the two parts.';
const SHORT = ['Test 2 by npm run doctor.', 'Test 3 by npm run doctor.'];

/** All that is to be sent: nothing that is not in this list. */
export function planned(asking: Asking, findings: Findings, options: Options): Planned[] {
	const { 'send-to': to, from = '', 'email-to': emailTo, 'email-from': emailFrom = '' } = options;
	const sending = { to: to ?? '', from, waitMs: options.wait * 1000, pause: asking.pause };
	const sms: Planned = {
		says: `3 SMS from ${from} to ${to}: 1 by itself with ${partsOf(LONG)} parts, then 2 in one bulk request with 1 part each. You may pay for 4 SMS parts`,
		send: async () => await sendSms(asking, findings, sending),
	};
	const campaign: Planned = {
		says: `2 campaigns from ${from} to ${to} only: 1 SMS at once, and 1 SMS tomorrow that is canceled at once. If canceling doesn't work, it arrives tomorrow. You may pay for 2 SMS parts`,
		send: async () => await sendCampaigns(asking, findings, sending),
	};
	const viber: Planned = {
		says: `1 Viber message from ${from} to ${to}. You may pay for it`,
		send: async () => await sendViber(asking, findings, sending),
	};
	const email: Planned = {
		says: `1 email from ${emailFrom} to ${emailTo}. You may pay for it`,
		send: async () => await sendEmail(asking, findings, emailTo ?? '', emailFrom),
	};
	return [
		...(to ? [sms] : []),
		...(options.campaign ? [campaign] : []),
		...(options.viber ? [viber] : []),
		...(emailTo ? [email] : []),
	];
}

const partsOf = (text: string) => measureSms(text).parts;

/** One SMS, then a bulk of two with as many parts: the balance shows whether each part is paid for. */
async function sendSms(asking: Asking, findings: Findings, sending: Sending): Promise<void> {
	const { to, from } = sending;
	const balances = [await readAmounts(asking, findings)];
	const single = await sendSingle(asking, findings, sending);
	if (!single) return;
	balances.push(await readAmounts(asking, findings));
	const batch = SHORT.map((text) => ({ to, from, text }));
	const answer = await asked(asking, findings, {
		method: 'POST',
		path: '/v1/sms/bulk',
		body: batch,
	});
	if (!judgeBody('bulk-request', answer, findings)) return;
	balances.push(await readAmounts(asking, findings));
	// Both went to one number. In your batches each has its own, by which the node finds its entry.
	const other = `${to.slice(0, -1)}${(Number(to.at(-1)) + 1) % 10}`;
	const matched = matchEntries(withOther(answer.json, to, other), [
		batch[0],
		{ ...batch[1], to: other },
	]);
	if (matched) findings.asAssumed('bulk-answer', shapeOf(answer.json));
	else {
		const change =
			'Send Bulk gives the whole answer with the first item of each batch: use Send where each item needs its ID';
		findings.different('bulk-answer', shapeOf(answer.json), change);
	}
	for (const [index, { entry }] of (matched ?? []).entries()) {
		await followSent(asking, findings, sending, entry, SHORT[index]);
	}
	judgePrice(balances, findings);
}

/** The answer as if the second message had gone to another number. */
function withOther(json: unknown, to: string, other: string, isSecond = false): unknown {
	if (typeof json === 'string') return isSecond ? json.replaceAll(to, other) : json;
	if (typeof json === 'number') return isSecond && String(json) === to ? Number(other) : json;
	if (Array.isArray(json)) {
		const isOfBatch = json.length === SHORT.length;
		return json.map((entry, index) =>
			withOther(entry, to, other, isSecond || (isOfBatch && index === 1)),
		);
	}
	if (!isObject(json)) return json;
	const entries = Object.entries(json).map(([name, value]) => [
		isSecond ? name.replaceAll(to, other) : name,
		withOther(value, to, other, isSecond),
	]);
	return Object.fromEntries(entries);
}

async function sendSingle(asking: Asking, findings: Findings, sending: Sending): Promise<boolean> {
	const { to, from } = sending;
	const body = { to, from, text: LONG };
	const answer = await asked(asking, findings, { method: 'POST', path: '/v1/sms/single', body });
	if (!judgeBody('send-fields', answer, findings)) return false;
	const { json } = answer;
	const isSpecified =
		isObject(json) &&
		isUuid(json.messageId) &&
		isTime(json.sent) &&
		Array.isArray(json.partIds) &&
		json.partIds.every((id) => typeof id === 'string');
	if (isSpecified) findings.asAssumed('send-answer', shapeOf(json));
	else {
		const change =
			'Send gives what came: take its fields from there in expressions. Wait for Delivery needs messageId at the top';
		findings.different('send-answer', shapeOf(json), change);
	}
	await followSent(asking, findings, sending, json, LONG);
	return true;
}

/** Follows a message that the service has accepted to its end, and counts its parts. */
export async function followSent(
	asking: Asking,
	findings: Findings,
	sending: Sending,
	answer: unknown,
	text: string,
): Promise<void> {
	const expected = partsOf(text);
	const { messageId, partIds } = holderOf(answer);
	const entries = messageId
		? await followReport(asking, findings, messageId, { ...sending, parts: expected })
		: [];
	const counts = [partIds?.length ?? 0, entries.length].filter((count) => count > 0);
	if (!counts.length) return;
	const came = `${counts.join(' and ')} for a text of ${expected}`;
	if (counts.every((count) => count === expected)) findings.asAssumed('sms-parts', came);
	else {
		const change = 'SMS → Preview and Most Parts may count other parts than the service';
		findings.different('sms-parts', came, change);
	}
}

/** The ID and the parts in an answer, also one level down and under other names: only to follow the message. */
export function holderOf(answer: unknown): { messageId?: string; partIds?: unknown[] } {
	const inner = isObject(answer) ? Object.values(answer) : [];
	const lists = inner.filter((value): value is unknown[] => Array.isArray(value));
	const objects = [answer, ...inner, ...lists.map(([first]) => first)].filter(isObject);
	for (const object of objects) {
		const id = Object.entries(object).find(
			([name, value]) =>
				/^((message|msg|sms)[_-]?)?(id|uuid)$/i.test(name) &&
				typeof value !== 'object' &&
				asText(value),
		);
		if (!id) continue;
		const parts = Object.entries(object).find(
			([name, value]) => /^parts?[_-]?(ids?|uuids?)$/i.test(name) && Array.isArray(value),
		);
		return { messageId: asText(id[1]), partIds: parts?.[1] as unknown[] | undefined };
	}
	return {};
}
