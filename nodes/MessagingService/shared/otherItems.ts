import type { INodeExecutionData } from 'n8n-workflow';

import type { Outcomes } from './acceptedItems';
import { Problem } from './problems';

const MOST_IDS = 20;

const MAY_HAVE_BEEN_SENT =
	'It is not known whether the service carried it out: check before you send it again. Retry On Fail does not send it again unless On Unknown Outcome (Options) is set to Send Again.';

/** The problem, and for one that may have been carried out all the same what that means. */
export function withOutcome(problem: Problem): Problem {
	if (problem.details.outcome !== 'unknown') return problem;
	return described(problem, `${problem.description} ${MAY_HAVE_BEEN_SENT}`);
}

/** The problem, and what became of the other items, so that no id is lost when n8n drops the output. */
export function withOtherItems(
	problem: Problem,
	outcomes: Outcomes,
	itemCount: number,
	isRead: boolean,
): Problem {
	if (itemCount === 1) return withOutcome(problem);

	const accepted: INodeExecutionData[][] = [];
	let skipped = 0;
	for (const outcome of outcomes.values()) {
		if (!('items' in outcome)) continue;
		if (outcome.isSkipped) skipped++;
		else accepted.push(outcome.items);
	}
	const failed = outcomes.size - accepted.length - skipped;
	const done = isRead ? 'answered' : 'accepted';
	const counts = `Of the ${itemCount} items ${accepted.length} ${verb(accepted.length)} ${done}, ${failed} failed, ${itemCount - outcomes.size} not attempted${skipped ? `, ${skipped} skipped` : ''}.`;
	const retry = accepted.length ? ` Retry On Fail sends only those that were not ${done}.` : '';
	const ids = accepted.map(idOf).filter((id) => id !== undefined);
	const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : '';
	const list = ids.length
		? ` IDs of those ${done}: ${ids.slice(0, MOST_IDS).join(', ')}${more}.`
		: '';
	const { description } = withOutcome(problem);
	return described(problem, `${description} ${counts}${retry}${list}${unknownItems(outcomes)}`);
}

/** Which items may have been carried out, e.g. ` May have been carried out: items 4, 11-20.` */
function unknownItems(outcomes: Outcomes): string {
	const numbers = [...outcomes]
		.filter(([, outcome]) => 'problem' in outcome && outcome.problem.details.outcome === 'unknown')
		.map(([item]) => Number(item) + 1)
		.sort((a, b) => a - b);
	const ranges: Array<[first: number, last: number]> = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.[1] === number - 1) range[1] = number;
		else ranges.push([number, number]);
	}
	const shown = ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`));
	return numbers.length
		? ` May have been carried out: ${numbers.length === 1 ? 'item' : 'items'} ${shown.join(', ')}.`
		: '';
}

function described(problem: Problem, description: string): Problem {
	return new Problem(problem.message, description, problem.details);
}

function verb(count: number): string {
	return count === 1 ? 'was' : 'were';
}

const ID_FIELDS = ['messageId', 'campaignId', 'contactId', 'id'];

function idOf(items: INodeExecutionData[]): string | undefined {
	const json = items[0]?.json ?? {};
	const field = ID_FIELDS.find(
		(name) => typeof json[name] === 'string' || typeof json[name] === 'number',
	);
	return field && String(json[field]);
}
