import { callingCodeOf } from '../values/countries/country';
import { phoneNumberIn } from '../values/phoneNumbers';
import type { ReportSummary } from './summary';

/** What messages can be counted together by, besides one by one. */
export type Grouping = 'countryCode' | 'errorCode' | 'everything';

/** What became of several messages. */
export type GroupSummary = {
	messages: number;
	/** Those of which every part has arrived. */
	messagesDelivered: number;
	/** How many SMS parts there are, and what became of them. */
	parts: number;
	delivered: number;
	failed: number;
	pending: number;
	/** How many of the parts have arrived, from 0 to 1; null if there are none. */
	deliveredShare: number | null;
	/** Of the messages whose time is known; null if there are none. */
	medianSecondsToDelivery: number | null;
	p95SecondsToDelivery: number | null;
};

/** Messages that are counted together: what is said of them, and which they are. */
type Group = {
	summary: GroupSummary & { countryCode?: string | null; errorCode?: string | null };
	messageIds: string[];
};

/**
 * Messages counted together, in the order in which the groups came first. Each message is in one group: those
 * without an error code, or whose country is not known, are in a group of their own.
 */
export function groupsOf(messages: ReportSummary[], grouping: Grouping): Group[] {
	if (grouping === 'everything') return [{ summary: sumOf(messages), messageIds: idsOf(messages) }];
	const groups = new Map<string | null, ReportSummary[]>();
	for (const message of messages) {
		const key = grouping === 'errorCode' ? message.firstError : countryCodeOf(message);
		const group = groups.get(key);
		if (group) group.push(message);
		else groups.set(key, [message]);
	}
	return [...groups].map(([key, group]) => ({
		summary: { [grouping]: key, ...sumOf(group) },
		messageIds: idsOf(group),
	}));
}

function sumOf(messages: ReportSummary[]): GroupSummary {
	const total = (count: (message: ReportSummary) => number) =>
		messages.reduce((sum, message) => sum + count(message), 0);
	const parts = total((message) => message.parts);
	const delivered = total((message) => message.delivered);
	const seconds = messages
		.flatMap(({ secondsToDelivery }) => secondsToDelivery ?? [])
		.sort((a, b) => a - b);
	return {
		messages: messages.length,
		messagesDelivered: total(({ isDelivered }) => Number(isDelivered)),
		parts,
		delivered,
		failed: total(({ failed }) => failed),
		pending: total(({ pending }) => pending),
		deliveredShare: parts ? delivered / parts : null,
		medianSecondsToDelivery: medianOf(seconds),
		p95SecondsToDelivery: percentileOf(seconds, 95),
	};
}

/** The one in the middle, or halfway between the two in the middle, to the millisecond. */
function medianOf(sorted: number[]): number | null {
	if (!sorted.length) return null;
	const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return Math.round((low + high) * 500) / 1000;
}

/** The smallest one that so many of a hundred do not exceed (nearest rank). */
function percentileOf(sorted: number[], percent: number): number | null {
	return sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? null;
}

function countryCodeOf({ to }: ReportSummary): string | null {
	const number = phoneNumberIn(to);
	return (number && callingCodeOf(number)) ?? null;
}

function idsOf(messages: ReportSummary[]): string[] {
	return messages.map(({ messageId }) => messageId);
}
