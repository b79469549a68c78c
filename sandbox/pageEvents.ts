import type { Accounts } from './account/accounts.ts';
import { changeOf, latestChange } from './changes.ts';
import { countryOf, inGroups } from './messages/countryCodes.ts';
import { courseOfPart, courses, errorCodes, stateNames } from './messages/delivery.ts';
import { choices } from './traffic/dialect.ts';
import type { Message } from './messages/messages.ts';
import type { LoggedRequest } from './traffic/requestLog.ts';
import type { Sandbox } from './sandbox.ts';
import { specialRecipients } from './messages/specialRecipients.ts';
import { situations } from './traffic/situations.ts';

/** The page holds this many messages and campaigns at most, the latest ones. */
const shownMessages = 10_000;
const shownCampaigns = 100;
const shownCharacters = 5_000;
const firstPortion = 500;

function cut(text: string): string {
	const left = text.length - shownCharacters;
	return left > 0 ? `${text.slice(0, shownCharacters)}\n… ${left} more characters` : text;
}

/** The fields that the page shows of each channel, besides those that it has of them all. */
const shownFields = {
	sms: [],
	viber: ['imageUrl', 'buttonText', 'buttonUrl'],
	email: ['subject'],
};
const common = ['to', 'from', 'text', 'html'];
const mostTags = 20;

/** The fields that the service does not know, such as a reference, in the words of a tag. */
const tagsOf = (fields: object, known: string[]) =>
	Object.entries(fields)
		.filter(([name]) => !known.includes(name))
		.slice(0, mostTags)
		.map(([name, value]) => `${name}: ${textIn(value) ?? JSON.stringify(value)}`.slice(0, 100));

/** What the page can show: a file may hold anything. */
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Its states with their times: the page knows by its clock how far a message has come. */
function messageRow(message: Message, { store, log }: Sandbox) {
	const asked = store.requestOf(message);
	const requestNumber = asked && log.get(asked.number) === asked ? asked.number : undefined;
	const { messageId: id, channel, to, from, sentAt, campaignId, fields, parts } = message;
	const isHtml = channel === 'email' && Boolean(textIn(fields.html));
	return {
		...Object.fromEntries(shownFields[channel].map((name) => [name, textIn(fields[name])])),
		...{ id, number: changeOf(message), channel, to, name: inGroups(to), from, sentAt, isHtml },
		...{ requestNumber, campaignId },
		tags: tagsOf(fields, [...common, ...shownFields[channel]]),
		country: channel === 'email' ? undefined : countryOf(to),
		parts: parts.map((text, index) => ({ text: cut(text), course: courseOfPart(message, index) })),
	};
}

/** Whom a request is about, as far as its body says. */
function recipientsOf(body: unknown): Array<string | number> {
	const values = (Array.isArray(body) ? body : [body]).flatMap((one) => {
		const { to, phoneNumber, recipients } = Object(one);
		return [to, phoneNumber, recipients].flat();
	});
	return [...new Set(values.filter((value) => ['string', 'number'].includes(typeof value)))];
}

function requestRow(request: LoggedRequest) {
	const { number, time, method, path, status, body } = request;
	const recipients = recipientsOf(body);
	const name = inGroups(cut(String(recipients[0] ?? '')));
	const row = { id: number, number, time, method, path, status, name, change: changeOf(request) };
	return { ...row, to: recipients.join(' '), others: Math.max(0, recipients.length - 1) };
}

type Contact = ReturnType<Sandbox['store']['contacts']['all']>[number];

/** A contact with those of its own fields that fit in a line. */
function contactRow(contact: Contact) {
	const { contactId: id, phoneNumber, consent, created, updated, ...fields } = contact;
	const { firstName, lastName, ...others } = fields;
	const whole = [firstName, lastName].filter(Boolean).join(' ');
	const isShown = (value: unknown) => value !== '' && Object(value) !== value;
	const about = cut([whole, ...Object.values(others)].filter(isShown).join(', '));
	const name = inGroups(phoneNumber);
	return { id, number: changeOf(contact), phoneNumber, name, consent, about, created, updated };
}

/** What stands beside the rows; the page gets all of it whenever some of it has changed. */
function besideOf(sandbox: Sandbox, used: Accounts['used']) {
	const { clock, store, log, counting, settings } = sandbox;
	const campaigns = store.campaigns.all().slice(-shownCampaigns).reverse();
	return {
		settings,
		counting,
		/** The other accounts, to choose from. */
		accounts: used().map(([name]) => name),
		aheadMs: clock.ahead(),
		totals: { messages: store.messages.count(), requests: log.total() },
		campaigns: campaigns.map((one) => ({ ...one, id: one.campaignId })),
		suppressed: store.suppression
			.all()
			.reverse()
			.map((one) => ({ ...one, id: one.phoneNumber, name: inGroups(one.phoneNumber) })),
	};
}

/** Each with a number that ends so. */
const testNumbersOf = (table: Record<string, { about: string }>) =>
	Object.entries(table).map(([digits, { about }]) => {
		const number = `3706000${digits}`;
		return { digits, about, number, name: inGroups(number) };
	});
export const testNumbers = {
	ofMessages: testNumbersOf(courses),
	ofRequests: testNumbersOf(specialRecipients),
};

/** The latest first, in portions that grow: the page shows something soon, and is not told in too many. */
function* inPortions<Entry extends object>(
	name: string,
	entries: Entry[],
	rowOf: (entry: Entry) => object,
): Generator<object> {
	let end = entries.length;
	for (let portion = firstPortion; end > 0; portion *= 2) {
		const begin = Math.max(0, end - portion);
		yield { [name]: entries.slice(begin, end).map(rowOf) };
		end = begin;
	}
}

/**
 * What one page is told: at first everything, then at each call what has changed since the last one. The
 * latest rows come first.
 */
export function createPageEvents(sandbox: Sandbox, used: Accounts['used'], canCheck = false) {
	const { clock } = sandbox;
	let told = { log: {}, change: 0, beside: '' };
	return function* whatIsNew(): Generator<object> {
		const { store, log } = sandbox;
		store.campaigns.sendAllDue();
		const anew = told.log !== log;
		const { change, beside: before } = anew ? { change: 0, beside: '' } : told;
		const beside = { ...besideOf(sandbox, used), canCheck };
		told = { log, change: latestChange(), beside: JSON.stringify(beside) };
		if (told.beside !== before) {
			const fixed = anew && { anew, stateNames, errorCodes, testNumbers, situations, choices };
			yield { now: clock.now(), beside, ...fixed };
		}
		if (change === told.change) return;
		const isNew = (entry: object) => changeOf(entry) > change;
		const messages = store.messages.latest(shownMessages).filter(isNew);
		yield* inPortions('messages', messages, (message) => messageRow(message, sandbox));
		yield* inPortions('requests', log.all().filter(isNew), requestRow);
		yield* inPortions('contacts', store.contacts.all().filter(isNew), contactRow);
	};
}
