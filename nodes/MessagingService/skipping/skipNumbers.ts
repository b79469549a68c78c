import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import type { Run, Step } from '../run/run';
import { phoneNumberIn } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import type { ResponseHead } from './completeList';
import { suppressedNumbers } from './suppressedNumbers';

/** Skips the messages to a number on the suppression list, also if Body Fields add it. */
export function skipSuppressedNumbers({ listField }: IDataObject): Step {
	return async (run, items) => {
		const { answer, head } = await readSuppressionList(run);
		const numbers = suppressedNumbers(answer, String(listField ?? '').trim(), head);
		const readable = readableItems(run, items);
		// What is marked as skipped stays so in the next try.
		if (run.gate.isShut) return;
		for (const item of readable) {
			const recipients = recipientsIn(item.request.body as IDataObject);
			const isOut = recipients.some((one) => numbers.has(phoneNumberIn(one) ?? ''));
			if (isOut) run.skip(item, { skipped: 'suppressed', to: recipientOf(item) });
		}
	};
}

/** Skips all but the first item of each number. */
export const skipDuplicateNumbers: Step = async (run, items) => {
	const seen = new Set<string>();
	for (const item of items) {
		const to = recipientOf(item);
		if (seen.has(to)) run.skip(item, { skipped: 'duplicate', to });
		seen.add(to);
	}
};

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

function recipientOf({ request }: Item): string {
	return (request.body as { to: string }).to;
}
