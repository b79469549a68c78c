import { messageInFull } from './messages.ts';
import type { Sandbox } from './sandbox.ts';

/** The page shows this many messages at most, the latest ones. */
const shownMessages = 300;
const shownRows = 12;

/** What the page shows: the latest messages with their parts, and what stands beside them. */
export function pageView({ store, clock, log }: Sandbox) {
	store.campaigns.sendAllDue();
	const suppressed = store.suppression.all();
	return {
		balance: store.balance.entries(),
		total: store.messages.count(),
		messages: store.messages
			.latest(shownMessages)
			.map((message) => messageInFull(message, clock.now())),
		campaigns: store.campaigns.all().slice(-shownRows).reverse(),
		suppressed: { total: suppressed.length, latest: suppressed.slice(-shownRows).reverse() },
		requests: {
			total: log.total(),
			latest: log
				.latest(shownRows)
				.map(({ method, path, status, time }) => ({ method, path, status, time }))
				.reverse(),
		},
	};
}
