import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import { group, hiddenFromTools } from '../fields/group';

import type { Item } from '../run/item';
import type { Prepare } from '../run/operation';
import { forOption } from '../run/operation';
import type { Run, Step } from '../run/run';
import { guardOf, isOn } from '../values/optionReaders';
import { phoneNumberIn } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import type { ResponseHead } from './signsOfMore';
import { suppressedNumbers } from './suppressedNumbers';

/** An entry of the options: each number gets one message in a run. */
export const skipDuplicates = {
	displayName: 'Skip Duplicates',
	name: 'skipDuplicates',
	type: 'boolean',
	displayOptions: hiddenFromTools,
	default: true,
	description:
		'Whether to send to each phone number only once. Other items with the same number are marked duplicate.',
} satisfies INodeProperties;

/** An entry of the options: nobody on the suppression list gets a message. */
export const skipSuppressed: INodeProperties = group(
	{
		displayName: 'Skip Suppressed',
		name: 'skipSuppressed',
		description:
			"Reads the suppression list first and doesn't send to the numbers on it. Their items are marked suppressed. If the list can't be read, nothing is sent.",
	},
	[
		{
			displayName: 'List Field',
			name: 'listField',
			type: 'string',
			default: '',
			placeholder: 'e.g. msisdn',
			hint: 'Leave empty to find it',
			description:
				"Name of the field that holds the phone numbers in the suppression list. The service doesn't document it. The node finds one that's called like a phone number.",
		},
	],
);

/** Why an item is not sent although nothing is wrong with it. */
type SkipReason = 'duplicate' | 'suppressed';

/** Skips the messages to a number on the suppression list, also if Body Fields add it. */
export const skipSuppressedNumbers: Prepare<Step> = forOption('skipSuppressed', (options) => {
	const given = guardOf(options, 'skipSuppressed') ?? {};
	return async (run, items) => {
		const { answer, head } = await readSuppressionList(run);
		const numbers = suppressedNumbers(answer, String(given.listField ?? '').trim(), head);
		const isOut = (_to: string, body: IDataObject) =>
			recipientsIn(body).some((recipient) => numbers.has(phoneNumberIn(recipient) ?? ''));
		skipIf(run, readableItems(run, items), 'suppressed', isOut);
	};
});

/** Skips all but the first item of each number. */
export const skipDuplicateNumbers: Prepare<Step> = forOption('skipDuplicates', (options) => {
	if (!isOn(options, 'skipDuplicates')) return undefined;
	return async (run, items) => {
		const seen = new Set<string>();
		skipIf(run, items, 'duplicate', (to) => seen.has(to) || !seen.add(to));
	};
});

async function readSuppressionList(run: Run): Promise<{ answer: unknown; head?: ResponseHead }> {
	let head: ResponseHead | undefined;
	const onHead = (answered: ResponseHead) => (head = answered);
	const request = { method: 'GET', path: '/suppression', onHead } as const;
	const answer = await run.request(request, true).catch((problem: Problem) => {
		const { message, description, details } = problem;
		throw new Problem(
			`The suppression list couldn't be read: ${message}`,
			`${description} Nothing was sent, because 'Skip Suppressed' is on.`,
			details,
		);
	});
	return { answer, head };
}

/** The items of which each recipient can be compared with the list; `to` always can. */
function readableItems(run: Run, items: Item[]): Item[] {
	return items.filter((item) => {
		const unknown = recipientsIn(item.request.body as IDataObject).find(
			(recipient) => phoneNumberIn(recipient) === undefined && /(\d\D*){7}/.test(recipient),
		);
		if (unknown === undefined) return true;
		const problem = new Problem(
			`'Skip Suppressed' can't compare this recipient in 'Body Fields' with the suppression list: ${unknown.slice(0, 60)}`,
			'Enter it as one phone number with its country code, or remove it there. Nothing was sent to it.',
		);
		run.fail([item], problem);
		return false;
	});
}

function skipIf(
	run: Run,
	items: Item[],
	reason: SkipReason,
	isOut: (to: string, body: IDataObject) => boolean,
): void {
	for (const item of items) {
		const body = item.request.body as IDataObject & { to: string };
		const { to } = body;
		if (isOut(to, body)) run.skip(item, { skipped: reason, to });
	}
}
