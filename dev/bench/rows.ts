/** What is compared with what, and the goals. */
import type { CaseName } from './cases.ts';

export interface Row {
	name: string;
	ours: CaseName;
	other: CaseName;
	/** Numbers of items; where one was not measured with a latency, it has no line. */
	counts: number[];
	/** Without latency, and with it; a row without the latter has no lines with latency. */
	goals: [without: number, withLatency?: number];
}

const row = (
	name: string,
	ours: CaseName,
	other: CaseName,
	counts: number[],
	goals: Row['goals'],
): Row => ({ name, ours, other, counts, goals });

/** How many times as fast: at least so many. */
export const comparisons = [
	row('Send', 'send', 'sendHttp', [1_000, 10_000], [6.5, 1.3]),
	row('Send, plain references', 'sendPlain', 'sendHttpPlain', [1_000], [3, 1.3]),
	row('Send Bulk', 'bulk', 'sendHttp', [1_000, 10_000], [10, 10]),
	row('Send Bulk, plain references', 'bulkPlain', 'sendHttpPlain', [1_000], [50]),
	row('Get Delivery Report', 'report', 'reportHttp', [1_000], [3, 1]),
	row('Email: Send', 'email', 'emailHttp', [1_000], [3, 1]),
	row('Viber: Send', 'viber', 'viberHttp', [1_000], [3, 1]),
	row('Suppression: Add', 'suppress', 'suppressHttp', [1_000], [3, 1]),
	row('Campaign: Get', 'campaign', 'campaignHttp', [1_000], [3, 1]),
];

/** How many times as long as the bare loop: at most so many. */
export const loopLimits = [
	row('Send', 'send', 'sendLoop', [1_000, 10_000], [1.2, 1.2]),
	row('Get Delivery Report', 'report', 'reportLoop', [1_000, 10_000], [1.2, 1.2]),
	row('Trigger, one poll', 'poll', 'reportLoop', [1_000, 10_000], [1.2, 1.2]),
];

/** What Send Bulk may take for an item beside the requests themselves, in µs, for each number of items. */
export const bulkLimit = { counts: [1_000, 10_000, 100_000], microseconds: 15 };

/** The bare loop of Send, with and without n8n's authentication. */
export const loops: Array<[name: string, one: CaseName]> = [
	['The key set by the loop', 'sendLoop'],
	['The credential read once and handed over, as this package does', 'sendLoopReadOnce'],
	['The credential read by n8n for each request', 'sendLoopReadEachTime'],
];
