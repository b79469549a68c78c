import type { FastifyRequest } from 'fastify';
import { pathOf } from '../traffic/requestLog.ts';
import { headersFrom } from '../stranger.ts';
import type { Exchange, Recording } from './recording.ts';
import {
	filledUp,
	idLike,
	idsIn,
	isObject,
	longestText,
	pair,
	replaced,
	substitute,
	unquoted,
} from './values.ts';
import type { Values } from './values.ts';

export interface Played {
	/** Undefined if none came. */
	answer?: { status: number; headers: Record<string, string>; text: string };
	/** Whether the account carried out what the sandbox is to carry out as well. */
	isChange: boolean;
}

const reads = /\/(report|validate)$/;

/** Answers as an account did that was recorded, with the values of the requests that come now. */
export function createPlayer({ exchanges }: Recording) {
	const turns = new Map<string, number>();
	/** By each ID that was given out: what else belongs to it. */
	const given = new Map<string, Values>();

	/** The exchanges of the same request, and the values that it has in place of the recorded ones. */
	function find(asked: FastifyRequest) {
		const about = exchanges.filter(
			({ method, hasWrongKey, path }) =>
				method === asked.method &&
				Boolean(hasWrongKey) === Boolean(asked.hasWrongKey) &&
				matches(path, pathOf(asked)),
		);
		const id = idIn(asked, about[0]?.path);
		const values = (id === undefined ? undefined : given.get(id)) ?? new Map<string, string>();
		const isIt = (one: Exchange) =>
			one.id === id || (one.id !== undefined && values.get(one.id) === id);
		const known = about.filter((one) => !one.isUnknown && isIt(one));
		const found = known.length ? known : about.filter((one) => one.isUnknown);
		if (!found.length) return undefined;
		const key = `${asked.method} ${pathOf(asked)} ${asked.hasWrongKey} ${known.length ? id : ''}`;
		return { found, values, key };
	}

	return {
		knows: (asked: FastifyRequest) => find(asked) !== undefined,
		/** What the account answered to such a request, one after the other; the last one stays. */
		play(asked: FastifyRequest): Played | undefined {
			const known = find(asked);
			if (!known) return undefined;
			const { found, values, key } = known;
			const turn = turns.get(key) ?? 0;
			turns.set(key, turn + 1);
			const exchange = found[Math.min(turn, found.length - 1)];
			const { answer } = exchange;
			// What the sandbox does not have cannot be changed.
			const isChange =
				asked.method === 'POST' && !reads.test(pathOf(asked)) && exchange.id === undefined;
			if (!answer) return { isChange };
			const own = new Map(values);
			const id = idIn(asked, exchange.path);
			if (exchange.id !== undefined && id !== undefined) own.set(exchange.id, id);
			pair(exchange.body, asked.body, own);
			const json = answering(exchange, asked.body, own, isChange, given);
			const whole = JSON.stringify(filledUp(json, answer.cut ?? []));
			const exact = answer.hasLargeNumbers ? unquoted(whole) : whole;
			const text = json === undefined ? replaced(answer.text ?? '', own) : exact;
			const { status, headers } = answer;
			return {
				answer: { status, headers: headersFrom(headers), text: String(text) },
				isChange: isChange && answer.status < 300,
			};
		},
		/** A refusal of the sandbox in the shape of the account's. */
		refuse(status: number, message: string): { status: number; text: string } | undefined {
			const model = exchanges.find(
				({ isUnknown, answer }) =>
					isUnknown && isObject(answer?.json) && longestText(answer.json) !== '',
			)?.answer;
			if (!model) return undefined;
			const words = longestText(model.json);
			const text = JSON.stringify(substitute(model.json, new Map([[words, message]])));
			return { status: model.status < 400 ? model.status : status, text };
		},
	};
}

const segmentsOf = (path: string) => path.split('/');

function matches(recorded: string, path: string): boolean {
	const [pattern, segments] = [recorded, path].map(segmentsOf);
	return (
		pattern.length === segments.length &&
		pattern.every((segment, index) => segment === '{id}' || segment === segments[index])
	);
}

function idIn(asked: FastifyRequest, recorded = ''): string | undefined {
	const { query, body } = asked;
	const path = pathOf(asked);
	const at = segmentsOf(recorded).indexOf('{id}');
	if (at >= 0) return decodeURIComponent(segmentsOf(path)[at]);
	const named = { ...Object(query), ...(isObject(body) ? body : {}) }.messageId;
	return reads.test(path) && named !== undefined ? String(named) : undefined;
}

/** The answer with new IDs and the values of the request; of a batch as many entries as it has now. */
function answering(
	{ body, answer }: Exchange,
	now: unknown,
	values: Values,
	isChange: boolean,
	given: Map<string, Values>,
): unknown {
	const giveIds = (part: unknown, own: Values) => {
		if (!isChange) return;
		for (const id of idsIn(part)) if (!own.has(id)) own.set(id, idLike(id));
		for (const id of idsIn(part)) given.set(own.get(id) ?? id, own);
	};
	const batch = Array.isArray(body) && Array.isArray(now) ? { was: body, is: now } : undefined;
	const expanded = (part: unknown): unknown => {
		if (batch && Array.isArray(part) && part.length === batch.was.length && part.every(isObject)) {
			return batch.is.map((one, index) => {
				const at = Math.min(index, part.length - 1);
				const own: Values = new Map();
				pair(batch.was[at], one, own);
				giveIds(part[at], own);
				return substitute(part[at], own);
			});
		}
		if (!batch || !isObject(part)) {
			giveIds(part, values);
			return substitute(part, values);
		}
		return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, expanded(value)]));
	};
	return expanded(answer?.json);
}
