import type { IDataObject } from 'n8n-workflow';

import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Requests } from '../sending/requests';
import type { Run } from '../sending/run';
import { phoneNumberIn } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { skipsBy } from './options';
import type { ResponseHead } from './signsOfMore';
import { suppressedNumbers } from './suppressedNumbers';

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** Takes out the messages to a number on the suppression list, also if Body Fields add it. */
export const skipSuppressedNumbers: Withhold = (options, entered) => {
	const group = skipsBy('skipSuppressed', options, entered);
	if (!group) return undefined;
	return async (run, requests, entries) => {
		if (!entries.length) return entries;
		const { answer, head } = await readSuppressionList(requests);
		const numbers = suppressedNumbers(answer, String(group.listField ?? '').trim(), head);
		const isOut = (_to: string, body: IDataObject) =>
			recipientsIn(body).some((recipient) => numbers.has(phoneNumberIn(recipient) ?? ''));
		return skipIf(run, readableEntries(run, entries), 'suppressed', isOut);
	};
};

/** Takes out all but the first entry of each number. */
export const skipDuplicateNumbers: Withhold = (options, entered) => {
	if (!skipsBy('skipDuplicates', options, entered)) return undefined;
	return async (run, _requests, entries) => {
		const seen = new Set<string>();
		return skipIf(run, entries, 'duplicate', (to) => seen.has(to) || !seen.add(to));
	};
};

async function readSuppressionList(
	requests: Requests,
): Promise<{ answer: unknown; head?: ResponseHead }> {
	let head: ResponseHead | undefined;
	const onHead = (given: ResponseHead) => (head = given);
	const request = { method: 'GET', path: '/suppression', onHead } as const;
	const answer = await requests.read(request).catch((error: unknown) => {
		const { message, description, details } = asProblem(error);
		throw new Problem(
			`The suppression list couldn't be read: ${message}`,
			`${description} Nothing was sent, because 'Skip Suppressed' is on.`,
			details,
		);
	});
	return { answer, head };
}

/** The entries of which each recipient can be compared with the list; `to` always can. */
function readableEntries(run: Run, entries: Entry[]): Entry[] {
	const readable = entries.filter(({ request, itemIndexes }) => {
		const unknown = recipientsIn(request.body as IDataObject).find(
			(recipient) => phoneNumberIn(recipient) === undefined && /(\d\D*){7}/.test(recipient),
		);
		if (unknown === undefined) return true;
		const problem = new Problem(
			`'Skip Suppressed' can't compare this recipient in 'Body Fields' with the suppression list: ${unknown.slice(0, 60)}`,
			'Enter it as one phone number with its country code, or remove it there. Nothing was sent to it.',
		);
		run.fail([...itemIndexes], problem);
		return false;
	});
	return run.gate.isShut ? [] : readable;
}

/** The entries that are left when those to some numbers are marked. */
function skipIf(
	run: Run,
	entries: Entry[],
	reason: SkipReason,
	isOut: (to: string, body: IDataObject) => boolean,
): Entry[] {
	return entries.filter((entry) => {
		const body = entry.request.body as IDataObject & { to: string };
		const { to } = body;
		if (!isOut(to, body)) return true;
		for (const itemIndex of entry.itemIndexes)
			run.outcomes.skip(itemIndex, { skipped: reason, to });
		return false;
	});
}
