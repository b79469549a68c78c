import type { ReportSummary } from './summary';

/** What became of several messages. */
type TotalSummary = {
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

/** All messages counted together. */
export function totalOf(messages: ReportSummary[]): TotalSummary {
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
