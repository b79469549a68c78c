import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { withoutRetry } from '../errors/advice';
import { Problem } from '../errors/problem';
import type { Outcomes } from '../memory/outcome';

const MOST_IDS = 20;

const MAY_HAVE_BEEN_SENT =
	"It isn't known whether the service carried it out. Check before you send it again.";
const NEVER_AGAIN = "Retry On Fail doesn't send it again.";
const NOT_AGAIN =
	"Retry On Fail doesn't send it again unless 'On Unknown Outcome' (Options → Requests) is set to Send Again.";
const AGAIN =
	"Retry On Fail sends it again, because 'On Unknown Outcome' (Options → Requests) is set to Send Again.";

/**
 * The problem, and for one that may have been carried out all the same what that means.
 *
 * @param isSentAgain whether Retry On Fail sends it again; undefined if the user cannot choose
 */
export function withOutcome(problem: Problem, isSentAgain?: boolean): Problem {
	const { message, description, details } = problem;
	if (details.outcome !== 'unknown') return problem;
	const again = isSentAgain ? AGAIN : NOT_AGAIN;
	const retry = isSentAgain === undefined ? NEVER_AGAIN : again;
	const more = `${withoutRetry(description)} ${MAY_HAVE_BEEN_SENT} ${retry}`;
	return new Problem(message, more, details);
}

/** What comes out for a failed item: n8n hands on its words only, and the service's answer may name messages. */
export function withAnswer(problem: Problem, isSentAgain?: boolean): Problem {
	const told = withOutcome(problem, isSentAgain);
	const answer = problem.details.data?.answer;
	if (answer === undefined) return told;
	const more = `${told.description} The service's answer: ${JSON.stringify(answer)}`;
	return new Problem(told.message, more, told.details);
}

/** A problem of an item that an earlier try may have sent: it may have been carried out then. */
export function withEarlierTry({ message, description, details }: Problem): Problem {
	const more = `${withoutRetry(description)} An earlier try may have sent it.`;
	return new Problem(message, more, { ...details, outcome: 'unknown', repeat: 'none' });
}

/**
 * The problem, and what became of the other items, so that no id is lost when n8n drops the output: some in its
 * words, all of them in its data.
 *
 * @param run `inDoubt`: items that were not attempted, but may have been carried out in an earlier try;
 *   `isSentAgain`: whether the next try sends what may have been carried out
 */
export function withOtherItems(
	problem: Problem,
	outcomes: Outcomes,
	itemCount: number,
	{ isRead, inDoubt, isSentAgain }: { isRead: boolean; inDoubt: number[]; isSentAgain?: boolean },
): Problem {
	if (itemCount === 1) return withOutcome(problem, isSentAgain);

	const accepted: Array<{ item: number; id?: string; answer?: IDataObject[] }> = [];
	let skipped = 0;
	for (const [item, outcome] of outcomes) {
		if (!('items' in outcome)) continue;
		if (outcome.isSkipped) skipped++;
		else {
			const id = idOf(outcome.items);
			const isTold = id !== undefined || isRead || !outcome.items.length;
			const answer = isTold ? undefined : outcome.items.map(({ json }) => json);
			accepted.push({ item: item + 1, id, ...(answer && { answer }) });
		}
	}
	const failed = outcomes.size - accepted.length - skipped;
	const done = isRead ? 'answered' : 'accepted';
	const counts = `Of the ${itemCount} items, ${accepted.length} ${verb(accepted.length)} ${done}, ${failed} failed, ${itemCount - outcomes.size} not attempted${skipped ? `, ${skipped} skipped` : ''}.`;
	const retry = accepted.length ? ` Retry On Fail sends only those that weren't ${done}.` : '';
	const { description, message, details } = withOutcome(problem, isSentAgain);
	return new Problem(
		message,
		`${description} ${counts}${retry}${idList(accepted, done)}${unknownItems(outcomes, inDoubt)}`,
		{
			...details,
			data: {
				...details.data,
				...(accepted.length ? { [done]: accepted } : {}),
				...answersTo(outcomes, problem),
			},
		},
	);
}

/** The answers of the service to the other items that failed: they may name messages. */
function answersTo(outcomes: Outcomes, problem: Problem): IDataObject {
	const answers = [...outcomes].flatMap(([item, outcome]) => {
		if (!('problem' in outcome) || outcome.problem === problem) return [];
		const answer = outcome.problem.details.data?.answer;
		return answer === undefined ? [] : [{ item: item + 1, answer }];
	});
	return answers.length ? { answers } : {};
}

/** The first ids, e.g. ` IDs of those accepted: a, b and 3 more (all in the error's data).` */
function idList(accepted: Array<{ id?: string }>, done: string): string {
	const ids = accepted.flatMap(({ id }) => (id === undefined ? [] : [id]));
	const more =
		ids.length > MOST_IDS
			? ` and ${ids.length - MOST_IDS} more (all of them are in the details)`
			: '';
	return ids.length ? ` IDs of those ${done}: ${ids.slice(0, MOST_IDS).join(', ')}${more}.` : '';
}

/** Which items may have been carried out, e.g. ` May have been carried out: items 4, 11-20.` */
function unknownItems(outcomes: Outcomes, inDoubt: number[]): string {
	const failed = [...outcomes]
		.filter(([, outcome]) => 'problem' in outcome && outcome.problem.details.outcome === 'unknown')
		.map(([item]) => item);
	const numbers = [...failed, ...inDoubt].map((item) => item + 1).sort((a, b) => a - b);
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

function verb(count: number): string {
	return count === 1 ? 'was' : 'were';
}

const ID_FIELDS = ['messageId', 'campaignId', 'contactId', 'id'];

/** The id of the one thing that was accepted; an answer that is about several has several. */
function idOf(items: INodeExecutionData[]): string | undefined {
	const json = items.length === 1 ? items[0].json : {};
	const field = ID_FIELDS.find(
		(name) => typeof json[name] === 'string' || typeof json[name] === 'number',
	);
	return field && String(json[field]);
}
