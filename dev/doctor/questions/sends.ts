import type { IDataObject } from 'n8n-workflow';

import {
	asText,
	contract,
	isGiven,
	isObject,
	measureSms,
	noIn,
	servicesNumber,
	verdictOn,
} from '../node.ts';
import type { Options } from '../arguments.ts';
import type { Asking } from '../ask.ts';
import type { Sending } from '../exchange.ts';
import { sendCampaigns } from './campaigns.ts';
import { sendEmail, sendViber } from './channels.ts';
import { asked, isJson, judgeBody, NO_SETTING } from '../judge.ts';
import { operationOf } from '../operations.ts';
import { judgePrice, readAmounts } from './price.ts';
import type { Balances } from './price.ts';
import { followReport } from './reports.ts';
import { shapeOf } from '../shapes.ts';

type Planned = { says: string; send: () => Promise<unknown> };

/** Two parts, so that the reports show how parts look. */
const LONG =
	'Test 1 by npm run doctor. This text is long on purpose, so that the service has to cut it into two SMS parts. The doctor then compares what the service says about each of the two parts.';
const SHORT = ['Test 2 by npm run doctor.', 'Test 3 by npm run doctor.'];

/** All that is to be sent: nothing that is not in this list. */
export function planned(asking: Asking, options: Options): Planned[] {
	const { 'send-to': to, from = '', 'email-to': emailTo, 'email-from': emailFrom = '' } = options;
	const sending = { to: to ?? '', from, waitMs: options.wait * 1000 };
	const balances: Balances = [];
	const all: Array<[isWanted: unknown, says: string, send: Planned['send']]> = [
		[
			to,
			`1 SMS from ${from} to ${to} with ${partsOf(LONG)} parts. You may pay for ${partsOf(LONG)} SMS parts`,
			async () => await sendSingle(asking, sending, balances),
		],
		[
			to,
			`2 SMS from ${from} to ${to} in one bulk request, with 1 part each. You may pay for 2 SMS parts`,
			async () => await sendBulk(asking, sending, balances),
		],
		[
			options.campaign,
			`2 campaigns from ${from} to ${to} only: 1 SMS at once, and 1 SMS tomorrow that is canceled at once. If canceling doesn't work, it arrives tomorrow. You may pay for 2 SMS parts`,
			async () => await sendCampaigns(asking, sending),
		],
		[
			options.viber,
			`1 Viber message from ${from} to ${to}. You may pay for it`,
			async () => await sendViber(asking, sending),
		],
		[
			emailTo,
			`1 email from ${emailFrom} to ${emailTo}. You may pay for it`,
			async () => await sendEmail(asking, emailTo ?? '', emailFrom),
		],
	];
	return all.flatMap(([isWanted, says, send]) => (isWanted ? [{ says, send }] : []));
}

const partsOf = (text: string) => measureSms(text).parts;

async function sendSingle(asking: Asking, sending: Sending, balances: Balances): Promise<void> {
	const { findings } = asking;
	const { to, from } = sending;
	balances.push(await readAmounts(asking));
	const body = { to, from, text: LONG };
	const answer = await asked(asking, { name: 'POST /v1/sms/single', body });
	const { json } = answer;
	if (judgeBody('send-fields', answer, findings)) {
		const { fields } = contract['send-answer'];
		const missing = fields.filter((name) => !isGiven((json as IDataObject)[name]));
		const change = `${NO_SETTING}: in the next node, use what came in place of these fields. Wait for Delivery counts parts by partIds`;
		findings.judge('send-answer', !missing.length, shapeOf(json), change);
		await followSent(asking, sending, json, LONG);
		balances.push(await readAmounts(asking));
	} else if (isJson(answer) && noIn(json, 'change') === undefined) {
		const change = `${NO_SETTING}: Send needs a messageId at the top of the answer. Without it, the outcome of each message isn't known`;
		findings.different('send-answer', shapeOf(json), change);
	}
}

/** As many parts as the single SMS had: the balance shows whether each part is paid for. */
async function sendBulk(asking: Asking, sending: Sending, balances: Balances): Promise<void> {
	const { findings } = asking;
	const { to, from } = sending;
	const body = SHORT.map((text) => ({ to, from, text }));
	const answer = await asked(asking, { name: 'POST /v1/sms/bulk', body });
	if (!judgeBody('bulk-request', answer, findings)) return;
	balances.push(await readAmounts(asking));
	// Both went to one number. In your batches each has its own, by which the node finds its entry.
	const other = `${to.slice(0, -1)}${(Number(to.at(-1)) + 1) % 10}`;
	const { json } = answer;
	const verdict = verdictOn(Array.isArray(json) ? withOther(json, to, other) : json, {
		...operationOf('POST /v1/sms/bulk'),
		batch: [body[0], { ...body[1], to: other }],
	});
	const change = `${NO_SETTING}: Send Bulk gives the whole answer with the first item of each batch. Use Send where each item needs its ID`;
	findings.judge('bulk-answer', 'each' in verdict, shapeOf(json), change);
	for (const [index, entry] of ('each' in verdict ? verdict.each : []).entries()) {
		await followSent(asking, sending, entry, SHORT[index]);
	}
	judgePrice(balances, to, findings);
}

/** The answer as if the second message had gone to another number. */
function withOther([first, second, ...more]: unknown[], to: string, other: string): unknown[] {
	if (!isObject(second)) return [first, second, ...more];
	const { by } = contract['bulk-answer'];
	const named = by.filter((name) => servicesNumber(second[name]) === to);
	const replaced = Object.fromEntries(named.map((name) => [name, other]));
	return [first, { ...second, ...replaced }, ...more];
}

/** Follows a message that the service has accepted to its end, and counts its parts. */
async function followSent(
	asking: Asking,
	sending: Sending,
	answer: unknown,
	text: string,
): Promise<void> {
	const { findings } = asking;
	const expected = partsOf(text);
	const { messageId, partIds } = isObject(answer) ? answer : {};
	const entries = isGiven(messageId)
		? await followReport(asking, asText(messageId), { ...sending, parts: expected })
		: [];
	const counts = [Array.isArray(partIds) ? partIds.length : 0, entries.length].filter(Boolean);
	if (!counts.length) return;
	const came = `${counts.join(' and ')} for a text of ${expected}`;
	const change = 'SMS → Preview and Max Parts may count other parts than the service';
	findings.judge(
		'sms-parts',
		counts.every((count) => count === expected),
		came,
		change,
	);
}
