import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../places.ts';

const SEND = '--send-to NUMBER --from SENDER';
const CAMPAIGN = `${SEND} --campaign`;
const REPORT = `--message-id ID, or ${SEND}`;
const BY_HAND = 'try it by hand: the doctor changes no contact and no list';
const NOTHING = 'no request shows it: ask the service';

/**
 * The rows of docs/assumptions.md, in its order, and what it takes to try each. The names are in people's reports and
 * recordings: they never change.
 */
export const rows = {
	'balance-answer': 'the balance has to be a list that is not empty',
	'send-answer': SEND,
	'report-answer': REPORT,
	'key-place': 'a service that accepts the key',
	'answer-encoding': 'an answer',
	address: 'an answer',
	'one-key': 'an answer from contacts or suppression',
	'path-prefix': 'an answer from contacts or suppression',
	'channel-paths': '--email-to ADDRESS --email-from ADDRESS, or --viber',
	'send-fields': SEND,
	'bulk-request': SEND,
	'campaign-create': CAMPAIGN,
	'campaign-cancel': CAMPAIGN,
	'validate-request': '--number NUMBER',
	'import-request': BY_HAND,
	'consent-request': BY_HAND,
	'suppression-request': BY_HAND,
	'email-request': '--email-to ADDRESS --email-from ADDRESS',
	'viber-request': `${SEND} --viber`,
	'email-addresses': 'try it by hand: the doctor sends one plain address',
	'number-format': 'try it by hand: the doctor sends plain digits',
	'form-examples': 'nothing: they are examples',
	'suppressed-recipient': BY_HAND,
	'cancel-effect': `${CAMPAIGN}, and a look at your phone a day later`,
	'campaign-start': CAMPAIGN,
	'part-of-batch': 'try it by hand: the doctor sends nothing to a wrong number',
	'sms-parts': SEND,
	'part-price': `${SEND}, and a balance that is charged at once`,
	'request-limits': NOTHING,
	'http-status': 'an answer to what does not exist',
	'refusal-in-200': 'a refusal with status 2xx',
	'wrong-key': '--try-wrong-key',
	'error-words': 'a refusal in JSON',
	'list-answer': 'an answer from contacts or suppression',
	'object-answer': '--campaign-id ID, or a campaign, a Viber message, or an email that is sent',
	'bulk-answer': SEND,
	'validate-answer': '--number NUMBER',
	'report-get': 'reports of the same message by POST and by GET',
	'empty-list': 'a list that is empty',
	'list-paging': 'an answer from contacts or suppression',
	'suppression-number': 'a suppression list with a number in it',
	'report-fields': REPORT,
	'part-states': REPORT,
	'part-arrived': `${REPORT}, and a part that has arrived`,
	'part-failed': `${REPORT}, and a part at its end`,
	'viber-delivery': `${SEND} --viber`,
} as const;

/** What can be added to the command, as the rows name it. */
const OPTIONS = [
	...[SEND, CAMPAIGN, `${SEND} --viber`, '--number NUMBER', '--try-wrong-key'],
	...['--email-to ADDRESS --email-from ADDRESS', '--message-id ID', '--campaign-id ID'],
];
const flagsIn = (text: string): string[] => text.match(/--[\w-]+/g) ?? [];

/** The three options that try most of these rows, each with how many it adds to those before it. */
export function mostUseful(notTried: Row[]): Array<[option: string, count: number]> {
	const tries = (option: string, row: Row) =>
		rows[row].split(', or ').some((way) => {
			const flags = flagsIn(way);
			return flags.length > 0 && flags.every((flag) => flagsIn(option).includes(flag));
		});
	const found: Array<[string, number]> = [];
	let left = notTried;
	for (let turn = 0; turn < 3; turn += 1) {
		const counts = OPTIONS.map((option): [string, number] => [
			option,
			left.filter((row) => tries(option, row)).length,
		]);
		const [option, count] = counts.reduce((best, one) => (one[1] > best[1] ? one : best));
		if (count === 0) break;
		found.push([option, count]);
		left = left.filter((row) => !tries(option, row));
	}
	return found;
}

export type Row = keyof typeof rows;

export const rowNames = Object.keys(rows) as Row[];

/** The line of docs/assumptions.md that has a row. */
export function lineOf(row: Row): number {
	const page = readFileSync(join(repositoryRoot, 'docs/assumptions.md'), 'utf8');
	return page.slice(0, page.indexOf(`| \`${row}\` |`)).split('\n').length;
}
