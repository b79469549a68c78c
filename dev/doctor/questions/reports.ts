import type { IDataObject } from 'n8n-workflow';

import {
	hasArrived,
	hasEnded,
	hasFailed,
	timeIn,
} from '../../../nodes/MessagingService/delivery/states.ts';
import { newestEntries } from '../../../nodes/MessagingService/delivery/summary.ts';
import { isGiven } from '../../../nodes/MessagingService/service/reports.ts';
import { isNoError } from '../../../nodes/MessagingService/service/saysNo.ts';
import type { Answer, Asking } from '../ask.ts';
import type { Findings } from '../findings.ts';
import { asked, entriesIn, isJson, isSilent } from '../judge.ts';
import { judgeMethods } from './reads.ts';
import { isTime, isUuid, shapeOf, statusOf } from '../shapes.ts';

const PATH = '/v1/sms/report';
const NO_STATES = { delivered: [], failed: [] };

/** The first pause and the longest one between two reports, in ms, as Wait for Delivery has them. */
const PAUSES = { first: 1000, longest: 15_000 };

export async function askForReport(
	asking: Asking,
	findings: Findings,
	id: string,
): Promise<Answer> {
	return await asked(asking, findings, { method: 'POST', path: PATH, id, body: { messageId: id } });
}

/** Reads the report of a message that is there, both ways. */
export async function readReport(asking: Asking, findings: Findings, id: string): Promise<void> {
	const post = await askForReport(asking, findings, id);
	await compareMethods(asking, findings, id, post);
	judgeReport(post, findings);
	judgeDelivery(entriesIn(post) ?? [], findings);
}

async function compareMethods(
	asking: Asking,
	findings: Findings,
	id: string,
	post: Answer,
): Promise<void> {
	if (findings.isDifferent('key-place')) return;
	const about = { method: 'GET', path: PATH, id, qs: { messageId: id } } as const;
	const get = await asked(asking, findings, about);
	if (isSilent(post) || isSilent(get)) return;
	const isSame = post.status === get.status && shapeOf(post.json) === shapeOf(get.json);
	// A part may have come further meanwhile.
	judgeMethods(isSame ? post : await askForReport(asking, findings, id), get, findings);
}

/**
 * Reads the report of a message again and again until all of its parts are at their end, or the time is over.
 *
 * @param pause waits so many ms
 * @returns the last entries
 */
export async function followReport(
	asking: Asking,
	findings: Findings,
	id: string,
	{ parts, waitMs, pause }: { parts: number; waitMs: number; pause: (ms: number) => Promise<void> },
): Promise<IDataObject[]> {
	let waited = 0;
	let next = PAUSES.first;
	for (;;) {
		await pause(next);
		waited += next;
		next = Math.min(PAUSES.longest, next * 1.5);
		const answer = await askForReport(asking, findings, id);
		const entries = entriesIn(answer) ?? [];
		const newest = [...newestEntries(entries).values()];
		const isOver = newest.length >= parts && newest.every((entry) => hasEnded(entry, NO_STATES));
		if (!isOver && waited < waitMs && answer.status !== 0) continue;
		await compareMethods(asking, findings, id, answer);
		judgeReport(answer, findings);
		judgeDelivery(newest, findings);
		if (!isOver && !findings.isDifferent('part-arrived')) {
			const states = [...new Set(newest.map(({ state }) => shapeless(state)))].join(', ');
			const why = `no end after ${Math.round(waited / 1000)} s${states && `, state ${states}`}. If the SMS has arrived, fill in the state as Delivered States in the credential`;
			findings.notTried('part-arrived', why);
		}
		return newest;
	}
}

/** What the report of a message that is there looks like. */
export function judgeReport(answer: Answer, findings: Findings): void {
	if (!isJson(answer))
		return findings.notTried('report-answer', `the report is answered ${statusOf(answer)}`);
	const { json } = answer;
	const change = 'Get Delivery Report gives what came: take its fields from there in expressions';
	if (Array.isArray(json)) findings.asAssumed('report-answer', 'a list');
	else
		findings.different(
			'report-answer',
			shapeOf(json),
			`${change}, or put a Split Out node behind it`,
		);
	const entries = entriesIn(answer);
	if (!entries) {
		const without = "Wait for Delivery and the trigger can't read it: leave them out";
		return findings.different('object-answer', shapeOf(json), without);
	}
	findings.asAssumed('object-answer', 'the node finds its entries');
	judgeFields(entries, findings);
}

/** What the specification has in an entry, and what it may be there. */
const FIELDS: Array<[name: string, isFine: (value: unknown) => boolean]> = [
	['messageId', isUuid],
	['to', (value) => typeof value === 'number'],
	['partId', (value) => typeof value === 'string' && value !== ''],
	['state', Number.isInteger],
	['delivered', (value) => !isGiven(value) || isTime(value)],
	['errorCode', (value) => !isGiven(value) || typeof value === 'string'],
];

function judgeFields(entries: IDataObject[], findings: Findings): void {
	if (!entries.length) return;
	const other = FIELDS.filter(
		([name, isFine]) => !entries.every((entry) => isFine(entry[name])),
	).map(([name]) => name);
	if (!other.length) return findings.asAssumed('report-fields', shapeOf(entries[0]));
	const came = `${shapeOf(entries[0])}; other than specified: ${other.join(', ')}`;
	const change =
		'Expressions: use the names that came. Wait for Delivery and the trigger go by messageId, partId, state, delivered, and errorCode';
	findings.different('report-fields', came, change);
}

/** What the entries say of the end of their parts, as the node reads them without states in the credential. */
export function judgeDelivery(entries: IDataObject[], findings: Findings): void {
	const given = entries.filter(({ state }) => isGiven(state));
	const isWord = given.some(({ state }) => !isNumber(state));
	if (isWord) {
		const change =
			'Delivered States and Failed States in the credential take numbers only: leave them empty';
		findings.different('part-states', 'state holds words', change);
	} else if (given.length) {
		findings.asAssumed(
			'part-states',
			`seen: ${[...new Set(given.map(({ state }) => shapeless(state)))].join(', ')}`,
		);
	}
	for (const entry of entries) judgePart(entry, findings);
}

function judgePart(entry: IDataObject, findings: Findings): void {
	const { delivered, errorCode, state } = entry;
	const isOdd =
		isGiven(delivered) &&
		timeIn(delivered) === undefined &&
		!/^(0|1|9)\d{3}-|^0+$/.test(String(delivered));
	if (isOdd) {
		const change = statesToFillIn('Delivered States', 'the states of parts that have arrived');
		findings.different('part-arrived', `delivered holds no time: ${shapeOf(delivered)}`, change);
	} else if (timeIn(delivered) !== undefined && !isNoError(errorCode)) {
		const change = statesToFillIn(
			'Delivered States',
			`${shapeless(state)}, if the SMS has arrived`,
		);
		findings.different('part-failed', 'an error code beside a time of delivery', change);
	} else if (hasFailed(entry, NO_STATES)) {
		findings.asAssumed('part-failed', 'an error code, and no time of delivery');
		if (isNumber(state))
			findings.hint('part-states', statesToFillIn('Failed States', String(state)));
	} else if (hasArrived(entry, NO_STATES)) {
		findings.asAssumed('part-arrived', 'a time of delivery');
		findings.asAssumed('part-failed', 'a part that has arrived has no error code');
		if (isNumber(state))
			findings.hint('part-states', statesToFillIn('Delivered States', String(state)));
	}
}

const statesToFillIn = (field: string, states: string) =>
	`Credential: Account Defaults on, ${field}: ${states}`;

/** A state as it is if it is a number, for it says nothing of anybody. */
const shapeless = (state: unknown) => (isNumber(state) ? String(state) : 'a word');

const isNumber = (state: unknown) => isGiven(state) && Number.isFinite(Number(state));
