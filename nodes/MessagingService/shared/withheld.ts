import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Batch } from './batchAnswers';
import type { BatchRequests } from './batchRequests';
import type { BatchRun } from './batchRun';
import { asProblem } from './nodeErrors';
import { hiddenFromTools } from './hiddenFromTools';
import { Problem } from './problems';
import { suppressedNumbers } from './suppressedNumbers';
import { isOn } from './values';

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** An entry of the options: each number gets one message in a run. */
export const skipDuplicates = {
	displayName: 'Skip Duplicates',
	name: 'skipDuplicates',
	type: 'boolean',
	displayOptions: hiddenFromTools,
	default: true,
	description:
		'Whether to send to each phone number once only. Further items with the same number come out marked duplicate.',
} satisfies INodeProperties;

/** Entries of the options: nobody on the suppression list gets a message. */
export const suppressionOptions: INodeProperties[] = [
	{
		displayName: 'Skip Suppressed',
		name: 'skipSuppressed',
		type: 'boolean',
		displayOptions: hiddenFromTools,
		default: true,
		description:
			'Whether to read the suppression list first, and not to send to the numbers on it. Their items come out marked suppressed. If the list cannot be read, nothing is sent.',
	},
	{
		displayName: 'Suppression Field',
		name: 'suppressionField',
		type: 'string',
		displayOptions: { show: { skipSuppressed: [true] } },
		default: '',
		placeholder: 'e.g. phoneNumber',
		description:
			'The field of the suppression list that holds the phone number. The service does not publish it: empty finds it by its content.',
	},
];

/**
 * Takes out what the options say is not to be sent, and has it come out marked.
 *
 * @param entries one for each item, with its number under `to`
 * @returns the entries to send
 * @throws what the reading of the suppression list met
 */
export async function withhold(
	run: BatchRun,
	requests: BatchRequests,
	entries: Batch[],
	options: IDataObject,
): Promise<Batch[]> {
	let open = entries;
	if (open.some(({ skipsSuppressed }) => skipsSuppressed)) {
		const list = await readSuppressionList(requests);
		const numbers = suppressedNumbers(list, String(options.suppressionField ?? '').trim());
		open = skipIf(
			run,
			open,
			'suppressed',
			(to, entry) => !!entry.skipsSuppressed && numbers.has(to),
		);
	}
	if (isOn(options, 'skipDuplicates')) {
		const seen = new Set<string>();
		open = skipIf(run, open, 'duplicate', (to) => seen.has(to) || !seen.add(to));
	}
	return open;
}

async function readSuppressionList(requests: BatchRequests): Promise<unknown> {
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
	run: BatchRun,
	entries: Batch[],
	reason: SkipReason,
	isOut: (to: string, entry: Batch) => boolean,
): Batch[] {
	return entries.filter((entry) => {
		const { to } = entry.body as IDataObject;
		if (typeof to !== 'string' || !isOut(to, entry)) return true;
		for (const itemIndex of entry.itemIndexes) run.skip(itemIndex, { skipped: reason, to });
		return false;
	});
}
