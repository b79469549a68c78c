import type { IDataObject } from 'n8n-workflow';

import { type Effect, EFFECTS } from '../answers/effects';
import { verdictOn } from '../answers/outcomes';
import { Problem } from '../errors/problem';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../values/given';
import type { Item, Outcome } from './item';
import type { Operation } from './operation';

/** The kind of a request, by which its answer is read. */
export type AnswerKind = Pick<Operation, 'answer' | 'body'> & {
	effect: Effect;
	/** Whether the answer belongs to all items of the request, and not an entry of it to each. */
	isWhole: boolean;
};

/** The outcome of each item of a request. An answer with uncertain entries comes out whole, as the first item's. @throws Problem of all of them */
export function answerOutcomes(
	answer: unknown,
	items: Array<Pick<Item, 'index' | 'limit'>>,
	{ body }: ServiceRequest,
	kind: AnswerKind,
): Outcome[] {
	const bodies = Array.isArray(body) ? body : [body];
	const verdict = verdictOn(answer, {
		row: kind.answer ?? 'object-answer',
		effect: kind.effect,
		batch: kind.isWhole ? undefined : (bodies as IDataObject[]),
		limit: items[0].limit,
	});
	if (verdict instanceof Problem) throw verdict;
	if ('each' in verdict) {
		return verdict.each.map((json, place): Outcome => {
			if (json instanceof Problem) return { problem: json };
			const given = [{ json, pairedItem: { item: items[place].index } }];
			return { items: given, ...recipientIn(bodies[place], kind) };
		});
	}
	const all = items.map(({ index }) => ({ item: index }));
	const pairedItem = all.length === 1 ? all[0] : all;
	const whole = verdict.whole.map((json) => ({ json, pairedItem }));
	// An answer about several messages has no recipient of its own.
	const recipient = items.length > 1 ? {} : recipientIn(bodies[0], kind);
	return items.map((_, place) => ({ items: place ? [] : whole, ...recipient }));
}

/** The recipient of a message, as it was sent; unknown if the user wrote the whole body. */
function recipientIn(body: unknown, { effect, body: fields }: AnswerKind): { to?: string } {
	const isMessage = EFFECTS[effect].isMessage && fields?.to !== undefined && isObject(body);
	return isMessage ? { to: String(body.to) } : {};
}
