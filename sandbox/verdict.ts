import { STATUS_CODES } from 'node:http';
import { inGroups } from './messages/countryCodes.ts';
import { recipientsOf } from './messages/messages.ts';
import type { Message } from './messages/messages.ts';
import { counted } from './page/words.js';
import type { LoggedRequest } from './traffic/requestLog.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What each person got: the same for two messages of one sender in one channel, in the same words. */
const textsIn = (message: Message) =>
	[...new Set(recipientsOf(message))].map((to) => {
		const { channel, from, parts, fields } = message;
		return { channel, to, from, subject: textOf(fields.subject), text: parts.join('') };
	});

function sameTexts(messages: Message[]) {
	const same = Map.groupBy(messages.flatMap(textsIn), (one) => JSON.stringify(one));
	return [...same.values()]
		.filter(({ length }) => length > 1)
		.map(([one, ...others]) => ({ ...one, times: 1 + others.length, name: inGroups(one.to) }));
}

/** What became of a request that did not work: what the service did, and what it said. */
function outcomeOf({ accepted, status, isRefused, isFaulty }: LoggedRequest) {
	const isTold = status !== null && status < 300 && !isFaulty;
	if (accepted) return isTold ? undefined : 'notKnown';
	if (status === null || (isFaulty && status < 400)) return 'unanswered';
	return isRefused || status >= 400 ? 'refused' : undefined;
}

function someOf(people: string[]): string {
	const names = people.slice(0, 3).map(inGroups).join(', ');
	return people.length > 3 ? `${names}, and ${people.length - 3} more` : names;
}

/** Why requests were refused, as far as their statuses say. */
function reasonsOf(refused: Array<Pick<LoggedRequest, 'status'>>): string {
	const statuses = [...new Set(refused.map(({ status }) => status ?? 0))].sort();
	const reasons = statuses
		.filter((status) => status >= 400)
		.map((status) => `${status}: ${reasonOf(status)}`);
	return reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
}

const reasonOf = (status: number) =>
	status === 402 ? 'the balance was too low' : STATUS_CODES[status]?.toLowerCase();

/**
 * What arrived, as one sentence and in detail. It says what can be seen and does not guess why: the same text
 * may be meant twice.
 */
export function verdictOf(messages: Message[], requests: LoggedRequest[]) {
	const sentOn = messages.filter(({ refusedWith }) => refusedWith === undefined);
	const people = new Set(sentOn.flatMap(recipientsOf)).size;
	const twice = sameTexts(sentOn);
	const unlucky = [...new Set(twice.map(({ to }) => to))];
	const withOutcome = (wanted: ReturnType<typeof outcomeOf>) =>
		requests
			.filter((request) => outcomeOf(request) === wanted)
			.map(({ number, time, method, path, status }) => ({ number, time, method, path, status }));
	const refused = withOutcome('refused');
	const notKnown = withOutcome('notKnown');
	const unanswered = withOutcome('unanswered');
	const heldBack = messages.length - sentOn.length;
	const said = [
		sentOn.length === 0
			? 'no message went out'
			: `${counted(sentOn.length, 'message')} went out to ${counted(people, 'person', 'people')}`,
		unlucky.length > 0 &&
			`${counted(unlucky.length, 'person', 'people')} got the same text more than once: ${someOf(unlucky)}`,
		unlucky.length === 0 && sentOn.length > 1 && 'nobody got the same text twice',
		heldBack > 0 && `${counted(heldBack, 'message was', 'messages were')} accepted but not sent on`,
		refused.length > 0 &&
			`${counted(refused.length, 'request was', 'requests were')} refused${reasonsOf(refused)}`,
		notKnown.length > 0 &&
			`${counted(notKnown.length, 'request was', 'requests were')} accepted, but the sender couldn't tell`,
		unanswered.length > 0 &&
			`${counted(unanswered.length, 'request')} got no answer and sent nothing`,
	];
	const sentence = said.filter((part) => part !== false).join('; ');
	return {
		sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
		...{ messages: sentOn.length, people, heldBack, twice, refused, notKnown, unanswered },
	};
}

type Verdict = ReturnType<typeof verdictOf>;

/** What a verdict counts, or has lists of. */
export const counts = [
	...(['messages', 'people', 'heldBack', 'twice', 'refused', 'notKnown', 'unanswered'] as const),
];

/** Where a verdict is other than somebody expects it. */
export const differencesOf = (verdict: Verdict, expected: Record<string, string | undefined>) =>
	counts.flatMap((name) => {
		const { [name]: value } = verdict;
		const is = typeof value === 'number' ? value : value.length;
		const must = Number(expected[name] ?? is);
		return is === must ? [] : [`${name} is ${is}, not ${must}`];
	});
