import type { Question } from './node.ts';
import type { Row } from './rows.ts';

/** The row that an answer is read by, what the request does, and the rows that its answer shows. */
type Operation = readonly [row: Question['row'], effect: Question['effect'], ...shows: Row[]];

const PARTS = ['report-fields', 'part-states', 'part-arrived', 'part-failed'] as const;
const SENT = ['send-fields', 'send-answer', 'sms-parts', 'part-price', 'report-answer'] as const;
const CANCEL = ['campaign-cancel', 'cancel-effect'] as const;

/** All requests of the doctor, as the node's operations make them. */
export const operations = {
	'GET /v1/Common/balance': ['balance-answer', 'read', 'balance-answer'],
	'POST /v1/sms/report': ['report-answer', 'read', 'report-answer', ...PARTS],
	'GET /v1/sms/report': ['report-answer', 'read', 'report-get'],
	'GET /contacts': ['list-answer', 'read', 'list-answer', 'list-paging'],
	'GET /suppression': ['list-answer', 'read', 'list-answer', 'suppression-number'],
	'GET /campaigns/{id}': ['object-answer', 'read', 'object-answer'],
	'GET /campaigns/{id}/messages': ['list-answer', 'read', 'list-answer', 'campaign-start'],
	'GET /campaigns/{id}/reports': ['list-answer', 'read', 'list-answer'],
	'POST /contacts/validate': ['validate-answer', 'check', 'validate-request', 'validate-answer'],
	'POST /v1/sms/single': ['send-answer', 'send', ...SENT, ...PARTS],
	'POST /v1/sms/bulk': ['bulk-answer', 'send', 'bulk-request', 'bulk-answer', 'part-price'],
	'POST /campaigns': ['object-answer', 'change', 'campaign-create', 'campaign-start', ...CANCEL],
	'POST /campaigns/{id}/cancel': ['object-answer', 'change', ...CANCEL],
	'POST {emailPath}': ['object-answer', 'send', 'email-request', 'channel-paths'],
	'POST {viberPath}': ['object-answer', 'send', 'viber-request', 'viber-delivery', 'channel-paths'],
	'GET /path-that-nobody-has': ['object-answer', 'read'],
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export function operationOf(name: OperationName) {
	const [row, effect, ...shows]: Operation = operations[name];
	return { row, effect, shows };
}
