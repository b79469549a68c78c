import { isTool } from '../errors/nodeError';
import { Problem } from '../errors/problem';
import type { Item } from '../run/item';
import { withoutNumbers } from '../parameters/hidden';
import type { Run, Step } from '../run/run';
import { servicesNumber } from '../values/phoneNumbers';
import { recipientsIn } from '../values/recipients';
import { type ResponseHead, suppressedBy } from '../answers/suppressionList';
import type { AccountDefaults, ListSettings } from '../parameters/accountDefaults';

/** Skips the messages to a number on the suppression list, also if Body Fields add it. */
export function skipSuppressedNumbers({ suppressionList }: AccountDefaults): Step {
	return async (run, items) => {
		const isSuppressed = await readSuppressed(run, suppressionList).catch((problem: Problem) => {
			throw isTool(run.context.getNode()) ? problem.worded(withoutNumbers) : problem;
		});
		const readable = readableItems(run, items);
		// An item that is marked as skipped stays so in the next try.
		if (run.gate.isShut) return;
		for (const item of readable) {
			const numbers = recipientsIn(item.readRequest().body).map((one) => servicesNumber(one) ?? '');
			if (numbers.some(isSuppressed))
				run.skip(item, { skipped: 'suppressed', to: recipientOf(item) });
		}
	};
}

export const skipDuplicateNumbers: Step = async (run, items) => {
	const seen = new Set<string>();
	for (const item of items) {
		const to = recipientOf(item);
		if (seen.has(to)) run.skip(item, { skipped: 'duplicate', to });
		seen.add(to);
	}
};

/** Asks for the list, and reads it. @throws Problem that may show an entry of it */
async function readSuppressed(run: Run, settings: ListSettings): Promise<(to: string) => boolean> {
	let head: ResponseHead = { statusCode: 200, headers: {} };
	const onHead = (answered: ResponseHead) => (head = answered);
	const request = { method: 'GET', path: '/suppression', onHead } as const;
	const answer = await run.request(request, true).catch((problem: Problem) => {
		const { message, description, details } = problem;
		const told = `The suppression list couldn't be read: ${message}`;
		const kept = "Nothing was sent, because 'Skip Suppressed' is on.";
		throw new Problem(told, description, details).with({}, kept);
	});
	return suppressedBy(answer, settings, head);
}

/** The items of which each recipient can be compared with the list; `to` always can. */
function readableItems(run: Run, items: Item[]): Item[] {
	return items.filter((item) => {
		const unknown = recipientsIn(item.readRequest().body).find(
			(recipient) => servicesNumber(recipient) === undefined && /(\d\D*){7}/.test(recipient),
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

const recipientOf = (item: Item): string => (item.readRequest().body as { to: string }).to;
