import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Requests } from '../sending/requests';
import type { Run } from '../sending/run';
import { groupOf, isOn } from '../values/optionReaders';
import { suppressedNumbers } from './suppressedNumbers';

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** Takes out suppressed numbers and duplicates. Each entry has its number under `to`. */
export const withhold: Withhold = async (run, requests, entries, options) => {
	const isOnce = isOn(options, 'skipDuplicates');
	const suppressed = groupOf(options, 'skipSuppressed');
	let open = entries;
	if (suppressed && open.length) {
		const list = await readSuppressionList(requests);
		const numbers = suppressedNumbers(list, String(suppressed.field ?? '').trim());
		open = skipIf(run, open, 'suppressed', (to) => numbers.has(to));
	}
	if (!isOnce) return open;
	const seen = new Set<string>();
	return skipIf(run, open, 'duplicate', (to) => seen.has(to) || !seen.add(to));
};

async function readSuppressionList(requests: Requests): Promise<unknown> {
	const request = { method: 'GET', path: '/suppression' } as const;
	return await requests.read(request).catch((error: unknown) => {
		const { message, description, details } = asProblem(error);
		throw new Problem(
			`The suppression list could not be read: ${message}`,
			`${description} Nothing was sent, because 'Skip Suppressed' is on.`,
			details,
		);
	});
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
		for (const itemIndex of entry.itemIndexes) run.skip(itemIndex, { skipped: reason, to });
		return false;
	});
}
