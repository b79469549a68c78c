import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Requests } from '../sending/requests';
import type { Run } from '../sending/run';
import { guardOf, isOn } from '../values/optionReaders';
import type { ResponseHead } from './signsOfMore';
import { suppressedNumbers } from './suppressedNumbers';

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** Takes out the numbers on the suppression list. Each entry has its number under `to`. */
export const skipSuppressedNumbers: Withhold = (options) => {
	const group = guardOf(options, 'skipSuppressed');
	if (!group) return undefined;
	return async (run, requests, entries) => {
		if (!entries.length) return entries;
		const { answer, head } = await readSuppressionList(requests);
		const numbers = suppressedNumbers(answer, String(group.listField ?? '').trim(), head);
		return skipIf(run, entries, 'suppressed', (to) => numbers.has(to));
	};
};

/** Takes out all but the first entry of each number. */
export const skipDuplicateNumbers: Withhold = (options) => {
	if (!isOn(options, 'skipDuplicates')) return undefined;
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

/** The entries that are left when those to some numbers are marked. */
function skipIf(
	run: Run,
	entries: Entry[],
	reason: SkipReason,
	isOut: (to: string) => boolean,
): Entry[] {
	return entries.filter((entry) => {
		const { to } = entry.request.body as { to: string };
		if (!isOut(to)) return true;
		for (const itemIndex of entry.itemIndexes)
			run.outcomes.skip(itemIndex, { skipped: reason, to });
		return false;
	});
}
