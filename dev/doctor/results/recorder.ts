import type { Recording } from '../../../sandbox/like/recording.ts';
import { headersFrom } from '../../../sandbox/stranger.ts';
import type { Asking } from '../ask.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { isValue } from '../shapes.ts';
import type { MadeUp } from './madeUp.ts';
import { shorten } from './shorten.ts';

/** Of what is no JSON, such as a page. */
const LONGEST_TEXT = 10_000;

/** All exchanges in their order, their values made up. */
export function recordingOf({ exchanges }: Asking, madeUp: MadeUp): Recording {
	return {
		format: 'messaging-service-recording',
		version: 1,
		exchanges: exchanges.map((exchange) => recorded(exchange, madeUp)),
	};
}

function recorded(
	{ request, method, path, answer }: Exchange,
	madeUp: MadeUp,
): Recording['exchanges'][number] {
	const { id, body, qs, isUnknown, hasWrongKey } = request;
	return {
		method,
		path,
		...(id !== undefined && { id: madeUp.text(id) }),
		...(qs && { query: madeUp.json(qs) as Record<string, string> }),
		...(body && { body: madeUp.json(body) }),
		...(isUnknown && { isUnknown }),
		...(hasWrongKey && { hasWrongKey }),
		...(answer?.status && { answer: recordedAnswer(answer, madeUp) }),
	};
}

function recordedAnswer({ status, headers, json, text, largeNumbers }: Answer, madeUp: MadeUp) {
	const kept = Object.entries(headersFrom(headers));
	return {
		status,
		headers: Object.fromEntries(kept.map(([name, value]) => [name, madeUp.text(value)])),
		...(json === undefined
			? { text: madeUp.text(text.slice(0, LONGEST_TEXT)) }
			: recordedJson(json, madeUp)),
		...(largeNumbers && { hasLargeNumbers: true as const }),
	};
}

function recordedJson(given: unknown, madeUp: MadeUp) {
	const { json, cut } = shorten(given);
	const named = (step: string | number) =>
		typeof step === 'string' && isValue(step) ? madeUp.text(step) : step;
	return {
		json: madeUp.json(json),
		...(cut.length && {
			cut: cut.map(({ at, length }) => ({ at: at.map(named), length: Math.min(length, 1e6) })),
		}),
	};
}
