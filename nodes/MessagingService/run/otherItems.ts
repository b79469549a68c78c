import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { withoutRetry } from '../errors/advice';
import type { Problem } from '../errors/problem';
import type { Item } from './item';

const MOST_IDS = 20;

/** What is known of an item. */
type Known = Pick<Item, 'index' | 'atService' | 'isSentAgain'>;

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
	if (problem.details.outcome !== 'unknown') return problem;
	const again = isSentAgain ? AGAIN : NOT_AGAIN;
	const retry = isSentAgain === undefined ? NEVER_AGAIN : again;
	return problem.with({}, `${withoutRetry(problem.description)} ${MAY_HAVE_BEEN_SENT} ${retry}`);
}

/** What comes out for a failed item: n8n hands on its words only, and the service's answer may name messages. */
export function withAnswer(problem: Problem, isSentAgain?: boolean): Problem {
	const told = withOutcome(problem, isSentAgain);
	const answer = problem.details.data?.answer;
	if (answer === undefined) return told;
	return told.with({}, `${told.description} The service's answer: ${JSON.stringify(answer)}`);
}

/** A problem of an item that an earlier try may have carried out. */
export function withEarlierTry(problem: Problem): Problem {
	const more = `${withoutRetry(problem.description)} An earlier try may have carried it out.`;
	return problem.with({ outcome: 'unknown' }, more);
}

/**
 * The problem, and what became of the other items, so that no id is lost when n8n drops the output: some in its
 * words, all of them in its data.
 *
 * @param run `isSentAgain`: whether the next try sends what may have been carried out
 */
export function withOtherItems(
	problem: Problem,
	items: Known[],
	{ isRead, isSentAgain }: { isRead: boolean; isSentAgain?: boolean },
): Problem {
	if (items.length === 1) return withOutcome(problem, isSentAgain);

	const accepted: Array<{ item: number; id?: string; answer?: IDataObject[] }> = [];
	let skipped = 0;
	let failed = 0;
	for (const { index, atService } of items) {
		if (!atService) continue;
		if (atService.problem) failed++;
		else if (atService.isSkipped) skipped++;
		else {
			const id = idOf(atService.items);
			const isTold = id !== undefined || isRead || !atService.items.length;
			const answer = isTold ? undefined : atService.items.map(({ json }) => json);
			accepted.push({ item: index + 1, id, ...(answer && { answer }) });
		}
	}
	const open = items.length - accepted.length - skipped - failed;
	const done = isRead ? 'answered' : 'accepted';
	const counts = `Of the ${items.length} items, ${accepted.length} ${verb(accepted.length)} ${done}, ${failed} failed, ${open} not attempted${skipped ? `, ${skipped} skipped` : ''}.`;
	const retry = accepted.length ? ` Retry On Fail sends only those that weren't ${done}.` : '';
	const told = withOutcome(problem, isSentAgain);
	const data = {
		...told.details.data,
		...(accepted.length ? { [done]: accepted } : {}),
		...answersTo(items, problem),
	};
	return told.with(
		{ data },
		`${told.description} ${counts}${retry}${idList(accepted, done)}${unknownItems(items)}`,
	);
}

/** The answers of the service to the other items that failed: they may name messages. */
function answersTo(items: Known[], problem: Problem): IDataObject {
	const answers = items.flatMap(({ index, atService }) => {
		const answer = atService?.problem?.details.data?.answer;
		const isTold = answer === undefined || atService?.problem === problem;
		return isTold ? [] : [{ item: index + 1, answer }];
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
function unknownItems(items: Known[]): string {
	const mayBeDone = ({ atService, isSentAgain }: Known) =>
		atService ? atService.problem?.details.outcome === 'unknown' : isSentAgain;
	const numbers = items.filter(mayBeDone).map(({ index }) => index + 1);
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
