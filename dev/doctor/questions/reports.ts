import type { IDataObject } from 'n8n-workflow';

import {
	asText,
	contract,
	hasArrived,
	hasEnded,
	hasFailed,
	isGiven,
	isIn,
	isNoError,
	timeIn,
} from '../node.ts';
import type { Asking } from '../ask.ts';
import type { Answer } from '../exchange.ts';
import type { Findings } from '../findings.ts';
import { asked, entriesIn, isSilent, NO_SETTING } from '../judge.ts';
import { judgeMethods } from './reads.ts';
import { shapeOf } from '../shapes.ts';

/** The first pause and the longest one between two reports, in ms, as Wait for Delivery has them. */
const PAUSES = { first: 1000, longest: 15_000 };

export async function askForReport(asking: Asking, id: string): Promise<Answer> {
	const body = { messageId: id };
	return await asked(asking, { name: 'POST /v1/sms/report', id, body });
}

/** Reads the report of a message that is there, both ways. */
export async function readReport(asking: Asking, id: string): Promise<void> {
	const { findings } = asking;
	const post = await askForReport(asking, id);
	await compareMethods(asking, id, post);
	judgeReport(post, findings, id);
	const entries = entriesIn(post, id) ?? [];
	judgeDelivery(entries, asking);
	judgeOpen(entries, asking, 'no end yet');
}

async function compareMethods(asking: Asking, id: string, post: Answer): Promise<void> {
	const { findings } = asking;
	if (findings.isDifferent('key-place')) return;
	const qs = { messageId: id };
	const get = await asked(asking, { name: 'GET /v1/sms/report', id, qs });
	if (isSilent(post) || isSilent(get)) return;
	const isSame = post.status === get.status && shapeOf(post.json) === shapeOf(get.json);
	// A part may have come further meanwhile.
	judgeMethods(isSame ? post : await askForReport(asking, id), get, findings);
}

/**
 * Reads the report of a message again and again until all of its parts are at their end, or the time is over.
 *
 * @returns the last entries
 */
export async function followReport(
	asking: Asking,
	id: string,
	{ parts, waitMs }: { parts: number; waitMs: number },
): Promise<IDataObject[]> {
	const { findings, account } = asking;
	const { states } = account;
	let waited = 0;
	let next = PAUSES.first;
	for (;;) {
		await asking.pause(next);
		waited += next;
		next = Math.min(PAUSES.longest, next * 1.5);
		const answer = await askForReport(asking, id);
		const entries = entriesIn(answer, id) ?? [];
		const byPart = new Map(entries.map((entry, place) => [asText(entry.partId) || place, entry]));
		const newest = [...byPart.values()];
		const isOver = newest.length >= parts && newest.every((entry) => hasEnded(entry, states));
		if (!isOver && waited < waitMs && answer.status !== 0) continue;
		await compareMethods(asking, id, answer);
		judgeReport(answer, findings, id);
		judgeDelivery(newest, asking);
		judgeOpen(newest, asking, `no end after ${Math.round(waited / 1000)} s`);
		return newest;
	}
}

/** What the report of a message that is there looks like. */
function judgeReport(answer: Answer, findings: Findings, id: string): void {
	if (answer.problem) return;
	const { json } = answer;
	const entries = entriesIn(answer, id);
	if (Array.isArray(json) && entries) findings.asAssumed('report-answer', 'a list');
	else {
		const change = entries
			? 'Get Delivery Report gives the whole answer as one item. Put a Split Out node behind it'
			: "Get Delivery Report gives what came, and Wait for Delivery and the trigger can't read it";
		findings.different('report-answer', shapeOf(json), `${NO_SETTING}: ${change}`);
	}
	if (entries?.length) judgeFields(entries, findings);
}

const FIELDS = contract['report-answer'].fields;
const OPTIONAL: string[] = ['delivered', 'errorCode'];

function judgeFields(entries: IDataObject[], findings: Findings): void {
	const isMissing = (name: string) =>
		!OPTIONAL.includes(name) && entries.some((entry) => !isGiven(entry[name]));
	const missing = FIELDS.filter(isMissing);
	const came = shapeOf(entries[0]);
	if (!missing.length) return findings.asAssumed('report-fields', came);
	const change = `${NO_SETTING}: in the next node, use the names that came. Wait for Delivery and the trigger go by messageId, partId, state, delivered, and errorCode`;
	findings.different('report-fields', `${came}; missing: ${missing.join(', ')}`, change);
}

/** What the entries say of the end of their parts, as the node reads them. */
export function judgeDelivery(entries: IDataObject[], { findings, account }: Asking): void {
	const { states } = account;
	for (const entry of entries) {
		const { delivered, errorCode, state } = entry;
		const known = stateOf(state);
		if (known !== undefined) findings.asAssumed('part-states', `seen: ${known}`);
		else if (isGiven(state)) findings.different('part-states', shapeOf(state), NO_NUMBER);
		const time = timeIn(delivered);
		const mended = known === undefined ? NO_STATE : 'Credential: Delivered States';
		if (hasArrived(entry, states)) {
			findings.asAssumed('part-arrived', 'a time of delivery, or a state that you entered');
			if (isNoError(errorCode) || isIn(states.delivered, state)) {
				findings.asAssumed('part-failed', 'a part that has arrived has no error code');
				findings.sawState(known, 'arrived');
			} else {
				const came = `an error code beside a time of delivery, which counts as delivered: ${shapeOf(errorCode)}`;
				findings.different(
					'part-failed',
					came,
					known === undefined ? NO_STATE : 'Credential: Failed States',
				);
				findings.sawState(known, 'perhaps');
			}
		} else if (hasFailed(entry, states)) {
			findings.asAssumed('part-failed', 'an error code, or a state that you entered');
			findings.sawState(known, 'failed');
		} else if (isGiven(delivered) && time === undefined && !isNever(delivered)) {
			const came = `delivered holds no time: ${shapeOf(delivered)}`;
			findings.different('part-arrived', came, mended);
			findings.sawState(known, 'perhaps');
		}
	}
}

/** The states of parts whose end the node can't see: a person may. */
function judgeOpen(entries: IDataObject[], { findings, account }: Asking, why: string): void {
	const open = entries.filter((entry) => !hasEnded(entry, account.states));
	for (const { state } of open) findings.sawState(stateOf(state), 'perhaps');
	const states = new Set(open.map(({ state }) => stateOf(state) ?? 'no whole number'));
	if (open.length) findings.notTried('part-arrived', `${why}, state: ${[...states].join(', ')}`);
}

const NO_NUMBER = `${NO_SETTING}: Delivered States and Failed States take whole numbers only. Leave them empty`;
const NO_STATE = `${NO_SETTING}: there is no state to go by`;

/** A date of year 1, of 9999, or of zeros, which some systems write where there is none. */
const isNever = (delivered: unknown) => /^(0|1|9)\d{3}-|^0+$/.test(asText(delivered));

/** A state that can be entered in the credential. It says nothing of anybody. */
function stateOf(state: unknown): string | undefined {
	const text = asText(state).trim();
	return /^-?\d{1,9}$/.test(text) ? text : undefined;
}
