import type { IDataObject } from 'n8n-workflow';

import type { AnswerKind } from '../../nodes/MessagingService/run/answers';
import { answerOutcomes } from '../../nodes/MessagingService/run/answers';
import type { Outcome } from '../../nodes/MessagingService/run/item';
import type { ServiceRequest } from '../../nodes/MessagingService/service/request';

/** A request, the items that it is for, and what its answer is about. */
export type Asked = AnswerKind & {
	request: ServiceRequest;
	itemIndexes: number[];
	limit?: number;
};

/** The outcome of each item of a request. */
export const outcomesOf = (
	answer: unknown,
	{ request, itemIndexes, limit, ...kind }: Asked,
): Outcome[] => {
	const items = itemIndexes.map((index) => ({ index, limit }));
	return answerOutcomes(answer, items, request, kind);
};

/** A batch of Send Bulk with these bodies, for the items from `first` on. */
export const batchOf = (body: IDataObject[], first = 0): Asked => ({
	request: { method: 'POST', path: '/v1/sms/bulk', body },
	itemIndexes: body.map((_, index) => first + index),
	isWhole: false,
	effect: 'send',
	answer: 'bulk-answer',
});
