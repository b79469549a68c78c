import { inGroups } from './countryCodes.ts';
import { messageInFull } from './messages.ts';
import type { LoggedRequest } from './requestLog.ts';
import type { Sandbox } from './sandbox.ts';

/** The page shows this many messages at most, the latest ones. */
const shownMessages = 300;
const shownRows = 12;
const shownCharacters = 2_000;

/** JSON in lines, anything else as it came. */
function readable(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

function cut(text: string): string {
	const left = text.length - shownCharacters;
	return left > 0 ? `${text.slice(0, shownCharacters)}\n… ${left} more characters` : text;
}

const shownRequest = ({ method, path, query, body, status, answer, time }: LoggedRequest) => ({
	...{ method, path, status, time },
	query: new URLSearchParams(query as Record<string, string>).toString(),
	body: body === undefined ? '' : cut(JSON.stringify(body, null, 2)),
	answer: cut(readable(answer ?? '')),
});

/** What the page shows: the latest messages with their parts, and what stands beside them. */
export function pageView({ store, clock, log }: Sandbox) {
	store.campaigns.sendAllDue();
	const suppressed = store.suppression.all().slice(-shownRows).reverse();
	const contacts = store.contacts.all();
	const messages = store.messages.latest(shownMessages);
	const latestContacts = contacts.slice(-shownRows).reverse();
	const phoneNumbers = [...suppressed, ...latestContacts].map(({ phoneNumber }) => phoneNumber);
	const recipients = [...messages.map(({ to }) => to), ...phoneNumbers];
	return {
		/** How people read each recipient. */
		names: Object.fromEntries(recipients.map((to) => [to, inGroups(to)])),
		balance: store.balance.entries(),
		total: store.messages.count(),
		messages: messages.map((message) => messageInFull(message, clock.now())),
		campaigns: store.campaigns.all().slice(-shownRows).reverse(),
		contacts: { total: contacts.length, latest: latestContacts },
		suppressed,
		requests: {
			total: log.total(),
			latest: log.latest(shownRows).map(shownRequest).reverse(),
		},
	};
}
