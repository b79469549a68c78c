import { asProblem } from '../errors/asProblem';
import { Problem } from '../errors/problem';
import type { Entry } from '../sending/entry';
import type { Withhold } from '../sending/operation';
import type { Requests } from '../sending/requests';
import type { Run } from '../sending/run';
import { isOn } from '../values/optionReaders';
import { suppressedNumbers } from './suppressedNumbers';

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** Takes out suppressed numbers and duplicates. Each entry has its number under `to`. */
export const withhold: Withhold = async (run, requests, entries, options) => {
	const isOnce = isOn(options, 'skipDuplicates');
	const toBeLookedUp = new Set(entries.filter((entry) => skipsSuppressed(run, entry)));
	const undecided = new Set(run.open);
	let open = entries.filter(({ itemIndexes }) => undecided.has(itemIndexes[0]));
	// With a wrong option not even the list is read, unless the user continues.
	if (run.gate.isShut) return [];
	if (toBeLookedUp.size) {
		const list = await readSuppressionList(requests);
		const numbers = suppressedNumbers(list, String(options.suppressionField ?? '').trim());
		const isOut = (to: string, entry: Entry) => toBeLookedUp.has(entry) && numbers.has(to);
		open = skipIf(run, open, 'suppressed', isOut);
	}
	if (!isOnce) return open;
	const seen = new Set<string>();
	return skipIf(run, open, 'duplicate', (to) => seen.has(to) || !seen.add(to));
};

/** Whether an entry's number is to be looked up. If that cannot be told, its item has failed. */
function skipsSuppressed(run: Run, { options = {}, itemIndexes }: Entry): boolean {
	try {
		return isOn(options, 'skipSuppressed');
	} catch (error) {
		run.fail(itemIndexes, error);
		return false;
	}
}

async function readSuppressionList(requests: Requests): Promise<unknown> {
	const request = { method: 'GET', path: '/suppression' } as const;
	return await requests.read(request).catch((error: unknown) => {
		const { message, description, details } = asProblem(error);
		throw new Problem(
			`The suppression list could not be read: ${message}`,
			`${description} Nothing was sent, because Skip Suppressed is on.`,
			details,
		);
	});
}

/** The entries that are left when those to some numbers are marked. */
function skipIf(
	run: Run,
	entries: Entry[],
	reason: SkipReason,
	isOut: (to: string, entry: Entry) => boolean,
): Entry[] {
	return entries.filter((entry) => {
		const { to } = entry.request.body as { to: string };
		if (!isOut(to, entry)) return true;
		for (const itemIndex of entry.itemIndexes) run.skip(itemIndex, { skipped: reason, to });
		return false;
	});
}
