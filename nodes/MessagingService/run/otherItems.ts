import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { itemsInWords } from '../errors/nodeError';
import type { Problem } from '../errors/problem';
import { firstOf } from '../values/words';
import type { Item } from './item';

const MOST_IDS = 20;
const LONGEST_ANSWER = 1000;

type Known = Pick<Item, 'index' | 'atService'>;

const MAY_HAVE_BEEN_SENT =
	"It isn't known whether the service carried it out. Check before you send it again. Retry On Fail doesn't send it again.";

/** The problem, with advice on an unknown outcome. */
export function withOutcome(problem: Problem): Problem {
	return problem.details.outcome === 'unknown' ? problem.with({}, MAY_HAVE_BEEN_SENT) : problem;
}

/** The problem of a failed item, whose words alone n8n hands on: with the service's answer, which may name messages. */
export function withAnswer(problem: Problem): Problem {
	const told = withOutcome(problem);
	const answer = problem.details.data?.answer;
	if (answer === undefined) return told;
	const json = JSON.stringify(answer);
	const said = json.length > LONGEST_ANSWER ? `${json.slice(0, LONGEST_ANSWER)}…` : json;
	return told.with({}, `The service's answer: ${said}`);
}

/** The problem with the outcomes of all items, so that no ID is lost when n8n drops the output: all are in its data. */
export function withOtherItems(problem: Problem, items: Known[], isRead: boolean): Problem {
	if (items.length === 1) return withOutcome(problem);

	const accepted = items.flatMap(({ index, atService }) => {
		if (!atService?.items || atService.isSkipped) return [];
		const id = idOf(atService.items);
		const isTold = id !== undefined || isRead || !atService.items.length;
		const answer = atService.items.map(({ json }) => json);
		return [{ item: index + 1, id, ...(!isTold && { answer }) }];
	});
	const { length: count } = accepted;
	const skipped = items.filter(({ atService }) => atService?.isSkipped).length;
	const failed = withProblem(items, ({ details }) => !details.isOfRun).length;
	const open = items.length - count - skipped - failed;
	const done = isRead ? 'answered' : 'accepted';
	const counts = `Of the ${items.length} items, ${count} ${count === 1 ? 'was' : 'were'} ${done}, ${failed} failed, ${open} not attempted${skipped ? `, ${skipped} skipped` : ''}.`;
	const retry = count ? `Retry On Fail sends only those that weren't ${done}.` : '';
	const also = alsoWrong(items, problem);
	const more = [counts, retry, also, idList(accepted, done), unknownItems(items)];
	const ids = count && { [done]: accepted };
	const data = { ...problem.details.data, ...ids, ...answersTo(items, problem) };
	return withOutcome(problem).with({ data }, ...more.filter(Boolean));
}

const withProblem = (items: Known[], is: (problem: Problem) => boolean): number[] =>
	items.flatMap(({ index, atService }) =>
		atService?.problem && is(atService.problem) ? [index] : [],
	);

/** The other items with wrong input, e.g. `Also look at items 7 to 9 and 12.` */
function alsoWrong(items: Known[], problem: Problem): string {
	const isAlike = ({ origin, items: about }: Problem['details']) => origin === 'input' && !about;
	const indexes = withProblem(items, (own) => own !== problem && isAlike(own.details));
	return indexes.length ? `Also look at ${itemsInWords(indexes, 20)}.` : '';
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

/** The first ids, e.g. `IDs of those accepted: a, b and 3 more (all in the error's data).` */
function idList(accepted: Array<{ id?: string }>, done: string): string {
	const ids = accepted.flatMap(({ id }) => id ?? []);
	if (!ids.length) return '';
	const others = ids.length > MOST_IDS ? ' (all of them are in the details)' : '';
	return `IDs of those ${done}: ${firstOf(ids, MOST_IDS)}${others}.`;
}

/** The items with an unknown outcome, e.g. `May have been carried out: items 4 and 11 to 20.` */
function unknownItems(items: Known[]): string {
	const indexes = withProblem(items, ({ details }) => details.outcome === 'unknown');
	return indexes.length ? `May have been carried out: ${itemsInWords(indexes)}.` : '';
}

const ID_FIELDS = ['messageId', 'campaignId', 'contactId', 'id'];

/** The ID of the one thing that was accepted; undefined if the answer is about several. */
function idOf(items: INodeExecutionData[]): string | undefined {
	const json = items.length === 1 ? items[0].json : {};
	const field = ID_FIELDS.find((name) => ['string', 'number'].includes(typeof json[name]));
	return field && String(json[field]);
}
